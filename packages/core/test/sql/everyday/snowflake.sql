SELECT iff(total > 100, 'big', 'small'), nvl(a, 0), nvl2(a, b, c), zeroifnull(a), nullifzero(b) FROM orders
SELECT to_date(created_at), to_varchar(id), to_number('12'), try_to_number(x), to_timestamp_ntz(ts) FROM t
SELECT date_trunc('month', created_at), dateadd('day', -7, current_date()), datediff('day', a, b) FROM orders
SELECT listagg(name, ', ') WITHIN GROUP (ORDER BY name) FROM tags
SELECT count_if(status = 'open'), approx_count_distinct(user_id), median(total), ratio_to_report(total) OVER () FROM orders
SELECT parse_json(data), object_construct('a', 1), array_size(items), get_path(data, 'a.b'), typeof(v) FROM raw
SELECT array_agg(name), array_construct(1, 2), array_contains(1, items), array_to_string(items, ',') FROM t
SELECT split_part(email, '@', 2), regexp_substr(x, '[0-9]+'), regexp_count(x, 'a'), contains(x, 'b'), startswith(x, 'c') FROM t
SELECT current_warehouse(), current_database(), current_account()
SELECT dayname(d), monthname(d), weekofyear(d), last_day(d), add_months(d, 1), months_between(a, b) FROM t
SELECT div0(a, b), square(a), haversine(1, 2, 3, 4), width_bucket(a, 0, 10, 5), hash(a) FROM t
SELECT sha2(email), md5_hex(email), base64_encode(x), uuid_string(), randstr(5, random()) FROM t
SELECT table_name, row_count, bytes FROM information_schema.tables WHERE table_schema = 'PUBLIC'
SELECT try_parse_json(x), as_varchar(v), is_integer(v), strip_null_value(v), object_keys(v) FROM raw
SELECT convert_timezone('UTC', 'Europe/Berlin', ts), time_slice(ts, 15, 'MINUTE'), date_part('hour', ts) FROM events
SELECT equal_null(a, b), greatest(a, b), decode(status, 1, 'open', 2, 'done', 'other'), initcap(name) FROM t
SELECT conditional.a FROM (SELECT max_by(name, score) AS a FROM t) conditional
SELECT count(*) FROM sales.public.orders WHERE created_at >= dateadd('month', -1, current_timestamp())
SELECT object_construct('id', id, 'tags', array_agg(tag)) FROM t GROUP BY id
SELECT approx_percentile(total, 0.9), covar_pop(a, b), mode(x), hash_agg(a), any_value(b) FROM t
SELECT nth_value(x, 2) OVER (ORDER BY y), ratio_to_report(x) OVER (PARTITION BY z), conditional_sum FROM t
SELECT to_char(d, 'YYYY-MM'), to_decimal('1.5', 10, 2), try_to_date(s), try_to_timestamp(s), to_boolean(b) FROM t
SELECT editdistance(a, b), jarowinkler_similarity(a, b), soundex(a), translate(a, 'x', 'y'), strtok(a, ',', 1) FROM t
SELECT bitand(a, b), bitor(a, b), bitxor(a, b), bitshiftleft(a, 1), booland_agg(c), boolor_agg(d) FROM t
SELECT date_from_parts(2026, 1, 2), timestamp_from_parts(2026, 1, 2, 3, 4, 5), next_day(d, 'mo'), previous_day(d, 'fr') FROM t
SELECT seq.value, seq.index FROM t, LATERAL flatten(t.items) AS seq
SELECT monthname(d), dayofweekiso(d), yearofweek(d), quarter(d), hour(ts), minute(ts), second(ts) FROM t
SELECT regexp_like(a, 'x.*'), regexp_instr(a, 'x'), rlike(a, 'x'), charindex('x', a), insert(a, 1, 1, 'y') FROM t
SELECT sha1_hex(a), md5(a), hex_encode(a), try_base64_decode_string(b), check_json(c) FROM t
SELECT listagg(name, '|') WITHIN GROUP (ORDER BY name), array_distinct(a), array_slice(a, 0, 2), array_cat(a, b) FROM t GROUP BY a, b
SELECT parse_url(u), parse_ip(i, 'inet'), is_null_value(v), as_integer(v), get(v, 0) FROM t
