-- +goose Up
-- Pages that were stored before anything showed that the login still held.

CREATE TABLE doubts (
    url_id  BIGINT PRIMARY KEY REFERENCES urls (id),
    account TEXT   NOT NULL,   -- who visited the page; '' when the flow has one account
    at      BIGINT NOT NULL    -- when it was complete
);
