SELECT strftime(ts, '%Y-%m-%d'), strptime('2026-01-02', '%Y-%m-%d'), epoch(ts), epoch_ms(ts), date_diff('day', a, b) FROM events
SELECT list(name), list_contains(tags, 'x'), list_sort(tags), len(tags), array_length(tags), unnest(tags) FROM t
SELECT arg_max(name, score), arg_min(name, score), quantile_cont(score, 0.9), approx_quantile(score, 0.5), mode(x) FROM t
SELECT map_keys(m), json_extract_string(j, '$.a'), regexp_extract(x, '(\d+)', 1) FROM t
SELECT range, range * 2 FROM range(10)
SELECT time_bucket(INTERVAL '1 hour', ts), count(*) FROM events GROUP BY 1
SELECT name, column_count FROM duckdb_tables()
SELECT string_split(path, '/'), str_split(x, ','), levenshtein(a, b), jaccard(a, b), strip_accents(name) FROM t
SELECT count(*) FILTER (WHERE ok), histogram(x), entropy(x), kurtosis(x), skewness(x) FROM t
SELECT today(), now(), current_date, age(ts), dayofweek(ts), isodow(ts), last_day(ts), make_date(2026, 1, 2) FROM t
SELECT a == b, a % 3 FROM t
SELECT format_bytes(12345), printf('%d', 5), lcase(a), ucase(b), ord('a'), chr(97), bar(x, 0, 10, 20) FROM t
SELECT count(*), min(ts), max(ts) FROM events WHERE ts >= DATE '2026-01-01'
SELECT date_trunc('week', ts) AS week, count(DISTINCT user_id) FROM events GROUP BY week ORDER BY week
SELECT list_aggregate(xs, 'sum'), list_distinct(xs), list_extract(xs, 1), flatten(nested), array_slice(xs, 1, 2) FROM t
SELECT json_extract(j, '$.a'), json_array_length(j), json_keys(j), json_structure(j), to_json(r) FROM t
SELECT regexp_matches(x, 'a.*'), regexp_full_match(x, 'a'), regexp_split_to_array(x, ','), starts_with(x, 'a'), ends_with(x, 'z') FROM t
SELECT min_by(name, score), max_by(name, score), first(name), last(name), product(x), geomean(x) FROM t
SELECT to_base64(b), from_base64(s), md5(s), sha256(s), hash(s), hex(s), bin(5) FROM t
SELECT hour(ts), minute(ts), dayname(ts), monthname(ts), weekofyear(ts), yearweek(ts), epoch_us(ts) FROM t
SELECT table_name, estimated_size FROM duckdb_tables() WHERE schema_name = 'main'
SELECT damerau_levenshtein(a, b), jaro_winkler_similarity(a, b), hamming(a, b), string_agg(a, ',') FROM t
SELECT map_extract(m, 'k'), map_values(m), map_entries(m), cardinality(m), element_at(m, 'k') FROM t
SELECT generate_series, generate_series * 2 FROM generate_series(1, 5)
SELECT row_number() OVER (), ntile(4) OVER (ORDER BY x), percent_rank() OVER (ORDER BY x) FROM t
SELECT round_even(x, 1), gcd(12, 8), lcm(4, 6), factorial(5), cbrt(27), isnan(x), isinf(x), even(3) FROM t
SELECT typeof(x), alias(x), version(), current_schema(), uuid(), random() FROM t
SELECT strlen(s), instr(s, 'a'), lpad(s, 5, '0'), repeat(s, 2), translate(s, 'a', 'b'), unicode(s), parse_filename(s) FROM t
SELECT approx_count_distinct(x), approx_top_k(x, 3), reservoir_quantile(x, 0.5), mad(x), median(x) FROM t
