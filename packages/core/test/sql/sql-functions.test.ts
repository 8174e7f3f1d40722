import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadSqlReader } from '../../src/sql/index.ts'
import type { SqlContext, SqlEngine, SqlReader } from '../../src/sql/index.ts'
import { HIDINGS, HOSTILE_SQL } from './hostile-sql.ts'

let reader: SqlReader

beforeAll(async () => {
  reader = await loadSqlReader()
})

const folder = new URL('./everyday/', import.meta.url)
const everyday = readdirSync(folder).map((file) => ({
  engine: file.replace('.sql', '') as SqlEngine,
  statements: readFileSync(new URL(file, folder), 'utf8')
    .split('\n')
    .filter((line) => line !== ''),
}))

const on = (engine: SqlEngine, ...functions: string[]): SqlContext => ({ engine, functions })
const kindOf = (sql: string, context?: SqlContext): string => reader.read(sql, context).kind

describe('everyday SQL', () => {
  test('[X11.A1] 500 ordinary SELECTs of five engines and more', () => {
    expect(everyday.flatMap(({ statements }) => statements).length).toBeGreaterThanOrEqual(500)
    expect(everyday.map(({ engine }) => engine)).toEqual(
      expect.arrayContaining(['postgres', 'mysql', 'sqlite', 'bigquery', 'sqlserver']),
    )
  })

  test.each(everyday)('[X11.A1] passes as a read, whatever the engine: $engine', ({ statements }) => {
    const asked = statements.map((sql) => ({ sql, ...reader.read(sql) })).filter(({ kind }) => kind !== 'read')
    expect(asked).toEqual([])
  })

  test.each(everyday)('[X11.A1] passes as a read where the engine is named: $engine', ({ engine, statements }) => {
    const asked = statements
      .map((sql) => ({ sql, ...reader.read(sql, on(engine)) }))
      .filter(({ kind }) => kind !== 'read')
    expect(asked).toEqual([])
  })
})

describe('hostile SQL', () => {
  test.each(Object.entries(HOSTILE_SQL))('[X11.A1] %s: none is a read', (_family, statements) => {
    expect(statements.filter((sql) => kindOf(sql) === 'read')).toEqual([])
  })

  test('[X11.A1] a function in capitals, in mixed case and in quotes is the same function', () => {
    const spelt = ['TS_REWRITE', 'Ts_Rewrite', '"ts_rewrite"', 'pg_catalog.ts_rewrite', 'PG_CATALOG.TS_REWRITE']
    expect(spelt.filter((name) => kindOf(`SELECT ${name}('a', 'b')`) === 'read')).toEqual([])
  })

  test.each(Object.entries(HIDINGS))('[X11.A1] text that databases cut differently asks: %s', (_name, hide) => {
    const writes = [
      'DELETE FROM t',
      'DROP TABLE t',
      'HANDLER t OPEN',
      "LOAD DATA INFILE 'x' INTO TABLE t",
      'SELECT sleep(9)',
    ]
    expect(writes.map(hide).filter((sql) => kindOf(sql) === 'read')).toEqual([])
  })

  test('[X11.A1] blanks other than those of ASCII ask outside quotes, and pass inside', () => {
    const blanks = Array.from(
      '\u00a0\u1680\u2000\u2003\u2007\u2009\u200b\u2028\u2029\u202f\u205f\u2060\u3000\ufeff\u0085\u000b\f\u001c\u180e',
    )
    for (const blank of blanks) {
      expect([blank, kindOf(`SELECT${blank}1`)]).not.toEqual([blank, 'read'])
      expect([blank, kindOf(`SELECT 1 ${blank}FROM t`)]).not.toEqual([blank, 'read'])
    }
    expect(kindOf('SELECT \'a\u00a0b\u3000c\', "x\u00a0y" FROM t')).toBe('read')
    expect(kindOf('SELECT 1 -- 所有\u3000订单\r\nFROM t')).toBe('read')
  })
})

describe('the engine is named', () => {
  test('[X11.A1] only its own functions count', () => {
    expect(kindOf("SELECT ifnull(a, 0), strftime('%Y', b) FROM t")).toBe('read')
    expect(kindOf('SELECT ifnull(a, 0) FROM t', on('sqlite'))).toBe('read')
    expect(kindOf('SELECT ifnull(a, 0) FROM t', on('mysql'))).toBe('read')
    expect(kindOf('SELECT ifnull(a, 0) FROM t', on('postgres'))).toBe('doubtful')
    expect(kindOf("SELECT date_format(d, '%Y') FROM t", on('sqlite'))).toBe('doubtful')
    expect(kindOf('SELECT string_agg(a, b), pg_typeof(a) FROM t', on('mysql'))).toBe('doubtful')
  })

  test('[X11.A1] a function that another engine misuses is asked for only while the engine is unknown', () => {
    expect(kindOf("SELECT error('x')")).not.toBe('read')
    expect(kindOf("SELECT error('x')", on('bigquery'))).toBe('read')
  })

  test('[X11.A1] only its own words, strings and comments count', () => {
    expect(kindOf("SELECT data #>> '{a,b}' FROM t")).not.toBe('read')
    expect(kindOf("SELECT data #>> '{a,b}' FROM t", on('postgres'))).toBe('read')
    expect(kindOf("SELECT * FROM t WHERE a LIKE '%\\%' ESCAPE '\\'", on('postgres'))).toBe('read')
    expect(kindOf("SELECT E'it\\'s', $$a;b$$, U&'\\0061' FROM t --x", on('postgres'))).toBe('read')
    expect(kindOf('SELECT 1 # all\nFROM t', on('mysql'))).toBe('read')
    expect(kindOf('SELECT 1 # all\n; DELETE FROM t', on('mysql'))).toBe('write')
    expect(kindOf("SELECT 'a\\'; DELETE FROM t; -- '", on('mysql'))).not.toBe('read')
    expect(kindOf("SELECT 'a\\'; DELETE FROM t; -- '", on('postgres'))).toBe('write')
    expect(kindOf('SELECT 1 # x\n, 2', on('sqlite'))).not.toBe('read')
    expect(kindOf('SELECT 1 /*! ; DELETE FROM t */', on('mariadb'))).toBe('write')
  })

  test.each(['postgres', 'mysql', 'sqlite', 'duckdb'] as const)('[X11.A1] what is hostile stays so: %s', (engine) => {
    const families = Object.entries(HOSTILE_SQL).filter(([family]) => !/look like columns|SQL Server/.test(family))
    // The same function there, however it is written; and no function in FROM.
    const plainThere = /^SELECT "(?:Lower|LOWER)"\(a\)|FROM glob\(/
    const passed = families.flatMap(([, statements]) => statements).filter((sql) => kindOf(sql, on(engine)) === 'read')
    expect(passed.filter((sql) => engine === 'postgres' || !plainThere.test(sql))).toEqual([])
  })
})

describe('functions that the operator adds', () => {
  test('[X11.A1] pass as they are written, and no others', () => {
    const added: SqlContext = { engine: null, functions: ['total_of', 'app.rate', 'App.Exact'] }
    expect(kindOf('SELECT total_of(1), TOTAL_OF(2), app.rate(3) FROM t', added)).toBe('read')
    expect(kindOf('SELECT total_of(1) FROM t')).toBe('doubtful')
    expect(kindOf('SELECT rate(1)', added)).toBe('doubtful')
    expect(kindOf('SELECT other.rate(1)', added)).toBe('doubtful')
    expect(kindOf('SELECT app.total_of(1)', added)).toBe('doubtful')
    expect(kindOf('SELECT "Total_Of"(1)', added)).toBe('doubtful')
    expect(kindOf('SELECT "App"."Exact"(1)', added)).toBe('read')
  })

  test('[X11.A1] the same statement is read anew under another context', () => {
    expect(kindOf('SELECT total_of(9)', { engine: null, functions: ['total_of'] })).toBe('read')
    expect(kindOf('SELECT total_of(9)')).toBe('doubtful')
    expect(kindOf('SELECT total_of(9)', on('postgres', 'total_of'))).toBe('read')
  })
})
