SELECT * FROM notes WHERE id = 5
SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name
SELECT name, sql FROM sqlite_schema WHERE type IN ('table', 'index')
SELECT count(*), max(rowid) FROM notes
SELECT rowid, * FROM notes ORDER BY rowid DESC LIMIT 10
SELECT strftime('%Y-%m', created_at) AS month, count(*) FROM notes GROUP BY month
SELECT date('now'), time('now'), datetime('now', 'localtime'), julianday('now'), unixepoch('now')
SELECT date(created_at, 'start of month', '+1 month', '-1 day') FROM notes
SELECT * FROM notes WHERE created_at >= datetime('now', '-7 days')
SELECT julianday('now') - julianday(created_at) AS days FROM notes
SELECT datetime(ts, 'unixepoch'), strftime('%s', 'now'), timediff('now', created_at) FROM events
SELECT ifnull(title, 'untitled'), coalesce(a, b, c), nullif(a, ''), iif(done, 'yes', 'no') FROM notes
SELECT group_concat(tag, ', '), group_concat(DISTINCT tag) FROM tags GROUP BY note_id
SELECT total(amount), sum(amount), avg(amount), min(amount), max(amount) FROM expenses
SELECT substr(title, 1, 10), substring(title, 2), instr(title, 'x'), replace(title, 'a', 'b'), trim(title), ltrim(title), rtrim(title) FROM notes
SELECT upper(title), lower(title), length(title), printf('%05d', id), format('%.2f', price), quote(title), hex(data), char(65) FROM notes
SELECT round(price, 2), abs(delta), random(), typeof(price), sign(delta), ceil(price), floor(price), sqrt(9), pow(2, 3) FROM items
SELECT json_extract(data, '$.name'), json_type(data), json_array_length(data, '$.tags') FROM docs
SELECT data ->> '$.name', data -> 'address' FROM docs
SELECT json_each.key, json_each.value FROM docs, json_each(docs.data, '$.tags')
SELECT j.value FROM docs d, json_each(d.data) AS j WHERE j.key = 'a'
SELECT fullkey, atom FROM docs, json_tree(docs.data)
SELECT json_object('id', id, 'title', title), json_group_array(title), json_group_object(id, title) FROM notes
SELECT json_set(data, '$.a', 1), json_insert(data, '$.b', 2), json_replace(data, '$.c', 3), json_remove(data, '$.d'), json_patch(data, '{}') FROM docs
SELECT json_valid(data), json_quote(title), json(data), json_array(1, 2, 3) FROM docs
SELECT * FROM notes_fts WHERE notes_fts MATCH 'sqlite AND search' ORDER BY rank
SELECT snippet(notes_fts, 0, '<b>', '</b>', '…', 10), highlight(notes_fts, 0, '[', ']'), bm25(notes_fts) FROM notes_fts WHERE notes_fts MATCH 'cat'
SELECT * FROM notes WHERE title LIKE '%cat%' OR title GLOB 'A*'
SELECT * FROM notes WHERE title = 'A' COLLATE NOCASE
SELECT CASE WHEN done THEN 1 ELSE 0 END AS d, count(*) FROM notes GROUP BY d
SELECT row_number() OVER (ORDER BY created_at) AS rn, title FROM notes
SELECT rank() OVER (PARTITION BY folder ORDER BY size DESC), dense_rank() OVER (ORDER BY size), percent_rank() OVER (ORDER BY size) FROM files
SELECT lag(price) OVER (ORDER BY day), lead(price) OVER (ORDER BY day), first_value(price) OVER (ORDER BY day) FROM quotes
SELECT sum(amount) OVER (ORDER BY day ROWS UNBOUNDED PRECEDING) FROM expenses
SELECT sum(amount) FILTER (WHERE category = 'food') FROM expenses
WITH RECURSIVE cnt(x) AS (VALUES (1) UNION ALL SELECT x + 1 FROM cnt WHERE x < 10) SELECT x FROM cnt
WITH RECURSIVE tree(id, depth) AS (SELECT id, 0 FROM folders WHERE parent IS NULL UNION ALL SELECT f.id, tree.depth + 1 FROM folders f JOIN tree ON f.parent = tree.id) SELECT * FROM tree
WITH t AS MATERIALIZED (SELECT * FROM notes) SELECT count(*) FROM t
SELECT a.title, b.title FROM notes a JOIN notes b ON a.parent = b.id
SELECT * FROM notes NATURAL JOIN folders
SELECT * FROM notes LEFT OUTER JOIN tags USING (note_id)
SELECT DISTINCT folder FROM notes
SELECT folder, count(*) AS n FROM notes GROUP BY folder HAVING n > 2 ORDER BY n DESC
SELECT * FROM notes WHERE folder IN ('a', 'b') AND deleted_at IS NULL
SELECT * FROM notes WHERE id NOT IN (SELECT note_id FROM tags)
SELECT * FROM notes WHERE EXISTS (SELECT 1 FROM tags WHERE tags.note_id = notes.id)
SELECT id FROM a UNION SELECT id FROM b EXCEPT SELECT id FROM c
SELECT [first name], [last name] FROM [address book]
SELECT "first name", "last name" FROM "address book"
SELECT cast(id AS TEXT), cast('12' AS INTEGER), cast(price AS REAL) FROM items
SELECT last_insert_rowid(), changes(), total_changes(), sqlite_version()
SELECT x'53514c697465', zeroblob(10), unicode('a'), soundex('abc'), likely(a), unlikely(b) FROM t
SELECT max(a, b), min(a, b) FROM t
SELECT name FROM pragma_table_info('notes')
SELECT m.name, p.name, p.type FROM sqlite_master m JOIN pragma_table_info(m.name) p WHERE m.type = 'table'
SELECT * FROM pragma_index_list('notes')
SELECT * FROM pragma_foreign_key_list('notes')
SELECT * FROM pragma_database_list
SELECT * FROM pragma_compile_options
SELECT value FROM generate_series(1, 10)
PRAGMA table_info(notes)
PRAGMA table_list
PRAGMA index_list('notes')
PRAGMA foreign_key_list(notes)
PRAGMA integrity_check
PRAGMA quick_check
PRAGMA database_list
PRAGMA user_version
PRAGMA journal_mode
PRAGMA page_count
EXPLAIN SELECT * FROM notes
EXPLAIN QUERY PLAN SELECT * FROM notes WHERE id = 5
SELECT * FROM notes INDEXED BY notes_created WHERE created_at > '2026-01-01'
SELECT acos(0), asin(0), atan2(1, 2), cos(0), degrees(1), exp(1), ln(2), log(10), log10(100), mod(7, 2), pi(), radians(1), trunc(1.5)
SELECT concat(a, b), concat_ws('-', a, b), octet_length(a), unhex('4D'), string_agg(a, ',') FROM t
SELECT ntile(4) OVER (ORDER BY size), cume_dist() OVER (ORDER BY size), nth_value(size, 2) OVER (ORDER BY size), last_value(size) OVER (ORDER BY size) FROM files
SELECT median(price), percentile(price, 90) FROM quotes
SELECT a IS NOT b, a IS NULL, a NOTNULL, a BETWEEN 1 AND 2, a || b, a << 2, a & b, ~a FROM t
SELECT 'it''s', 'a--b', '/* no comment */', "a;b" FROM t -- the end
SELECT /* all of them */ * FROM notes /* really */
SELECT count(*) AS "open", sum(done) AS "done" FROM tasks;
SELECT date(day, 'weekday 0'), strftime('%W', day), strftime('%w', day) FROM days
SELECT * FROM notes ORDER BY title COLLATE NOCASE ASC NULLS LAST LIMIT 5 OFFSET 10
VALUES (1, 'a'), (2, 'b')
SELECT t.name, (SELECT count(*) FROM notes n WHERE n.folder = t.name) AS n FROM folders t
SELECT min(created_at), max(created_at), julianday(max(created_at)) - julianday(min(created_at)) FROM notes
SELECT substr('00' || month, -2) || '/' || year FROM periods
SELECT sum(length(body)) / 1024.0 AS kb FROM notes
SELECT trim(replace(replace(body, char(10), ' '), char(13), ' ')) FROM notes
SELECT * FROM notes WHERE (folder, title) = ('a', 'b')
SELECT glob('A*', title), like('A%', title) FROM notes
SELECT strftime('%Y', created_at) AS y, count(*) FILTER (WHERE done = 1) FROM tasks GROUP BY 1
SELECT json_extract(value, '$.id') FROM docs, json_each(docs.data, '$.items') WHERE json_extract(value, '$.qty') > 1
SELECT datetime(max(updated_at), 'unixepoch', 'localtime') FROM files
SELECT coalesce(nullif(trim(name), ''), 'unknown') FROM people
