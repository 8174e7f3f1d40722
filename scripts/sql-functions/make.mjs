// Makes packages/core/src/sql/functions/*.ts from real engines: which of their functions change nothing, and which do
// more.
//
//   node scripts/sql-functions/make.mjs [postgres] [mysql] [sqlite] [duckdb]
//
// Needs: PostgreSQL with contrib and PostGIS (Debian: postgresql, postgresql-15-postgis-3), MariaDB (mariadb-server),
// and the package registry for a newer PostgreSQL and for DuckDB. What is made is committed; the build never runs this.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DUCKDB, installPackage, postgresPrograms, startMariadb, startPostgres, withFolder } from './engines.mjs'

const target = join(dirname(fileURLToPath(import.meta.url)), '../../packages/core/src/sql/functions')
const WIDTH = 118

const makers = {
  postgres: async (folder, onStop) => {
    const servers = postgresPrograms(folder).map((bin) => startPostgres(bin, folder, onStop))
    return (await import('./postgres.mjs')).readPostgres(servers)
  },
  mysql: async (folder, onStop) => (await import('./mariadb.mjs')).readMariadb(await startMariadb(folder, onStop)),
  sqlite: async () => (await import('./sqlite.mjs')).readSqlite(),
  duckdb: async (folder) => await (await import('./duckdb.mjs')).readDuckdb(installPackage(folder, DUCKDB)),
}

const asked = process.argv.slice(2)
if (asked.some((name) => !Object.hasOwn(makers, name))) {
  console.error(`Usage: node scripts/sql-functions/make.mjs [${Object.keys(makers).join('] [')}]`)
  process.exit(2)
}
mkdirSync(target, { recursive: true })
await withFolder(async (folder, onStop) => {
  for (const name of asked.length === 0 ? Object.keys(makers) : asked) {
    const { engine, ...lists } = await makers[name](folder, onStop)
    const file = join(target, `${name}.ts`)
    writeFileSync(file, moduleOf(name, engine, lists))
    const counts = Object.entries(lists).map(([list, names]) => `${list} ${names.size}`)
    console.log(`${name}: ${engine}: ${counts.join(', ')}`)
  }
})

function moduleOf(
  name,
  engine,
  { harmless, unsafe, unsafeTables = new Set(), operators = new Set(), records = new Set() },
) {
  return `/** Made by scripts/sql-functions/make.mjs from ${engine}. Not edited by hand. */
import type { FunctionLists } from './function-lists.ts'

export const ${name.toUpperCase()}_FUNCTIONS: FunctionLists = {
  harmless: \`${wrapped(harmless)}\`,
  unsafe: \`${wrapped(unsafe)}\`,
  unsafeTables: \`${wrapped(unsafeTables)}\`,
  operators: \`${wrapped(operators)}\`,
  records: \`${wrapped(records)}\`,
}
`
}

function wrapped(names) {
  const lines = ['']
  for (const name of [...names].toSorted((one, other) => (one < other ? -1 : 1))) {
    if (/[\\`$]/.test(name)) continue
    const line = lines.at(-1)
    if (line === '' || line.length + name.length + 1 > WIDTH) lines.push(`    ${name}`)
    else lines[lines.length - 1] = `${line} ${name}`
  }
  return lines.length === 1 ? '' : `${lines.join('\n')}\n  `
}
