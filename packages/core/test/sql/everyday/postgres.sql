SELECT * FROM customers WHERE email = 'ana@example.com' LIMIT 1
SELECT id, name, created_at FROM customers ORDER BY created_at DESC LIMIT 20 OFFSET 40
SELECT count(*) FROM orders WHERE status = 'open' AND created_at >= now() - interval '7 days'
SELECT date_trunc('month', created_at) AS month, count(*), sum(total_cents) / 100.0 AS revenue FROM orders GROUP BY 1 ORDER BY 1
SELECT date_trunc('day', created_at)::date AS day, count(DISTINCT customer_id) FROM orders GROUP BY day ORDER BY day DESC
SELECT c.name, coalesce(sum(o.total_cents), 0) AS spent FROM customers c LEFT JOIN orders o ON o.customer_id = c.id GROUP BY c.name HAVING count(o.id) > 3
SELECT id, row_number() OVER (PARTITION BY customer_id ORDER BY created_at DESC) AS rn FROM orders
SELECT * FROM (SELECT *, rank() OVER (PARTITION BY category ORDER BY price DESC) AS r FROM products) ranked WHERE r <= 3
SELECT id, lag(total_cents) OVER (ORDER BY id), lead(total_cents, 1, 0) OVER (ORDER BY id) FROM orders
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY total_cents) AS median FROM orders
SELECT count(*) FILTER (WHERE status = 'paid') AS paid, count(*) FILTER (WHERE status = 'open') AS open FROM invoices
SELECT string_agg(name, ', ' ORDER BY name) FROM tags
SELECT array_agg(DISTINCT sku ORDER BY sku) FROM order_items WHERE order_id = 17
SELECT data->>'name' AS name, data->'address'->>'city' AS city FROM documents WHERE data @> '{"active": true}'
SELECT jsonb_array_elements(items)->>'sku' FROM carts
SELECT key, value FROM documents, jsonb_each_text(data) WHERE id = 5
SELECT e.key, e.value FROM documents d, jsonb_each(d.data) AS e WHERE d.id = 5
SELECT x.id, x.label FROM json_to_recordset('[{"id":1,"label":"a"}]') AS x(id int, label text)
SELECT jsonb_build_object('id', id, 'name', name) FROM customers
SELECT json_agg(row_to_json(t)) FROM (SELECT id, name FROM customers LIMIT 5) t
SELECT jsonb_pretty(data) FROM documents WHERE data ? 'tags'
SELECT jsonb_path_query_array(data, '$.items[*].price') FROM carts
SELECT generate_series(1, 10) AS n
SELECT d::date FROM generate_series('2026-01-01'::date, '2026-01-31'::date, interval '1 day') AS d
SELECT g.day, count(o.id) FROM generate_series(date '2026-01-01', date '2026-01-31', interval '1 day') AS g(day) LEFT JOIN orders o ON o.created_at::date = g.day GROUP BY g.day
SELECT unnest(tags) AS tag, count(*) FROM posts GROUP BY tag ORDER BY 2 DESC
SELECT t.tag, t.ord FROM posts, unnest(tags) WITH ORDINALITY AS t(tag, ord)
SELECT * FROM posts WHERE 'news' = ANY (tags)
SELECT * FROM posts WHERE tags && ARRAY['a', 'b'] OR tags @> ARRAY['c']
SELECT array_length(tags, 1), cardinality(tags), array_to_string(tags, ',') FROM posts
SELECT array_position(ARRAY['a','b'], 'b'), array_remove(tags, 'x'), array_cat(tags, other) FROM posts
SELECT split_part(email, '@', 2) AS domain, count(*) FROM customers GROUP BY 1
SELECT regexp_replace(phone, '[^0-9]', '', 'g') FROM customers
SELECT regexp_matches(body, '#(\w+)', 'g') FROM posts
SELECT * FROM customers WHERE name ILIKE '%smith%'
SELECT * FROM customers WHERE name ~* '^ann?a$'
SELECT * FROM customers WHERE name SIMILAR TO '(A|B)%'
SELECT lower(name), upper(name), initcap(name), length(name), trim(name), ltrim(name), btrim(name, ' ') FROM customers
SELECT substring(name from 1 for 3), position('a' in name), overlay(name placing 'x' from 2 for 1) FROM customers
SELECT concat_ws(' ', first_name, last_name), left(zip, 2), right(zip, 2), repeat('-', 3), reverse(name) FROM people
SELECT format('%s <%s>', name, email), quote_literal(name), md5(email) FROM customers
SELECT to_char(created_at, 'YYYY-MM-DD HH24:MI'), to_date('2026-01-02', 'YYYY-MM-DD'), to_timestamp(1700000000) FROM orders
SELECT extract(epoch FROM now() - created_at) / 3600 AS hours FROM orders
SELECT extract(dow FROM created_at), date_part('hour', created_at), age(created_at) FROM orders
SELECT created_at AT TIME ZONE 'UTC' AT TIME ZONE 'Europe/Berlin' FROM orders
SELECT current_date, current_timestamp, localtimestamp, now()::date, clock_timestamp()
SELECT make_date(2026, 1, 2), make_interval(days => 10), justify_hours(interval '27 hours')
SELECT current_user, session_user, current_database(), current_schema(), version()
SELECT CASE WHEN total_cents > 10000 THEN 'big' ELSE 'small' END AS size, count(*) FROM orders GROUP BY 1
SELECT nullif(a, 0), greatest(a, b), least(a, b), coalesce(a, b, 0) FROM t
SELECT round(avg(price)::numeric, 2), floor(price), ceil(price), abs(delta), mod(id, 2), power(2, 3), sqrt(9) FROM products
SELECT stddev(price), variance(price), corr(x, y), regr_slope(y, x) FROM measurements
SELECT min(price), max(price), bool_and(active), bool_or(active), every(active) FROM products
SELECT mode() WITHIN GROUP (ORDER BY status) FROM orders
SELECT width_bucket(price, 0, 100, 10) AS bucket, count(*) FROM products GROUP BY bucket
SELECT DISTINCT ON (customer_id) customer_id, id, created_at FROM orders ORDER BY customer_id, created_at DESC
SELECT * FROM orders WHERE id IN (SELECT order_id FROM order_items GROUP BY order_id HAVING count(*) > 5)
SELECT * FROM customers c WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id)
WITH recent AS (SELECT * FROM orders WHERE created_at > now() - interval '30 days') SELECT customer_id, count(*) FROM recent GROUP BY customer_id
WITH RECURSIVE tree AS (SELECT id, parent_id, name, 1 AS depth FROM categories WHERE parent_id IS NULL UNION ALL SELECT c.id, c.parent_id, c.name, t.depth + 1 FROM categories c JOIN tree t ON c.parent_id = t.id) SELECT * FROM tree ORDER BY depth
SELECT a.id, b.id FROM accounts a JOIN accounts b USING (email) WHERE a.id < b.id
SELECT c.name, o.total FROM customers c CROSS JOIN LATERAL (SELECT sum(total_cents) AS total FROM orders WHERE customer_id = c.id) o
SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns WHERE table_schema = 'public' ORDER BY table_name, ordinal_position
SELECT schemaname, relname, n_live_tup FROM pg_stat_user_tables ORDER BY n_live_tup DESC
SELECT pg_size_pretty(pg_total_relation_size('public.orders'))
SELECT relname, pg_size_pretty(pg_relation_size(oid)) FROM pg_class WHERE relkind = 'r' ORDER BY pg_relation_size(oid) DESC LIMIT 10
SELECT datname, pg_size_pretty(pg_database_size(datname)) FROM pg_database
SELECT pid, state, query, now() - query_start AS runtime FROM pg_stat_activity WHERE state <> 'idle' ORDER BY runtime DESC
SELECT indexrelname, idx_scan FROM pg_stat_user_indexes WHERE idx_scan = 0
SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'orders'::regclass
SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'orders'
SELECT pg_get_viewdef('active_customers'::regclass, true)
SELECT n.nspname, p.proname, pg_get_function_arguments(p.oid) FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace LIMIT 20
SELECT a.attname, format_type(a.atttypid, a.atttypmod) FROM pg_attribute a WHERE a.attrelid = 'orders'::regclass AND a.attnum > 0 AND NOT a.attisdropped
SELECT obj_description('orders'::regclass), col_description('orders'::regclass, 1)
SELECT has_table_privilege('orders', 'SELECT'), pg_has_role('admin', 'member')
SELECT current_setting('search_path'), pg_backend_pid(), inet_server_addr()
SELECT blocked.pid, pg_blocking_pids(blocked.pid) FROM pg_stat_activity blocked WHERE cardinality(pg_blocking_pids(blocked.pid)) > 0
SELECT query, calls, mean_exec_time FROM pg_stat_statements ORDER BY mean_exec_time DESC LIMIT 10
SELECT currval('orders_id_seq'), last_value FROM orders_id_seq
SELECT enum_range(NULL::order_status), enum_first(NULL::order_status)
SELECT id, status::text FROM orders WHERE status = 'open'::order_status
SELECT to_tsvector('english', body) @@ to_tsquery('english', 'cat & dog') FROM posts
SELECT id, ts_rank(search, websearch_to_tsquery('english', 'fast cars')) AS rank FROM posts WHERE search @@ websearch_to_tsquery('english', 'fast cars') ORDER BY rank DESC
SELECT ts_headline('english', body, plainto_tsquery('english', 'invoice')) FROM posts
SELECT name, similarity(name, 'jon') FROM customers WHERE name % 'jon' ORDER BY name <-> 'jon' LIMIT 5
SELECT unaccent(name), levenshtein(name, 'miller'), soundex(name) FROM customers
SELECT gen_random_uuid(), random(), uuid_generate_v4()
SELECT encode(digest(email, 'sha256'), 'hex'), encode(sha256(email::bytea), 'hex') FROM customers
SELECT host(ip), masklen(ip), network(ip) FROM sessions WHERE ip << inet '10.0.0.0/8'
SELECT lower(during), upper(during) FROM bookings WHERE during && tstzrange(now(), now() + interval '1 day')
SELECT ST_Distance(location, ST_MakePoint(13.4, 52.5)::geography) FROM stores ORDER BY 1 LIMIT 5
SELECT ST_AsGeoJSON(geom), ST_Area(geom), ST_X(ST_Centroid(geom)) FROM parcels WHERE ST_DWithin(geom, ST_SetSRID(ST_Point(1, 2), 4326), 100)
SELECT id, embedding <=> '[1,2,3]' AS distance FROM documents ORDER BY embedding <=> '[1,2,3]' LIMIT 5
SELECT time_bucket('1 hour', ts) AS bucket, avg(value) FROM metrics GROUP BY bucket ORDER BY bucket
SELECT grouping(region), region, sum(amount) FROM sales GROUP BY ROLLUP (region)
SELECT region, product, sum(amount) FROM sales GROUP BY GROUPING SETS ((region), (product), ())
SELECT first_value(price) OVER w, last_value(price) OVER w, nth_value(price, 2) OVER w FROM quotes WINDOW w AS (ORDER BY ts ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
SELECT ntile(4) OVER (ORDER BY total_cents), cume_dist() OVER (ORDER BY total_cents), percent_rank() OVER (ORDER BY total_cents), dense_rank() OVER (ORDER BY total_cents) FROM orders
SELECT sum(amount) OVER (ORDER BY day ROWS BETWEEN 6 PRECEDING AND CURRENT ROW) AS rolling FROM daily
EXPLAIN SELECT * FROM orders WHERE customer_id = 5
EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) SELECT * FROM orders WHERE customer_id = 5
SHOW server_version
SELECT xmlelement(name item, xmlattributes(id AS id), name) FROM products
SELECT (xpath('/a/b/text()', body))[1]::text FROM documents_xml
SELECT q.name, q.qty FROM documents_xml, XMLTABLE('/items/item' PASSING body COLUMNS name text PATH 'name', qty int PATH 'qty') AS q
SELECT * FROM orders TABLESAMPLE SYSTEM (1) LIMIT 10
SELECT * FROM orders FETCH FIRST 10 ROWS ONLY
SELECT id FROM a INTERSECT SELECT id FROM b EXCEPT SELECT id FROM c
VALUES (1, 'one'), (2, 'two')
TABLE orders
SELECT count(*) AS "open", max(updated_at) FROM tickets WHERE deleted_at IS NULL
SELECT delete_flag, update_time, create_time, insert_user, drop_off FROM t WHERE t.update_time > now()
SELECT d.id, (jsonb_each_text(d.data)).key FROM documents d
SELECT regexp_split_to_table(tags, ','), string_to_array(path, '/'), starts_with(path, '/a'), translate(a, 'x', 'y') FROM t
SELECT to_json(t), to_jsonb(t), jsonb_set(t.data, '{a}', '1'), jsonb_strip_nulls(t.data), jsonb_object_keys(t.data) FROM t
SELECT json_build_object('a', 1), json_object_agg(k, v), jsonb_agg(v), jsonb_typeof(d), jsonb_array_length(d) FROM t
SELECT pg_typeof(x), pg_column_size(x), pg_is_in_recovery(), txid_current_if_assigned() FROM t
SELECT trunc(5.5), ln(2), exp(1), log(100), degrees(1), sign(-1), div(7, 2), gcd(12, 8), pi(), cbrt(27), ceiling(1.2)
SELECT lpad(id::text, 6, '0'), rpad(name, 10), chr(65), ascii('a'), strpos(name, 'x'), replace(name, 'a', 'b'), to_hex(255) FROM t
SELECT date_bin('15 minutes', ts, timestamp '2026-01-01'), date '2026-01-01' + 7, ts::time, ts - interval '1' day FROM t
SELECT xmlagg(x), ltree2text(path), subpath(path, 0, 2), nlevel(path), akeys(h), h -> 'a' FROM t
SELECT "Id", "Name" FROM "Customers" WHERE "Name" LIKE 'A%'
