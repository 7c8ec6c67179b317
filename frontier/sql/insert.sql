INSERT INTO urls (key, host_id, url, method, header, body, referrer, priority, depth, place, state, class, added, changed)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13)
ON CONFLICT (key) DO NOTHING
