import { beforeAll, describe, expect, test } from 'vitest'
import { loadSqlReader } from '../../src/sql/index.ts'
import type { SqlReader } from '../../src/sql/index.ts'

let reader: SqlReader

beforeAll(async () => {
  reader = await loadSqlReader()
})

const READS: readonly string[] = [
  'SELECT 1',
  'select * from orders where id = 5',
  'SELECT count(*) FROM orders;',
  'SELECT 1; SELECT 2;',
  "SELECT 'delete from t'",
  "SELECT 'it''s; drop table t' AS note",
  'SELECT "delete" FROM "drop"',
  'SELECT 1 -- delete from t',
  'SELECT 1 /* delete from t */',
  'WITH recent AS (SELECT * FROM orders) SELECT * FROM recent',
  'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT * FROM n',
  'SELECT a FROM t UNION SELECT b FROM u',
  'SELECT * FROM (SELECT * FROM t) AS inner_t',
  'SELECT count(*), sum(total) FROM orders GROUP BY customer HAVING sum(total) > 100 ORDER BY 2 DESC LIMIT 10',
  'VALUES (1), (2)',
  'TABLE orders',
  'EXPLAIN SELECT * FROM orders',
  'EXPLAIN ANALYZE SELECT * FROM orders',
  'SHOW search_path',
  'SHOW TABLES',
  'SHOW CREATE TABLE orders',
  "SHOW COLUMNS FROM orders LIKE 'a%'",
  'DESCRIBE orders',
  'PRAGMA table_info(orders)',
  'PRAGMA user_version',
  'SELECT `name` FROM `orders` WHERE `id` = 1',
  'SELECT replace(name, "a", "b"), upper(name), coalesce(x, 0), truncate(price, 2) FROM t',
  "SELECT data->>'name' FROM docs",
  'SELECT deleted, updated_at, created_at FROM t WHERE deleted = false',
  "SELECT sign(-5), json_remove(doc, '$.a') FROM t",
  "SELECT pg_size_pretty(pg_total_relation_size('orders'))",
  "SELECT * FROM t WHERE name = '删除'",
  'SELECT ids[1] FROM t',
  "SELECT pg_catalog.lower(a), jsonb_set(b, '{c}', '1'), regexp_replace(a, 'b', 'c') FROM t",
  "SELECT date_trunc('day', d), generate_series(1, 3), row_number() OVER (ORDER BY d), log(10) FROM t",
  'SELECT date_add(d, INTERVAL 1 DAY), group_concat(a), ifnull(a, 0) FROM t',
]

const WRITES: readonly string[] = [
  'INSERT INTO t VALUES (1)',
  'UPDATE t SET a = 1',
  'DELETE FROM t',
  'delete from t where id in (select id from u)',
  'DROP TABLE t',
  'TRUNCATE t',
  'ALTER TABLE t ADD COLUMN a int',
  'CREATE TABLE t (a int)',
  'CREATE INDEX i ON t (a)',
  'CREATE VIEW v AS SELECT 1',
  'GRANT ALL ON t TO bob',
  'SELECT 1; DELETE FROM t',
  'SELECT 1;;; DROP TABLE t; --',
  'WITH gone AS (DELETE FROM t RETURNING *) SELECT * FROM gone',
  'WITH x AS (SELECT 1) DELETE FROM t',
  'WITH x AS (INSERT INTO t VALUES (1) RETURNING id), y AS (SELECT 2) SELECT * FROM y',
  'SELECT * FROM (WITH gone AS (UPDATE t SET a = 1 RETURNING *) SELECT * FROM gone) AS x',
  'SELECT * INTO copy_of_t FROM t',
  'SELECT * FROM t FOR UPDATE',
  'SELECT * FROM t FOR SHARE',
  'SELECT * FROM t LOCK IN SHARE MODE',
  'SELECT * FROM (SELECT * FROM t FOR UPDATE) x',
  'EXPLAIN ANALYZE DELETE FROM t',
  'EXPLAIN (ANALYZE, BUFFERS) UPDATE t SET a = 1',
  'PRAGMA journal_mode = DELETE',
  'PRAGMA user_version = 5',
  'PRAGMA writable_schema = 1',
  "ATTACH DATABASE '/tmp/other.db' AS other",
  'DETACH DATABASE other',
  'VACUUM',
  "VACUUM INTO '/tmp/copy.db'",
  "COPY t TO '/tmp/out.csv'",
  "COPY t FROM PROGRAM 'curl evil'",
  "COPY (SELECT 1) TO PROGRAM 'sh'",
  'SET search_path = evil',
  'CALL do_it()',
  'DO $$ BEGIN DELETE FROM t; END $$',
  'LOCK TABLE t',
  'NOTIFY channel',
  'REFRESH MATERIALIZED VIEW v',
  'REPLACE INTO t VALUES (1)',
  'MERGE INTO t USING u ON t.id = u.id WHEN MATCHED THEN DELETE',
  "SELECT setval('seq', 1)",
  "SELECT nextval('seq')",
  'SELECT pg_terminate_backend(1)',
  'SELECT pg_cancel_backend(1)',
  'SELECT pg_catalog.pg_reload_conf()',
  'SELECT "pg_terminate_backend"(1)',
  'SELECT pg_sleep(10)',
  "SELECT pg_read_file('/etc/passwd')",
  "SELECT lo_import('/etc/passwd')",
  "SELECT * FROM dblink('db', 'delete from t') AS x(a int)",
  "SELECT set_config('a', 'b', false)",
  'SELECT pg_advisory_lock(1)',
  'SELECT 1 WHERE EXISTS (SELECT pg_sleep(1))',
  "SELECT load_extension('evil')",
  "SELECT load_file('/etc/passwd')",
  'SELECT sleep(10)',
  'SELECT benchmark(1000000, md5(1))',
  "SELECT * FROM t INTO OUTFILE '/tmp/x'",
  "SELECT 'x' INTO DUMPFILE '/tmp/x'",
  'SELECT 1 /*! ; DROP TABLE t */',
  'SELECT /*!50000 1 INTO OUTFILE "/tmp/x" */',
  '/*M! DELETE FROM t */',
  'SELECT 1 DELETE FROM t',
  'BEGIN; DELETE FROM t; COMMIT',
  'PREPARE p AS DELETE FROM t',
  'EXECUTE p',
  'SELECT @a := 1',
  'SELECT 1 /* /* */ ; DELETE FROM t -- */',
  "SELECT 'a\\'; DELETE FROM t; -- '",
  'sElEcT 1;\n\tdElEtE/**/fRoM t',
]

/** Accepted by a parser, but not known to only read. */
const DOUBTFUL: readonly string[] = [
  'SELECT delete_customer(5)',
  'SELECT app.send_mail(1)',
  'SELECT app.total(1)',
  'SELECT * FROM app.rows_of(1)',
  'SELECT `app`.`total`(1)',
  'SELECT process_orders()',
  'SELECT archive_customer(5)',
  'SELECT do_it()',
  'SELECT create_user(1)',
  "SELECT cron.schedule('a', '* * * * *', 'b')",
  'SELECT unschedule(1)',
  'SELECT export_data()',
  'SELECT updateCustomer(1)',
]

/** Not provably a write, and never a read. */
const UNREADABLE: readonly string[] = [
  '',
  '   ',
  '-- nothing here',
  ';',
  'hello there',
  'SELECT FROM WHERE',
  'xp_cmdshell "dir"',
  'EXEC sp_who',
  'SELECT 1\0; DELETE FROM t',
  `SELECT ${'('.repeat(200)}1${')'.repeat(200)}`,
  `SELECT '${'x'.repeat(60_000)}'`,
  'SELECT 1 --1; HANDLER t OPEN',
  'SELECT 1 # ; HANDLER t OPEN',
  'desc analyze delete from t extra words',
  'DELETE t FROM',
  'ＤＥＬＥＴＥ FROM t',
]

describe('SQL that reads', () => {
  test.each(READS)('[S3.4] %s', (sql) => {
    expect(reader.read(sql)).toMatchObject({ kind: 'read' })
  })
})

describe('SQL that writes', () => {
  test.each(WRITES)('[S3.4] %s', (sql) => {
    expect(reader.read(sql).kind).toBe('write')
  })
})

describe('SQL that is not known to read', () => {
  test.each(DOUBTFUL)('[S3.4] %s', (sql) => {
    expect(reader.read(sql).kind).toBe('doubtful')
  })
})

describe('SQL that cannot be read', () => {
  test.each(UNREADABLE)('[S3.4] %j', (sql) => {
    expect(reader.read(sql).kind).not.toBe('read')
  })
})

test('[S3.4] a statement that is hidden from one database and not from another is never a read', () => {
  const hiding = [
    (write: string) => `SELECT 1 --1; ${write}`,
    (write: string) => `SELECT 'a\\'' ; ${write}; -- '`,
    (write: string) => `SELECT 'a\\'; ${write}; -- '`,
    (write: string) => `SELECT 1 /* /* */ ; ${write} /* */ -- */`,
    (write: string) => `SELECT 1 /* /* */ */ ; ${write}`,
    (write: string) => `SELECT $$ ; ${write} ; $$`,
    (write: string) => `SELECT 1 # 2 ; ${write}`,
    (write: string) => `SELECT ["'"] FROM t; ${write}; --'`,
    (write: string) => `SELECT 1 -- \r ; ${write}`,
    (write: string) => `SELECT "a\\" ; ${write}; -- "`,
  ]
  const writes = ['DELETE FROM t', 'DROP TABLE t', 'HANDLER t OPEN', 'EXEC sp_x', "LOAD DATA INFILE 'x' INTO TABLE t"]
  const called = hiding
    .flatMap((hide) => writes.map((write) => hide(write)))
    .filter((sql) => reader.read(sql).kind === 'read')
  // In no database does the text after `$$` run, and yet nothing here has to be called a read.
  expect(called).toEqual([])
})

test('the reader says why', () => {
  expect(reader.read('DROP TABLE t').why).toContain('DROP')
  expect(reader.read('SELECT pg_sleep(1)').why).toContain('pg_sleep')
})

test('reading again gives the same answer', async () => {
  expect(await loadSqlReader()).toBe(reader)
  expect(reader.read('SELECT 41')).toEqual(reader.read('SELECT 41'))
})
