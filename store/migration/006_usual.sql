-- +goose Up
-- Controls around the content of a page that were left out, since the same came of them on
-- other pages.

ALTER TABLE explorations ADD COLUMN usual BIGINT NOT NULL DEFAULT 0;
