-- +goose Up
-- Times are Unix milliseconds unless a column says otherwise.

CREATE TABLE runs (
    id        INTEGER PRIMARY KEY,
    flow      TEXT   NOT NULL,
    flow_hash TEXT   NOT NULL,
    started   BIGINT NOT NULL,
    ended     BIGINT,                    -- NULL: running, or killed
    outcome   TEXT   NOT NULL DEFAULT ''
);

-- One row per origin. The counters say how many of its URLs are in which
-- state: "ready" and "waiting" are the queued ones without and with a pause.
CREATE TABLE hosts (
    id            INTEGER PRIMARY KEY,
    origin        TEXT   NOT NULL UNIQUE,   -- scheme://host[:port]; '' for URLs without one
    ready         BIGINT NOT NULL DEFAULT 0,
    waiting       BIGINT NOT NULL DEFAULT 0,
    leased        BIGINT NOT NULL DEFAULT 0,
    done          BIGINT NOT NULL DEFAULT 0,
    failed        BIGINT NOT NULL DEFAULT 0,
    skipped       BIGINT NOT NULL DEFAULT 0,
    next_at       BIGINT NOT NULL DEFAULT 0, -- no fetch before this time
    robots_lease  BIGINT NOT NULL DEFAULT 0  -- somebody fetches robots.txt until this time
);
CREATE INDEX hosts_ready ON hosts (next_at, id) WHERE ready > 0;

CREATE TABLE robots (
    host_id     BIGINT PRIMARY KEY REFERENCES hosts (id),
    valid_until BIGINT NOT NULL,     -- fetch it again then
    tries       BIGINT NOT NULL,     -- failed fetches in a row
    class       TEXT   NOT NULL,     -- why it cannot be had: the host is not crawled; '' when text holds
    text        TEXT   NOT NULL      -- the lines with rules
);

CREATE TABLE urls (
    id            INTEGER PRIMARY KEY,
    key           BLOB   NOT NULL UNIQUE,    -- 16 bytes of a hash over method, URL and body
    host_id       BIGINT NOT NULL REFERENCES hosts (id),
    url           TEXT   NOT NULL,
    method        TEXT   NOT NULL,
    header        TEXT   NOT NULL DEFAULT '', -- JSON object of lists
    body          BLOB,
    referrer      TEXT   NOT NULL DEFAULT '',
    priority      BIGINT NOT NULL,
    depth         BIGINT NOT NULL,
    place         BIGINT NOT NULL,            -- order of discovery
    state         TEXT   NOT NULL CHECK (state IN ('queued', 'leased', 'done', 'failed', 'skipped')),
    class         TEXT   NOT NULL DEFAULT '', -- why it failed, was skipped or waits
    tries         BIGINT NOT NULL DEFAULT 0,  -- attempts spent
    interruptions BIGINT NOT NULL DEFAULT 0,  -- leases that ended with their owner
    due           BIGINT NOT NULL DEFAULT 0,  -- a queued URL waits until then; 0: ready
    token         BIGINT NOT NULL DEFAULT 0,  -- number of leases so far; fences late owners
    owner         TEXT   NOT NULL DEFAULT '',
    lease_until   BIGINT NOT NULL DEFAULT 0,
    added         BIGINT NOT NULL,
    changed       BIGINT NOT NULL
);
CREATE INDEX urls_ready ON urls (host_id, priority DESC, depth, place) WHERE state = 'queued' AND due = 0;
CREATE INDEX urls_waiting ON urls (due) WHERE state = 'queued' AND due > 0;
CREATE INDEX urls_leased ON urls (lease_until) WHERE state = 'leased';
CREATE INDEX urls_uncrawled ON urls (state, class) WHERE state IN ('failed', 'skipped');

CREATE TABLE pages (
    id           INTEGER PRIMARY KEY,
    url_id       BIGINT NOT NULL UNIQUE REFERENCES urls (id),
    final_url    TEXT   NOT NULL,
    status       BIGINT NOT NULL,
    content_type TEXT   NOT NULL,
    title        TEXT   NOT NULL,
    partial      TEXT   NOT NULL,   -- why the page is not complete; '' when it is
    fetched_at   BIGINT NOT NULL,
    response_ms  BIGINT NOT NULL,
    load_ms      BIGINT NOT NULL,
    settled_ms   BIGINT NOT NULL,
    total_ms     BIGINT NOT NULL,
    html_hash    TEXT   NOT NULL,   -- SHA-256 of the HTML, hex
    html_bytes   BIGINT NOT NULL,
    html         BLOB   NOT NULL    -- zstd
);
CREATE INDEX pages_hash ON pages (html_hash);

CREATE TABLE exchanges (
    id           INTEGER PRIMARY KEY,
    page_id      BIGINT NOT NULL REFERENCES pages (id),
    ordinal      BIGINT NOT NULL,
    kind         TEXT   NOT NULL,
    method       TEXT   NOT NULL,
    url          TEXT   NOT NULL,
    request_body BLOB,              -- zstd
    status       BIGINT NOT NULL,
    content_type TEXT   NOT NULL,
    body         BLOB,              -- zstd
    truncated    BIGINT NOT NULL,   -- 0 or 1
    started      BIGINT NOT NULL,
    took_ms      BIGINT NOT NULL,
    UNIQUE (page_id, ordinal)
);

CREATE TABLE links (
    id      INTEGER PRIMARY KEY,
    page_id BIGINT NOT NULL REFERENCES pages (id),
    url     TEXT   NOT NULL,
    source  TEXT   NOT NULL,
    text    TEXT   NOT NULL,
    UNIQUE (page_id, url, source)
);

CREATE TABLE attempts (
    id      INTEGER PRIMARY KEY,
    url_id  BIGINT NOT NULL REFERENCES urls (id),
    run_id  BIGINT NOT NULL REFERENCES runs (id),
    number  BIGINT NOT NULL,        -- 1 for the first
    started BIGINT NOT NULL,
    ended   BIGINT NOT NULL,
    ms      BIGINT NOT NULL,
    outcome TEXT   NOT NULL CHECK (outcome IN ('done', 'partial', 'error', 'skip')),
    class   TEXT   NOT NULL,
    status  BIGINT NOT NULL,
    error   TEXT   NOT NULL,
    bytes   BIGINT NOT NULL
);
CREATE INDEX attempts_url ON attempts (url_id);

-- The items themselves lie in one table per type, item_<name>, made by the
-- program from the flow's item types.
CREATE TABLE item_types (
    name   TEXT PRIMARY KEY,
    fields TEXT NOT NULL,           -- JSON list of {"Name", "Kind"}
    keys   TEXT NOT NULL            -- JSON list of field names
);

CREATE TABLE item_rejects (
    id      INTEGER PRIMARY KEY,
    url_id  BIGINT NOT NULL REFERENCES urls (id),
    page_id BIGINT NOT NULL REFERENCES pages (id),
    ordinal BIGINT NOT NULL,
    type    TEXT   NOT NULL,
    item    TEXT   NOT NULL,        -- JSON object of the fields
    reasons TEXT   NOT NULL,        -- JSON list
    UNIQUE (url_id, ordinal)
);
