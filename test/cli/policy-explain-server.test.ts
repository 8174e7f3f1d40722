/** `policy explain --server` with real servers: started, asked for their tools and nothing else, ended again. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { isAlive } from '../harness/is-alive.ts'
import { HOLDPOINT, LEDGER_SERVER, REPOSITORY } from '../harness/paths.ts'
import { startProcess } from '../harness/run-wrap.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import type { TemporaryHome } from '../harness/temporary-home.ts'

interface Ran {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

interface Row {
  readonly tool: string
  readonly risk: string
  readonly answer: string
  readonly asked: string
  readonly rule: string
}

async function run(home: TemporaryHome, args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Ran> {
  const running = startProcess(process.execPath, [HOLDPOINT, 'policy', 'explain', ...args], {
    cwd: home.folder,
    environment: { ...home.environment, ...environment },
  })
  let out = ''
  running.child.stdout.setEncoding('utf8').on('data', (chunk: string) => (out += chunk))
  const { code } = await running.exited
  return { code, out, err: running.stderr() }
}

const rowsOf = ({ out }: Ran): readonly Row[] => (JSON.parse(out) as { readonly tools: readonly Row[] }).tools
const rowOf = (ran: Ran, tool: string): Partial<Row> => {
  const { risk, answer, asked, rule } = rowsOf(ran).find((row) => row.tool === tool) ?? {}
  return { risk, answer, asked, rule } as Partial<Row>
}

/** Writes down its process id, then is the ledger server. */
const LEDGER_WITH_PID = [
  process.execPath,
  '-e',
  `require('fs').writeFileSync(process.env.PID_FILE, String(process.pid)); import(process.env.LEDGER_ENTRY)`,
]

describe('policy explain --server', () => {
  test('the ledger server: every tool is rated, none is called, and it is ended', async () => {
    const home = createTemporaryHome('profile: strict')
    const pidFile = path.join(home.folder, 'pid')
    const received = path.join(home.folder, 'received.jsonl')
    const environment = { PID_FILE: pidFile, LEDGER_ENTRY: LEDGER_SERVER, RECEIVED_FILE: received }
    const ran = await run(home, ['--server', 'ledger', '--json', '--', ...LEDGER_WITH_PID], environment)
    expect(ran.code).toBe(0)
    expect(rowOf(ran, 'get_item')).toEqual({ risk: 'low', answer: 'pass', asked: 'never', rule: 'verb get' })
    expect(rowOf(ran, 'create_item')).toMatchObject({ risk: 'medium', answer: 'ask', asked: 'each' })
    expect(rowOf(ran, 'delete_item')).toMatchObject({ risk: 'high', answer: 'ask', asked: 'each' })
    expect(existsSync(home.ledgerFile) ? readFileSync(home.ledgerFile, 'utf8') : '').toBe('')
    const methods = readFileSync(received, 'utf8').match(/"method":\s*"[^"]+"/g)
    expect(methods).toEqual(['"method":"initialize"', '"method":"notifications/initialized"', '"method":"tools/list"'])
    expect(isAlive(Number(readFileSync(pidFile, 'utf8')))).toBe(false)
  })

  test('a server of the stateless era only', async () => {
    const home = createTemporaryHome()
    const ran = await run(home, ['--server', 'ledger', '--json', '--', process.execPath, LEDGER_SERVER], {
      FIXTURE_ERA: 'modern',
    })
    expect(ran.code).toBe(0)
    expect(rowsOf(ran).length).toBeGreaterThan(3)
  })

  test('[L17] the real filesystem server, as configured, is rated by its pack; so is a call without it running', async () => {
    const entry = path.join(REPOSITORY, 'node_modules/@modelcontextprotocol/server-filesystem/dist/index.js')
    const home = createTemporaryHome()
    const command = JSON.stringify([process.execPath, entry, home.folder])
    home.configure(`servers:\n  files:\n    command: ${command}\n    tools: { move_file: { risk: high } }`)
    const ran = await run(home, ['--server', 'files', '--json'])
    expect(ran.code).toBe(0)
    expect(rowsOf(ran)).toHaveLength(14)
    expect(rowOf(ran, 'edit_file')).toEqual({ risk: 'medium', answer: 'ask', asked: 'scope', rule: 'pack filesystem' })
    expect(rowOf(ran, 'move_file')).toEqual({ risk: 'high', answer: 'ask', asked: 'each', rule: 'tool override' })
    expect(rowsOf(ran).filter(({ answer }) => answer === 'pass')).toHaveLength(10)
    const table = await run(home, ['--server', 'files'])
    expect(table.out).toMatch(/edit_file +medium +ask once +pack filesystem/)
    expect(table.out).toContain('14 tools in balanced: 10 low, 3 medium, 1 high.')
    const one = await run(home, ['files', 'edit_file', `{"path":"${home.folder}/a.txt"}`, '--json'])
    expect(JSON.parse(one.out)).toMatchObject({ risk: 'medium', rule: 'pack filesystem' })
  })

  test.each([
    [['--server', 'nobody'], 1, /No server called "nobody" is configured/],
    [['--server', 'x', '--', process.execPath, '-e', 'process.exit(3)'], 1, /exited with code 3/],
    [['--server', 'x', '--', '/no/such/program'], 1, /could not be started/],
    [['--server', 'x', '--'], 2, /after -- is empty/],
  ] as const)('%j', async (args, code, says) => {
    const ran = await run(createTemporaryHome(), args)
    expect(ran.code).toBe(code)
    expect(ran.err).toMatch(says)
    expect(ran.out).toBe('')
  })
})
