-- The best URL among the hosts that have been due the longest. A window of
-- hosts keeps the search short; who waits longest is in it.
SELECT u.id, u.host_id, u.url, u.method, u.header, u.body, u.referrer, u.priority, u.depth, u.tries,
       h.origin, coalesce(r.valid_until, 0), coalesce(r.class, '')
FROM (SELECT id, origin, next_at FROM hosts
      WHERE ready > 0 AND next_at <= $1 AND leased < $2
      ORDER BY next_at, id LIMIT 16) h
JOIN urls u ON u.id = (SELECT q.id FROM urls q
                       WHERE q.host_id = h.id AND q.state = 'queued' AND q.due = 0
                       ORDER BY q.priority DESC, q.depth, q.place LIMIT 1)
LEFT JOIN robots r ON r.host_id = h.id
ORDER BY u.priority DESC, u.depth, h.next_at, u.place
LIMIT 1
