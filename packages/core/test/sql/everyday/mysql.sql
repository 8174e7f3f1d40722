SELECT * FROM customers WHERE email = 'ana@example.com' LIMIT 1
SELECT `id`, `name` FROM `customers` WHERE `active` = 1 ORDER BY `name` LIMIT 10, 20
SELECT COUNT(*) FROM orders WHERE created_at >= DATE_SUB(NOW(), INTERVAL 7 DAY)
SELECT DATE_FORMAT(created_at, '%Y-%m') AS month, COUNT(*), SUM(total) FROM orders GROUP BY month ORDER BY month
SELECT DATE(created_at) AS day, COUNT(DISTINCT customer_id) FROM orders GROUP BY DATE(created_at)
SELECT c.name, IFNULL(SUM(o.total), 0) AS spent FROM customers c LEFT JOIN orders o ON o.customer_id = c.id GROUP BY c.id, c.name
SELECT IF(total > 100, 'big', 'small') AS size, COUNT(*) FROM orders GROUP BY size
SELECT GROUP_CONCAT(name ORDER BY name SEPARATOR ', ') FROM tags
SELECT GROUP_CONCAT(DISTINCT sku) FROM order_items GROUP BY order_id
SELECT CONCAT(first_name, ' ', last_name), CONCAT_WS('-', a, b) FROM people
SELECT SUBSTRING_INDEX(email, '@', -1) AS domain, COUNT(*) FROM customers GROUP BY domain
SELECT LEFT(zip, 2), RIGHT(zip, 2), MID(zip, 2, 1), LPAD(id, 6, '0'), RPAD(name, 10, '.') FROM customers
SELECT UPPER(name), LOWER(name), UCASE(name), LCASE(name), LENGTH(name), CHAR_LENGTH(name), REVERSE(name) FROM customers
SELECT TRIM(name), LTRIM(name), RTRIM(name), REPLACE(name, 'a', 'b'), REPEAT('-', 3), INSERT(name, 1, 2, 'x') FROM customers
SELECT LOCATE('a', name), INSTR(name, 'a'), POSITION('a' IN name), FIND_IN_SET('b', 'a,b,c'), FIELD(status, 'a', 'b'), ELT(2, 'a', 'b') FROM t
SELECT SUBSTRING(name, 1, 3), SUBSTR(name, 2), STRCMP(a, b), SOUNDEX(name), HEX(id), UNHEX('4D'), ASCII('a'), CHAR(77) FROM t
SELECT NOW(), CURDATE(), CURTIME(), SYSDATE(), UTC_TIMESTAMP(), UNIX_TIMESTAMP(), CURRENT_TIMESTAMP()
SELECT YEAR(d), MONTH(d), DAY(d), HOUR(d), MINUTE(d), SECOND(d), QUARTER(d), WEEK(d), DAYOFWEEK(d), DAYNAME(d), MONTHNAME(d) FROM t
SELECT DATEDIFF(NOW(), created_at), TIMESTAMPDIFF(HOUR, created_at, NOW()), TIMEDIFF(a, b) FROM orders
SELECT DATE_ADD(created_at, INTERVAL 1 MONTH), ADDDATE(d, 5), SUBDATE(d, 5), LAST_DAY(d), MAKEDATE(2026, 32) FROM t
SELECT STR_TO_DATE('02.01.2026', '%d.%m.%Y'), FROM_UNIXTIME(1700000000), TIME_FORMAT(t, '%H:%i'), SEC_TO_TIME(3600), TIME_TO_SEC(t) FROM x
SELECT EXTRACT(YEAR FROM created_at), WEEKDAY(created_at), YEARWEEK(created_at), TO_DAYS(created_at), DAYOFYEAR(created_at) FROM orders
SELECT CONVERT_TZ(created_at, 'UTC', 'Europe/Berlin') FROM orders
SELECT ROUND(price, 2), FLOOR(price), CEIL(price), CEILING(price), TRUNCATE(price, 1), ABS(delta), MOD(id, 2), SIGN(delta) FROM products
SELECT POW(2, 3), POWER(2, 3), SQRT(9), EXP(1), LN(2), LOG(10), LOG10(100), LOG2(8), PI(), RAND(), GREATEST(1, 2), LEAST(1, 2)
SELECT AVG(price), MIN(price), MAX(price), STD(price), STDDEV(price), VARIANCE(price), BIT_OR(flags) FROM products
SELECT COALESCE(a, b), NULLIF(a, b), ISNULL(a), IFNULL(a, 0) FROM t
SELECT CASE status WHEN 1 THEN 'open' WHEN 2 THEN 'done' ELSE 'other' END FROM tickets
SELECT CAST(id AS CHAR), CAST('12' AS SIGNED), CAST(price AS DECIMAL(10, 2)), CAST(d AS DATE) FROM t
SELECT JSON_EXTRACT(data, '$.name'), JSON_UNQUOTE(JSON_EXTRACT(data, '$.city')) FROM documents
SELECT data->'$.name', data->>'$.city' FROM documents WHERE JSON_CONTAINS(data, '"x"', '$.tags')
SELECT JSON_OBJECT('id', id, 'name', name), JSON_ARRAY(1, 2), JSON_LENGTH(data), JSON_KEYS(data), JSON_TYPE(data), JSON_VALID(data) FROM documents
SELECT JSON_ARRAYAGG(name), JSON_OBJECTAGG(id, name) FROM customers
SELECT JSON_SEARCH(data, 'one', 'abc'), JSON_SET(data, '$.a', 1), JSON_REMOVE(data, '$.b'), JSON_REPLACE(data, '$.c', 2) FROM documents
SELECT name REGEXP '^a', REGEXP_REPLACE(name, '[0-9]', ''), REGEXP_SUBSTR(name, '[a-z]+'), REGEXP_LIKE(name, 'x') FROM customers
SELECT MD5(email), SHA1(email), SHA2(email, 256), CRC32(email), UUID(), TO_BASE64(email), FROM_BASE64('YQ==') FROM customers
SELECT INET_NTOA(ip), INET_ATON('10.0.0.1'), INET6_NTOA(ip6) FROM sessions
SELECT BIN(5), OCT(8), CONV('ff', 16, 10), FORMAT(1234567.891, 2), BIT_COUNT(7), ANY_VALUE(name) FROM t
SELECT DATABASE(), USER(), CURRENT_USER(), VERSION(), CONNECTION_ID(), LAST_INSERT_ID(), FOUND_ROWS(), ROW_COUNT()
SELECT ROW_NUMBER() OVER (PARTITION BY customer_id ORDER BY created_at DESC) AS rn, id FROM orders
SELECT RANK() OVER (ORDER BY total DESC), DENSE_RANK() OVER (ORDER BY total DESC), NTILE(4) OVER (ORDER BY total) FROM orders
SELECT LAG(total) OVER (ORDER BY id), LEAD(total) OVER (ORDER BY id), FIRST_VALUE(total) OVER (ORDER BY id) FROM orders
SELECT SUM(total) OVER (PARTITION BY customer_id ORDER BY created_at) AS running FROM orders
WITH recent AS (SELECT * FROM orders WHERE created_at > NOW() - INTERVAL 30 DAY) SELECT COUNT(*) FROM recent
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10) SELECT * FROM n
SELECT * FROM orders WHERE customer_id IN (SELECT id FROM customers WHERE country = 'DE')
SELECT * FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id AND o.total > 100)
SELECT * FROM posts WHERE MATCH (title, body) AGAINST ('database' IN NATURAL LANGUAGE MODE)
SELECT * FROM orders WHERE created_at BETWEEN '2026-01-01' AND '2026-01-31' AND note IS NOT NULL
SELECT * FROM customers WHERE name LIKE 'A%' AND name NOT LIKE '%test%'
SELECT country, COUNT(*) FROM customers GROUP BY country WITH ROLLUP
SELECT a.id, b.id FROM accounts a INNER JOIN accounts b ON a.email = b.email AND a.id < b.id
SELECT * FROM a LEFT JOIN b USING (id) RIGHT JOIN c ON c.id = a.id
SELECT DISTINCT status FROM orders
SELECT table_name, table_rows, data_length FROM information_schema.tables WHERE table_schema = DATABASE()
SELECT column_name, column_type, is_nullable FROM information_schema.columns WHERE table_name = 'orders'
SELECT ROUND(SUM(data_length + index_length) / 1024 / 1024, 1) AS mb FROM information_schema.tables WHERE table_schema = 'shop'
SELECT * FROM performance_schema.events_statements_summary_by_digest ORDER BY sum_timer_wait DESC LIMIT 5
SELECT SQL_NO_CACHE COUNT(*) FROM orders
SELECT STRAIGHT_JOIN o.id FROM orders o JOIN customers c ON c.id = o.customer_id
SELECT id, name FROM customers UNION ALL SELECT id, name FROM archived_customers
SELECT id DIV 10, id % 10, a XOR b, NOT a, a <=> b FROM t
SELECT ST_X(location), ST_Y(location), ST_Distance(a, b), ST_AsText(location) FROM stores
SELECT ST_Distance_Sphere(POINT(13.4, 52.5), location) AS metres FROM stores ORDER BY metres LIMIT 5
SELECT TIMESTAMPADD(MINUTE, 5, created_at), TIMESTAMP('2026-01-01', '12:00:00'), MICROSECOND(t), PERIOD_DIFF(202601, 202512) FROM x
SELECT IS_IPV4('10.0.0.1'), SPACE(3), QUOTE(name), ORD('a'), EXPORT_SET(5, 'Y', 'N'), MAKE_SET(1, 'a') FROM t
SELECT COUNT(IF(status = 'open', 1, NULL)) AS open, SUM(status = 'done') AS done FROM tickets
SELECT * FROM (SELECT id, total FROM orders ORDER BY total DESC LIMIT 5) AS top5 ORDER BY id
SELECT DATE_FORMAT(NOW(), '%x-W%v'), HOUR(NOW()), FROM_DAYS(738000), MAKETIME(12, 0, 0)
SELECT AES_DECRYPT(UNHEX(secret), 'key') FROM vault
SELECT VAR_POP(price), VAR_SAMP(price), STDDEV_SAMP(price), STDDEV_POP(price) FROM products
SELECT NVL(a, b), NVL2(a, b, c) FROM t
SELECT MEDIAN(price) OVER (PARTITION BY category) FROM products
SELECT PERCENT_RANK() OVER (ORDER BY total), CUME_DIST() OVER (ORDER BY total), NTH_VALUE(total, 2) OVER (ORDER BY id) FROM orders
SELECT ADDTIME(a, b), SUBTIME(a, b), GET_FORMAT(DATE, 'EUR') FROM t
SELECT WEEKOFYEAR(d), DAYOFMONTH(d), TO_SECONDS(d) FROM t
SELECT COMPRESS(body), UNCOMPRESS(z), UNCOMPRESSED_LENGTH(z), OCTET_LENGTH(body), BIT_LENGTH(body) FROM documents
SELECT BIN_TO_UUID(id), UUID_TO_BIN('6ccd780c-baba-1026-9564-5b8c656024db') FROM things
SELECT SCHEMA(), SESSION_USER(), CHARSET(name), COLLATION(name), COERCIBILITY(name) FROM t
SELECT JSON_PRETTY(data), JSON_DEPTH(data), JSON_MERGE_PATCH(a, b), JSON_OVERLAPS(a, b), JSON_VALUE(data, '$.a') FROM documents
SELECT ACOS(0), ASIN(0), ATAN(1), ATAN2(1, 2), COS(0), SIN(0), TAN(0), COT(1), DEGREES(1), RADIANS(1)
SELECT u.*, o.total FROM users AS u, orders AS o WHERE u.id = o.user_id AND o.total > 10.5
SELECT * FROM orders ORDER BY FIELD(status, 'open', 'paid', 'done'), RAND() LIMIT 3
SELECT COUNT(*) AS c, status FROM orders GROUP BY status HAVING c > 5
EXPLAIN SELECT * FROM orders WHERE id = 5
SHOW TABLES
SHOW DATABASES
SHOW CREATE TABLE orders
SHOW COLUMNS FROM orders
SHOW INDEX FROM orders
SHOW FULL PROCESSLIST
SHOW VARIABLES LIKE 'max_connections'
SHOW STATUS LIKE 'Threads%'
SHOW TABLE STATUS
DESCRIBE orders
DESC customers
SELECT DATE_FORMAT(created_at, '%d.%m.%Y'), REPLACE(name, ' ', '_'), CONVERT(id, CHAR) FROM orders
SELECT CONVERT(name USING utf8mb4), CAST('12' AS UNSIGNED), CAST('-1' AS SIGNED INTEGER) FROM t
SELECT TRIM(BOTH ' ' FROM name), SUBSTRING(name FROM 2 FOR 3), SUBSTRING_INDEX(path, '/', 1) FROM files
SELECT GROUP_CONCAT(DISTINCT tag ORDER BY tag SEPARATOR '|'), IFNULL(note, '') FROM posts GROUP BY id
SELECT o.id, DATE_FORMAT(o.created_at, '%H:%i') FROM orders o FORCE INDEX (created_idx) WHERE o.created_at > CURDATE()
SELECT * FROM orders USE INDEX (customer_idx, status_idx) WHERE customer_id = 5
SELECT TABLE_NAME, TABLE_COMMENT FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA = DATABASE() ORDER BY TABLE_NAME
SELECT MOD(id, 10) AS bucket, IF(MOD(id, 2) = 0, 'even', 'odd'), REPEAT('*', 3), LPAD(CONV(id, 10, 36), 6, '0') FROM t
SELECT CURRENT_DATE(), CURRENT_TIME(), CURRENT_TIMESTAMP(3), LOCALTIME(), UTC_DATE(), DATE_FORMAT(NOW(6), '%f')
SELECT @@version, @@sql_mode
SELECT a, b FROM t WHERE a RLIKE '^[0-9]+$' AND NOT b <=> NULL
SELECT YEAR(created_at) AS y, MONTH(created_at) AS m, FORMAT(SUM(total), 2) FROM orders GROUP BY y, m WITH ROLLUP
SELECT 用户名, 订单数 FROM 客户 WHERE 城市 = '北京'
SELECT name, note FROM customers WHERE note = 'Größe "XL"' AND city = 'Köln'
