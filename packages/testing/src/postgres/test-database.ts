/**
 * A database of its own for a file of tests, on a real PostgreSQL that all files of one run share. The server starts
 * with the first file that needs it and ends with the run.
 */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'

export interface TestDatabase {
  readonly url: string
  /** For what a test wants to see or to break, beside the store. */
  run(sql: string): Promise<readonly unknown[]>
  /** Nothing is left of it, whoever is still connected. */
  drop(): Promise<void>
}

const READY_WITHIN_MS = 110_000
const LOOK_EVERY_MS = 50

export async function createTestDatabase(): Promise<TestDatabase> {
  const server = await startOnce()
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await runAt(`${server}/postgres`, `create database ${name}`)
  const url = `${server}/${name}`
  return {
    url,
    run: (sql) => runAt(url, sql),
    async drop() {
      await runAt(`${server}/postgres`, `drop database if exists ${name} with (force)`)
    },
  }
}

let started: Promise<string> | null = null

async function startOnce(): Promise<string> {
  return await (started ??= start())
}

/** The run is the process that started this worker. */
async function start(): Promise<string> {
  const folder = join(tmpdir(), `holdpoint-postgres-${process.ppid}`)
  if (claim(folder)) {
    const program = fileURLToPath(new URL('serve-postgres.mjs', import.meta.url))
    const errors = openSync(join(folder, 'errors'), 'w')
    const child = spawn(process.execPath, [program, folder, String(process.ppid)], {
      detached: true,
      stdio: ['ignore', 'ignore', errors],
    })
    child.unref()
    closeSync(errors)
  }
  const giveUpAt = performance.now() + READY_WITHIN_MS
  while (performance.now() < giveUpAt) {
    if (existsSync(join(folder, 'ready'))) return (readJson(folder, 'ready') as { readonly url: string }).url
    if (existsSync(join(folder, 'failed'))) {
      throw new Error((readJson(folder, 'failed') as { readonly reason: string }).reason)
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
  throw new Error(`PostgreSQL did not start in time: see ${folder}.`)
}

/** The first one makes the folder. */
function claim(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: 0o755 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function readJson(folder: string, name: string): unknown {
  return JSON.parse(readFileSync(join(folder, name), 'utf8'))
}

async function runAt(url: string, sql: string): Promise<readonly unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return ((await client.query(sql)) as { readonly rows: readonly unknown[] }).rows
  } finally {
    await client.end()
  }
}
