SELECT * FROM `shop.sales.orders` LIMIT 10
SELECT COUNT(*) FROM `bigquery-public-data.samples.shakespeare`
SELECT DATE_TRUNC(order_date, MONTH) AS month, SUM(total) FROM `shop.sales.orders` GROUP BY month
SELECT TIMESTAMP_TRUNC(created_at, HOUR), COUNT(*) FROM `shop.sales.events` GROUP BY 1
SELECT DATE_DIFF(CURRENT_DATE(), order_date, DAY) FROM `shop.sales.orders`
SELECT TIMESTAMP_DIFF(CURRENT_TIMESTAMP(), created_at, SECOND) FROM `shop.sales.events`
SELECT * FROM `shop.sales.orders` WHERE order_date >= DATE_SUB(CURRENT_DATE(), INTERVAL 7 DAY)
SELECT FORMAT_DATE('%Y-%m', order_date), PARSE_DATE('%Y%m%d', '20260102'), FORMAT_TIMESTAMP('%H:%M', created_at) FROM t
SELECT PARSE_TIMESTAMP('%Y-%m-%d', '2026-01-02'), UNIX_SECONDS(created_at), TIMESTAMP_SECONDS(1700000000), TIMESTAMP_MILLIS(1) FROM t
SELECT EXTRACT(YEAR FROM order_date), EXTRACT(DAYOFWEEK FROM order_date), LAST_DAY(order_date) FROM t
SELECT DATE_ADD(order_date, INTERVAL 1 MONTH), DATETIME_ADD(dt, INTERVAL 5 MINUTE), TIMESTAMP_SUB(ts, INTERVAL 1 DAY) FROM t
SELECT DATE(created_at), DATETIME(created_at), TIME(created_at), TIMESTAMP('2026-01-02 00:00:00') FROM t
SELECT SAFE_CAST(value AS INT64), CAST(id AS STRING), SAFE_DIVIDE(a, b), IEEE_DIVIDE(a, b) FROM t
SELECT IFNULL(a, 0), COALESCE(a, b), NULLIF(a, 0), IF(a > 1, 'x', 'y') FROM t
SELECT COUNTIF(status = 'open'), APPROX_COUNT_DISTINCT(user_id), ANY_VALUE(name), LOGICAL_OR(active) FROM t
SELECT APPROX_QUANTILES(total, 100)[OFFSET(50)] AS median FROM t
SELECT APPROX_TOP_COUNT(country, 5), APPROX_TOP_SUM(country, total, 5) FROM t
SELECT STRING_AGG(name, ', ' ORDER BY name), ARRAY_AGG(name IGNORE NULLS ORDER BY name LIMIT 5) FROM t
SELECT ARRAY_LENGTH(items), ARRAY_TO_STRING(tags, ','), ARRAY_CONCAT(a, b), ARRAY_REVERSE(a) FROM t
SELECT item.sku, item.qty FROM `shop.sales.orders`, UNNEST(items) AS item
SELECT event_name, ep.value.string_value FROM `shop.analytics.events`, UNNEST(event_params) AS ep WHERE ep.key = 'page_location'
SELECT (SELECT value.int_value FROM UNNEST(event_params) WHERE key = 'ga_session_id') AS session FROM `shop.analytics.events_*`
SELECT * FROM `shop.analytics.events_*` WHERE _TABLE_SUFFIX BETWEEN '20260101' AND '20260131'
SELECT tag, off FROM t, UNNEST(tags) AS tag WITH OFFSET AS off
SELECT * FROM UNNEST(GENERATE_ARRAY(1, 10)) AS n
SELECT day FROM UNNEST(GENERATE_DATE_ARRAY('2026-01-01', '2026-01-31')) AS day
SELECT GENERATE_UUID(), RAND(), SESSION_USER(), CURRENT_DATE(), CURRENT_DATETIME(), CURRENT_TIME()
SELECT JSON_VALUE(data, '$.name'), JSON_QUERY(data, '$.items'), JSON_EXTRACT_SCALAR(data, '$.city'), TO_JSON_STRING(t) FROM t
SELECT JSON_EXTRACT_ARRAY(data, '$.items'), JSON_VALUE_ARRAY(data, '$.tags'), PARSE_JSON('{}'), JSON_TYPE(data) FROM t
SELECT REGEXP_CONTAINS(url, r'^https'), REGEXP_EXTRACT(url, r'/([^/]+)$'), REGEXP_REPLACE(url, r'\?.*', ''), REGEXP_EXTRACT_ALL(url, r'\d+') FROM t
SELECT SPLIT(path, '/')[SAFE_OFFSET(1)], STARTS_WITH(path, '/a'), ENDS_WITH(path, '.js'), STRPOS(path, 'x'), CONTAINS_SUBSTR(path, 'y') FROM t
SELECT LOWER(a), UPPER(a), LENGTH(a), CHAR_LENGTH(a), SUBSTR(a, 1, 3), TRIM(a), REPLACE(a, 'x', 'y'), CONCAT(a, b), REVERSE(a), LPAD(a, 5, '0') FROM t
SELECT FARM_FINGERPRINT(a), TO_HEX(MD5(a)), TO_HEX(SHA256(a)), TO_BASE64(CAST(a AS BYTES)) FROM t
SELECT NET.HOST(url), NET.REG_DOMAIN(url), NET.PUBLIC_SUFFIX(url) FROM t
SELECT SAFE.PARSE_DATE('%Y', x), SAFE.SUBSTR(a, 0, 2) FROM t
SELECT ROUND(a, 2), FLOOR(a), CEIL(a), ABS(a), MOD(a, 2), POW(a, 2), SQRT(a), LN(a), LOG10(a), SIGN(a), DIV(a, 2), TRUNC(a) FROM t
SELECT GREATEST(a, b), LEAST(a, b), RANGE_BUCKET(a, [0, 10, 20]), IS_NAN(a), IS_INF(a) FROM t
SELECT * EXCEPT (password) FROM `shop.crm.users`
SELECT * REPLACE (UPPER(name) AS name) FROM `shop.crm.users`
SELECT * FROM t QUALIFY ROW_NUMBER() OVER (PARTITION BY id ORDER BY updated_at DESC) = 1
SELECT LAG(total) OVER (ORDER BY day), SUM(total) OVER (ORDER BY day ROWS BETWEEN 6 PRECEDING AND CURRENT ROW) FROM t
SELECT PERCENTILE_CONT(total, 0.5) OVER (), NTILE(10) OVER (ORDER BY total), CUME_DIST() OVER (ORDER BY total) FROM t
SELECT FIRST_VALUE(name) OVER (PARTITION BY g ORDER BY ts), LAST_VALUE(name) OVER (PARTITION BY g ORDER BY ts) FROM t
SELECT STRUCT(1 AS a, 'x' AS b), [1, 2, 3], ARRAY<INT64>[1, 2] AS arr
SELECT AS STRUCT id, name FROM t
SELECT s.a.b.c FROM (SELECT STRUCT(STRUCT(STRUCT(1 AS c) AS b) AS a) AS s)
WITH daily AS (SELECT DATE(created_at) AS day, COUNT(*) AS n FROM `shop.sales.events` GROUP BY day) SELECT AVG(n) FROM daily
SELECT a.id FROM `shop.sales.orders` AS a JOIN `shop.crm.users` AS b ON a.user_id = b.id
SELECT * FROM `shop.sales.orders` FOR SYSTEM_TIME AS OF TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 1 HOUR)
SELECT * FROM (SELECT product, quarter, sales FROM produce) PIVOT (SUM(sales) FOR quarter IN ('Q1', 'Q2'))
SELECT * FROM produce UNPIVOT (sales FOR quarter IN (q1, q2))
SELECT table_name, row_count FROM `shop.sales.__TABLES__`
SELECT column_name, data_type FROM `shop.sales.INFORMATION_SCHEMA.COLUMNS` WHERE table_name = 'orders'
SELECT ST_DISTANCE(a, b), ST_GEOGPOINT(13.4, 52.5), ST_WITHIN(a, b), ST_ASTEXT(a) FROM t
SELECT HLL_COUNT.MERGE(sketch), HLL_COUNT.EXTRACT(sketch) FROM t
SELECT BIT_COUNT(a), BIT_AND(a), CORR(a, b), STDDEV(a), VARIANCE(a), COVAR_POP(a, b) FROM t
SELECT name FROM `shop.crm.users` TABLESAMPLE SYSTEM (1 PERCENT)
SELECT x FROM a UNION ALL SELECT x FROM b
SELECT x FROM a EXCEPT DISTINCT SELECT x FROM b
SELECT COUNT(DISTINCT user_pseudo_id) AS users FROM `shop.analytics.events_20260101` WHERE event_name = 'purchase'
SELECT CASE WHEN total > 100 THEN 'big' ELSE 'small' END AS size, SUM(total) FROM t GROUP BY size HAVING SUM(total) > 5 ORDER BY 2 DESC
SELECT FORMAT('%s-%d', a, b), FORMAT_DATETIME('%c', dt), TO_JSON_STRING(STRUCT(a, b)) FROM t
SELECT INITCAP(a), INSTR(a, 'b'), LTRIM(a), RTRIM(a), REPEAT(a, 3), TRANSLATE(a, 'x', 'y'), LEFT(a, 2), RIGHT(a, 2), SOUNDEX(a) FROM t
SELECT DATETIME_TRUNC(dt, DAY), TIME_TRUNC(tm, MINUTE), DATETIME_DIFF(a, b, DAY), TIME_DIFF(a, b, SECOND), UNIX_DATE(d), DATE_FROM_UNIX_DATE(1) FROM t
SELECT ARRAY(SELECT x FROM UNNEST(xs) AS x WHERE x > 1) FROM t
SELECT region, SUM(amount) FROM sales GROUP BY ROLLUP (region)
SELECT MAX_BY(name, score), MIN_BY(name, score) FROM t
SELECT CODE_POINTS_TO_STRING([65, 66]), TO_CODE_POINTS('ab'), NORMALIZE(a), BYTE_LENGTH(a), SAFE_CONVERT_BYTES_TO_STRING(b) FROM t
SELECT user_id, ARRAY_AGG(STRUCT(event_name, event_timestamp) ORDER BY event_timestamp LIMIT 10) FROM `shop.analytics.events` GROUP BY user_id
SELECT MOD(ABS(FARM_FINGERPRINT(user_id)), 10) AS bucket, COUNT(*) FROM t GROUP BY bucket
SELECT geo.country, device.category, COUNT(*) FROM `shop.analytics.events` GROUP BY 1, 2
SELECT SUM(IF(event_name = 'purchase', 1, 0)) / COUNT(*) FROM `shop.analytics.events`
SELECT TIMESTAMP_MICROS(event_timestamp), DATETIME(TIMESTAMP_MICROS(event_timestamp), 'Europe/Berlin') FROM `shop.analytics.events`
SELECT * FROM `shop.sales.orders` WHERE DATE(_PARTITIONTIME) = '2026-01-01'
SELECT id, ROW_NUMBER() OVER (PARTITION BY customer_id ORDER BY created_at) AS n FROM `shop.sales.orders`
SELECT TO_JSON_STRING(STRUCT(id, name)) FROM `shop.crm.users` WHERE LOWER(email) LIKE '%@example.com'
SELECT CAST(FORMAT_TIMESTAMP('%Y%m%d', CURRENT_TIMESTAMP()) AS INT64)
SELECT a.key, COUNT(*) FROM t LEFT JOIN UNNEST(attributes) AS a GROUP BY a.key
