/**
 * Tool lists with our parameters in clients of both SDK lines: whatever a server's schemas look like, the list is read,
 * and a call with and without a rationale reaches the server without it.
 */
import { realpathSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Client as ClientV2 } from '@modelcontextprotocol/client'
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { expectAuditIntact, holdpoint } from '../harness/decide.ts'
import { readLedger } from '../harness/ledger.ts'
import { HOLDPOINT, REPOSITORY } from '../harness/paths.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import type { TemporaryHome } from '../harness/temporary-home.ts'

const SERVER = path.join(REPOSITORY, 'test/fixtures/schema-server.mjs')
const LINES = ['v1', 'v2 legacy', 'v2 modern'] as const
const RATIONALE = 'checking that schemas survive'

async function connect(home: TemporaryHome, line: (typeof LINES)[number]): Promise<ClientV1 | ClientV2> {
  const env = Object.fromEntries(
    Object.entries(home.environment).filter((pair): pair is [string, string] => pair[1] !== undefined),
  )
  const args = [HOLDPOINT, 'wrap', '--name', 'odd', '--', process.execPath, SERVER]
  const command = { command: process.execPath, args, env, cwd: realpathSync(home.folder), stderr: 'ignore' as const }
  const info = { name: line, version: '1' }
  if (line === 'v1') {
    const client = new ClientV1(info)
    await client.connect(new StdioV1(command))
    return client
  }
  const mode = line === 'v2 legacy' ? 'legacy' : { pin: '2026-07-28' }
  const client = new ClientV2(info, { versionNegotiation: { mode } })
  await client.connect(new StdioV2(command))
  return client
}

/** Arguments that each tool's own schema takes. */
const GIVEN: { readonly [tool: string]: { readonly [name: string]: unknown } } = {
  get_plain: { id: 'a' },
  get_closed: { id: 'a' },
  get_nothing: {},
  get_draft_07: { id: 'a' },
  get_2020_12: { id: 'a' },
  get_one_of: { name: 'a' },
  get_closed_one_of: { id: 'a' },
  get_by_reference: { id: 'a' },
  get_own_rationale: { id: 'a', rationale: 'the server reads this' },
}
/** Whose schemas cannot be given another property without contradicting themselves. */
const LEFT_ALONE = new Set(['get_closed_one_of', 'get_by_reference'])

describe.each(LINES)('%s', (line) => {
  test('[S1.5] every schema is read and usable, and the rationale never reaches the server', async () => {
    // Wanted on every tool, also on those that only read, and missed by nobody yet.
    const home = createTemporaryHome('notify: none\nrationale: { grace_until: 2999-01-01 }')
    const client = await connect(home, line)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(Object.keys(GIVEN))
    for (const { name, inputSchema, description } of tools) {
      const ours = name === 'get_own_rationale' ? 'holdpoint_rationale' : 'rationale'
      const given = GIVEN[name] ?? {}
      const Validator = name === 'get_draft_07' ? Ajv : Ajv2020
      const check = new Validator({ strict: false }).compile(inputSchema)
      if (LEFT_ALONE.has(name)) {
        expect(JSON.stringify(inputSchema)).not.toContain('rationale')
        expect(description).toContain('Also send `rationale`')
        expect(check(given), name).toBe(true)
      } else {
        expect(inputSchema.required, name).toContain(ours)
        expect(check({ ...given, [ours]: RATIONALE }), name).toBe(true)
        expect(check(given), name).toBe(false)
      }
      for (const extra of [{}, { [ours]: RATIONALE }, { [ours]: RATIONALE, preview: false, confirm: true }]) {
        const result = await client.callTool({ name, arguments: { ...given, ...extra } })
        expect(result.content, name).toEqual([{ type: 'text', text: JSON.stringify(given) }])
      }
    }
    await client.close()
    const received = readLedger(home).map(({ tool, argumentsText }) => [tool, argumentsText])
    expect(received).toEqual(
      Object.entries(GIVEN).flatMap(([tool, given]) => Array.from({ length: 3 }, () => [tool, JSON.stringify(given)])),
    )
    const audit = await holdpoint(home, ['audit', 'tail', '--limit', '200', '--json'])
    const { records } = JSON.parse(audit.stdout) as { records: readonly { kind: string; rationale: string | null }[] }
    const said = records.filter(({ kind }) => kind === 'call-passed').map(({ rationale }) => rationale)
    expect(said).toEqual(Object.keys(GIVEN).flatMap(() => [null, RATIONALE, RATIONALE]))
    await expectAuditIntact(home)
  })

  test('[S1.7] a cheatsheet is listed and read, also where the server has no resources', async () => {
    const home = createTemporaryHome('notify: none\nservers: { odd: { cheatsheet: odd.md } }')
    writeFileSync(path.join(home.path, 'odd.md'), '# Odd\n\nIds are letters.\n')
    const client = await connect(home, line)
    expect(client.getServerCapabilities()?.resources).toEqual({})
    const { resources } = await client.listResources()
    expect(resources).toEqual([expect.objectContaining({ uri: 'mcp://odd/cheatsheet', mimeType: 'text/markdown' })])
    const { contents } = await client.readResource({ uri: 'mcp://odd/cheatsheet' })
    expect(contents).toEqual([
      expect.objectContaining({ text: '# Odd\n\nIds are letters.\n', mimeType: 'text/markdown' }),
    ])
    await client.close()
  })
})
