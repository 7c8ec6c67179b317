# Built by docker build and by buildah bud alike.
#
#   docker build -t dyncrawl .
#   docker run --rm --security-opt seccomp=docker/seccomp.json -v "$PWD:/data" dyncrawl run flows/renren.yaml
#
# The seccomp profile is Docker's default one with user namespaces allowed, which
# Chromium's sandbox is made of. compose.yaml sets it and more.

ARG BASE=debian:bookworm-slim

# Debian's own Go is older than go.mod asks for. From Go 1.21 on, the go command
# fetches the release that go.mod names as a Go module (golang.org/toolchain), its
# checksum verified like any other module's. So backports' Go starts the build, and
# nothing but Debian packages and Go modules is downloaded.
FROM ${BASE} AS build
RUN if [ -f /etc/apt/sources.list.d/debian.sources ]; \
    then sed -i 's/^Suites: bookworm bookworm-updates$/& bookworm-backports/' /etc/apt/sources.list.d/debian.sources; \
    else sed 's/ bookworm / bookworm-backports /' /etc/apt/sources.list > /etc/apt/sources.list.d/backports.list; fi \
 && apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates gcc g++ libc6-dev libtesseract-dev libleptonica-dev \
 && apt-get install -y --no-install-recommends -t bookworm-backports golang-go
ENV GOTOOLCHAIN=auto CGO_ENABLED=1
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN go build -trimpath -ldflags=-s -tags=sqlite_fts5 -o /dyncrawl ./cmd/dyncrawl

FROM ${BASE}
RUN apt-get update \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
      ca-certificates chromium-headless-shell fonts-liberation fonts-wqy-zenhei \
      libtesseract5 liblept5 tesseract-ocr \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --uid 1000 --no-create-home --home-dir /tmp dyncrawl \
 && install -d -o dyncrawl /data
COPY --from=build /dyncrawl /usr/bin/dyncrawl
COPY LICENSE /usr/share/doc/dyncrawl/
COPY flows/*.yaml /usr/share/dyncrawl/flows/
# HOME: also for docker run --user with a number that has no home here.
# OMP_THREAD_LIMIT: more threads are slower on pictures as small as captchas.
# DYNCRAWL_SESSION_KEY: HOME does not outlive the container, kept logins do.
ENV HOME=/tmp OMP_THREAD_LIMIT=1 DYNCRAWL_SESSION_KEY=file:/data/.dyncrawl/session.key
USER dyncrawl
WORKDIR /data
ENTRYPOINT ["dyncrawl"]
