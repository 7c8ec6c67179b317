-- +goose Up
-- Captchas that were shown, and the models that learned from them, by site.

CREATE TABLE captchas (
    id         INTEGER PRIMARY KEY,
    site       TEXT   NOT NULL,
    sum        BLOB   NOT NULL,        -- SHA-256 of the picture
    picture    BLOB   NOT NULL,
    text       TEXT   NOT NULL,        -- what was read on it, as drawn; '' when nothing was
    solver     TEXT   NOT NULL,        -- who read it
    confidence DOUBLE PRECISION NOT NULL,
    outcome    TEXT   NOT NULL CHECK (outcome IN ('seen', 'sent', 'accepted', 'rejected')),
    at         BIGINT NOT NULL,
    UNIQUE (site, sum)
);
CREATE INDEX captchas_outcome ON captchas (site, outcome, at);

CREATE TABLE captcha_models (
    site   TEXT   PRIMARY KEY,
    model  BLOB   NOT NULL,
    notes  TEXT   NOT NULL,            -- JSON: how good it is, and how sure
    made   BIGINT NOT NULL
);
