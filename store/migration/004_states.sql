-- +goose Up
-- What the exploration of pages has found.

CREATE TABLE explorations (
    page_id BIGINT PRIMARY KEY REFERENCES pages (id),
    events  BIGINT NOT NULL,   -- gestures made
    returns BIGINT NOT NULL,   -- gestures and loads that led back to a state
    refused BIGINT NOT NULL,   -- controls left alone because they may do harm
    limits  TEXT   NOT NULL    -- JSON list of what ended it early
);

CREATE TABLE states (
    id      INTEGER PRIMARY KEY,
    page_id BIGINT NOT NULL REFERENCES pages (id),
    number  BIGINT NOT NULL,   -- 0 is the page as it was loaded
    hash    TEXT   NOT NULL,   -- of what it shows, hex
    url     TEXT   NOT NULL,   -- in the address bar
    title   TEXT   NOT NULL,
    depth   BIGINT NOT NULL,   -- gestures from state 0
    html    BLOB   NOT NULL,   -- zstd
    picture BLOB,              -- JPEG; NULL: none was taken
    UNIQUE (page_id, number)
);

CREATE TABLE transitions (
    id       INTEGER PRIMARY KEY,
    page_id  BIGINT NOT NULL REFERENCES pages (id),
    ordinal  BIGINT NOT NULL,
    origin   BIGINT NOT NULL,  -- number of a state
    target   BIGINT NOT NULL,  -- number of a state
    label    TEXT   NOT NULL,  -- what was done, for people
    gestures TEXT   NOT NULL,  -- JSON list of what was done
    assumed  BIGINT NOT NULL,  -- 1: not tried here, but from three other states or more
    UNIQUE (page_id, ordinal)
);
