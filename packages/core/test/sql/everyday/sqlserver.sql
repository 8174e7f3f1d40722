SELECT len(name), isnull(email, ''), getdate() FROM customers
SELECT dateadd(day, -7, getdate()), datediff(day, created_at, getdate()) FROM orders
SELECT datepart(year, created_at), datename(month, created_at), eomonth(created_at) FROM orders
SELECT charindex('@', email), patindex('%x%', name), stuff(name, 1, 1, 'y'), replicate('-', 3) FROM customers
SELECT iif(a > 1, 'x', 'y'), choose(2, 'a', 'b') FROM t
SELECT string_agg(name, ', ') WITHIN GROUP (ORDER BY name) FROM tags
SELECT [Name], [Total] FROM [dbo].[Orders] WHERE [Status] = 'open'
SELECT newid(), sysdatetime(), getutcdate(), scope_identity(), db_name(), suser_sname()
SELECT year(created_at), month(created_at), day(created_at), sum(total) FROM orders GROUP BY year(created_at), month(created_at), day(created_at)
SELECT json_value(data, '$.name'), json_query(data, '$.items'), isjson(data) FROM documents
SELECT name, object_id, create_date FROM sys.tables ORDER BY name
SELECT object_name(object_id), schema_name(schema_id), type_name(user_type_id) FROM sys.objects
SELECT count_big(*), checksum(name), hashbytes('SHA2_256', name) FROM customers
SELECT format(created_at, 'yyyy-MM'), concat(a, b), left(a, 2), right(a, 2), ltrim(a), rtrim(a) FROM t
SELECT value FROM string_split('a,b,c', ',')
SELECT row_number() OVER (ORDER BY id) AS rn, lag(total) OVER (ORDER BY id) FROM orders ORDER BY id OFFSET 10 ROWS FETCH NEXT 10 ROWS ONLY
SELECT parsename('a.b', 1), quotename(name), str(price, 10, 2), space(3), unicode('a'), nchar(65) FROM t
SELECT stdev(price), var(price), square(3), rand(), pi(), log10(100) FROM products
SELECT datefromparts(2026, 1, 2), datetimefromparts(2026, 1, 2, 0, 0, 0, 0), switchoffset(ts, '+01:00') FROM t
SELECT s.name, t.name FROM sys.schemas s JOIN sys.tables t ON t.schema_id = s.schema_id
SELECT name, coalesce(phone, 'n/a') FROM dbo.customers WHERE city = 'Oslo' ORDER BY name
SELECT concat_ws(', ', last_name, first_name), upper(country), substring(zip, 1, 2), reverse(code) FROM dbo.people
SELECT datediff_big(second, a, b), datetrunc(month, d), sysdatetimeoffset(), todatetimeoffset(d, '+01:00') FROM t
SELECT dense_rank() OVER (PARTITION BY dept ORDER BY salary DESC) AS r, first_value(name) OVER (ORDER BY salary) FROM employees
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY salary) OVER (PARTITION BY dept) FROM employees
SELECT grouping(region), sum(amount) FROM sales GROUP BY CUBE (region, product)
SELECT c.name, t.name, c.max_length FROM sys.columns c JOIN sys.types t ON t.user_type_id = c.user_type_id WHERE c.object_id = object_id('dbo.orders')
SELECT translate(a, 'x', 'y'), string_escape(a, 'json'), soundex(a), difference(a, b), ascii(a), char(65) FROM t
SELECT isnumeric(x), isdate(y), nullif(a, b), abs(a), ceiling(a), floor(a), round(a, 2), sign(a), power(a, 2), atn2(1, 2) FROM t
SELECT host_name(), app_name(), serverproperty('Edition'), databasepropertyex('shop', 'Status'), original_login()
WITH latest AS (SELECT customer_id, max(created_at) AS at FROM dbo.orders GROUP BY customer_id) SELECT * FROM latest WHERE at > dateadd(month, -1, getdate())
SELECT approx_count_distinct(user_id), string_agg(concat(a, b), ',') FROM t
SELECT year(d) * 100 + month(d) AS period, count(*) FROM t GROUP BY year(d) * 100 + month(d)
SELECT least(a, b), greatest(a, b), left(name, 1), len(trim(name)) FROM t
SELECT eomonth(getdate(), -1), datename(weekday, getdate()), datepart(iso_week, getdate())
