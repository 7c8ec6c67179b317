-- +goose Up
-- How each page was had, and what is known of the shapes of URLs.

ALTER TABLE pages ADD COLUMN tier TEXT NOT NULL DEFAULT 'browser'; -- browser, http or api
ALTER TABLE pages ADD COLUMN shape TEXT NOT NULL DEFAULT '';       -- of the URL; '' when nobody asked for it
CREATE INDEX pages_shape ON pages (shape, tier) WHERE shape <> '';

CREATE TABLE shapes (
    shape    TEXT   PRIMARY KEY,
    decision TEXT   NOT NULL,              -- how its pages are visited: browser, http or api
    evidence TEXT   NOT NULL,              -- JSON
    template TEXT   NOT NULL DEFAULT '',   -- JSON: how its API is asked; '' when nobody knows
    changed  BIGINT NOT NULL
);
