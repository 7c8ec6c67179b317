-- The last attempt at the first URL, and how many there were; what became of the
-- URL when there was none.
SELECT coalesce(a.outcome, CASE u.state WHEN 'skipped' THEN 'skip' WHEN 'failed' THEN 'error' ELSE u.state END),
       coalesce(a.class, u.class), coalesce(a.error, ''), coalesce(a.status, 0),
       (SELECT count(*) FROM attempts WHERE url_id = u.id)
FROM urls u
LEFT JOIN attempts a ON a.id = (SELECT max(id) FROM attempts WHERE url_id = u.id)
WHERE u.id = 1
