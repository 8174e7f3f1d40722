// Proves on real PostgreSQL servers that what the reader calls a read changes nothing: every function of the catalogue,
// with the extensions at hand, is called in several spellings with arguments that would do harm; what the reader calls
// a read is run in a database that tells whether anything was written, locked, set or awaited.
//
//   npm run build && node scripts/sql-functions/check-postgres.mjs
//
// A write is told by the server itself: a transaction gets a number when it first writes. Some statements that are
// known to write are run too, so that a check that sees nothing fails.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadSqlReader } from '../../packages/core/dist/sql/index.js'
import { postgresPrograms, psql, startPostgres, withFolder } from './engines.mjs'

const HARM = "'SELECT do_it(1)'"

/** Values by type; `NULL` of the type where there is none. */
const VALUES = {
  text: HARM,
  'character varying': HARM,
  name: "'victims'",
  regclass: "'victims'::regclass",
  regtype: "'int4'::regtype",
  oid: "'victims'::regclass::oid",
  integer: '1',
  bigint: '1::bigint',
  smallint: '1::smallint',
  boolean: 'true',
  'double precision': '0.5::float8',
  real: '0.5::float4',
  numeric: '1::numeric',
  character: "'a'::char",
  bytea: "'a'::bytea",
  json: `'{"a": 1}'::json`,
  jsonb: `'{"a": 1}'::jsonb`,
  jsonpath: "'$.a'::jsonpath",
  tsquery: "'a'::tsquery",
  tsvector: "'a b'::tsvector",
  regconfig: "'simple'::regconfig",
  interval: "'3 seconds'::interval",
  date: "'2026-01-01'::date",
  timestamp: 'now()::timestamp',
  'timestamp without time zone': 'now()::timestamp',
  'timestamp with time zone': 'now()',
  xml: "'<a/>'::xml",
  inet: "'10.0.0.1'::inet",
  uuid: "'00000000-0000-0000-0000-000000000000'::uuid",
  refcursor: "'c'::refcursor",
  'text[]': "ARRAY['a', 'b']",
  'integer[]': 'ARRAY[1, 2]',
  anyelement: '1',
  anynonarray: '1',
  anyarray: 'ARRAY[1, 2]',
  anycompatible: '1',
  anycompatiblearray: 'ARRAY[1, 2]',
  '"any"': '1',
  record: 'ROW(1, 2)',
  geometry: "'POINT(1 2)'::geometry",
  hstore: `'a=>1'::hstore`,
}

const FUNCTIONS = `
  SELECT json_agg(json_build_object('name', p.proname, 'schema', n.nspname, 'types', (
    SELECT coalesce(json_agg(format_type(t, NULL) ORDER BY o), '[]') FROM unnest(p.proargtypes) WITH ORDINALITY AS a(t, o))))
  FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
  WHERE p.prokind <> 'p' AND p.prorettype::regtype::text NOT IN ('internal', 'trigger', 'event_trigger', 'language_handler',
    'fdw_handler', 'index_am_handler', 'tsm_handler', 'table_am_handler') AND NOT 'internal'::regtype = ANY (p.proargtypes)`

const PLAYGROUND = `
  CREATE TABLE victims (id int, note text);
  INSERT INTO victims SELECT i, 'note' FROM generate_series(1, 5) i;
  CREATE SEQUENCE numbers;
  SELECT nextval('numbers');
  CREATE FUNCTION do_it(int) RETURNS int LANGUAGE plpgsql AS 'BEGIN INSERT INTO victims VALUES (1); RETURN 1; END';
  CREATE FUNCTION state_of_all() RETURNS text LANGUAGE sql AS $$
    SELECT concat_ws('/', (SELECT count(*) FROM victims), (SELECT last_value FROM numbers), (SELECT count(*) FROM pg_class),
      (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'), (SELECT count(*) FROM pg_largeobject_metadata),
      (SELECT count(*) FROM pg_listening_channels()), (SELECT count(*) FROM pg_replication_slots),
      (SELECT md5(string_agg(name || coalesce(setting, ''), '' ORDER BY name)) FROM pg_settings WHERE name !~ '\\.'), current_setting('a.b', true))
  $$;
  CREATE FUNCTION probe(statement text) RETURNS text LANGUAGE plpgsql AS $$
    DECLARE before text := state_of_all(); failed text := 'ran';
    BEGIN
      BEGIN EXECUTE statement; EXCEPTION WHEN OTHERS THEN failed := SQLSTATE; END;
      IF pg_current_xact_id_if_assigned() IS NOT NULL THEN RETURN 'WROTE'; END IF;
      IF state_of_all() <> before THEN RETURN 'CHANGED'; END IF;
      RETURN failed;
    END $$;`

/** Known to write: the check has to see it. */
const CONTROLS = [
  "SELECT ts_rewrite('a'::tsquery, 'SELECT do_it(1)')",
  "SELECT nextval('numbers')",
  "SELECT query_to_xml('SELECT do_it(1)', true, false, '')",
  'SELECT do_it(1)',
  'SELECT g.do_it FROM generate_series(1, 1) AS g',
  'SELECT pg_advisory_lock(1)',
  "SELECT set_config('a.b', 'c', false)",
  'SELECT txid_current()',
  "SELECT * FROM crosstab('SELECT do_it(1), 2, 3') AS x(a int)",
]

const reader = await loadSqlReader()
const isRead = (sql) =>
  reader.read(sql).kind === 'read' || reader.read(sql, { engine: 'postgres', functions: [] }).kind === 'read'

await withFolder(async (folder, onStop) => {
  for (const bin of postgresPrograms(folder)) {
    const server = startPostgres(bin, folder, onStop)
    psql(server, PLAYGROUND)
    const functions = JSON.parse(psql(server, FUNCTIONS))
    const statements = [...new Set(functions.flatMap(spell))]
    const reads = statements.filter(isRead)
    const found = probe(server, folder, reads)
    const seen = probe(server, folder, CONTROLS)
    const count = (answer) => found.filter((each) => answer.test(each)).length
    console.log(
      `${psql(server, 'SHOW server_version')}: ${functions.length} functions, ${statements.length} statements, ` +
        `${reads.length} called reads, of which ${count(/^ran$/)} ran, ${count(/^[0-9A-Z]{5}$/)} failed, ` +
        `${count(/WROTE|CHANGED|waited/)} wrote, changed or waited; ` +
        `${seen.filter((each) => /WROTE|CHANGED/.test(each)).length} of ${CONTROLS.length} controls seen`,
    )
    for (const [index, each] of found.entries()) if (/WROTE|CHANGED|waited/.test(each)) report(each, reads[index])
    for (const [index, each] of seen.entries())
      if (!/WROTE|CHANGED/.test(each)) report(`unseen (${each})`, CONTROLS[index])
    const called = CONTROLS.filter(isRead)
    for (const control of called) report('called a read', control)
  }
})

function report(what, sql) {
  process.exitCode = 1
  console.error(`  ${what}: ${sql}`)
}

/** The ways to call one function. */
function spell({ name, schema, types }) {
  const quoted = `"${name}"`
  const values = types.map((type) => VALUES[type] ?? `NULL::${type}`)
  const args = values.join(', ')
  const plain = /^[a-z_][a-z0-9_]*$/.test(name) ? name : quoted
  const calls = [plain, `${schema}.${plain}`].map((each) => `${each}(${args})`)
  const nulls = `${plain}(${types.map((type) => `NULL::${type}`).join(', ')})`
  const [first] = values
  const attribute =
    types.length === 1
      ? [
          `SELECT g.${plain} FROM unnest(ARRAY[${first}]) AS g`,
          `SELECT (${first}).${plain}`,
          `SELECT v.${plain} FROM victims v`,
          `SELECT g.${plain} FROM generate_series(1, 2) AS g`,
        ]
      : []
  return [...calls.map((call) => `SELECT ${call}`), `SELECT * FROM ${calls[0]} AS x`, `SELECT ${nulls}`, ...attribute]
}

function probe({ host, user, database }, folder, statements) {
  const file = join(folder, 'probes.sql')
  const quoted = statements.map((sql) => `SELECT 'answer:' || probe($probe$${sql}$probe$);`)
  writeFileSync(file, `SET statement_timeout = '2s';\n${quoted.map((line) => `\\echo next\n${line}`).join('\n')}\n`)
  const output = execFileSync('psql', ['-X', '-At', '-q', '-h', host, '-U', user, '-d', database, '-f', file], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  // A statement that was cut off has no answer.
  return output
    .split('next\n')
    .slice(1)
    .map((part) => /answer:(\w+)/.exec(part)?.[1] ?? 'waited')
}
