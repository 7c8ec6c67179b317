-- When something may become possible that is not possible now; NULL: never.
SELECT min(t.due) FROM (
    SELECT min(h.next_at) AS due FROM (SELECT next_at FROM hosts
                                       WHERE ready > 0 AND leased < $1
                                       ORDER BY next_at, id LIMIT 1) h
    UNION ALL SELECT min(due) FROM urls WHERE state = 'queued' AND due > 0
    UNION ALL SELECT min(lease_until) FROM urls WHERE state = 'leased'
) t
