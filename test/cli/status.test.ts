/** `holdpoint status` of a real home: it tells of other processes what they are, and says so when it cannot look. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { envelopeOf } from '../harness/answers.ts'
import { holdpoint } from '../harness/decide.ts'
import { endWrap, startWrap } from '../harness/run-wrap.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'

describe.concurrent('status', () => {
  test('tells what a wrap holds, which server it stands before, and what the hosts start', async () => {
    const home = createTemporaryHome('mcpServers: { crm: { command: npx, args: [x], env: { KEY: "${NOT_SET}" } } }')
    mkdirSync(join(home.folder, '.cursor'))
    writeFileSync(join(home.folder, '.cursor', 'mcp.json'), '{"mcpServers":{"bare":{"command":"npx","args":["x"]}}}')
    const wrap = await startWrap(home)
    const { approval_id: id } = envelopeOf(await wrap.client.call('delete_item', { id: 1 }))
    const { stdout, code } = await holdpoint(home, ['status'])
    expect(code).toBe(0)
    expect(stdout).toContain('on: profile balanced')
    expect(stdout).toContain(id.slice(0, 8))
    expect(stdout).toMatch(/ledger +\d+ tools, \d+ may ask/)
    expect(stdout).toMatch(/crm +cannot start: .*NOT_SET/)
    expect(stdout).toContain('Cursor: 0 of 1 server behind Holdpoint; not: bare')
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
    const json = await holdpoint(home, ['status', '--json'])
    expect(JSON.parse(json.stdout)).toMatchObject({
      gate: { off: null, paused: null, profile: 'balanced' },
      store: { state: 'fine' },
      waiting: { pending: 1, unknown: 0, calls: [{ id, server: 'ledger', tool: 'delete_item' }] },
    })
    await endWrap(wrap)
  })

  test('a gate that is off, a broken configuration and a broken store are said, with exit code 1', async () => {
    const home = createTemporaryHome('profile: observe')
    const off = await holdpoint(home, ['status'])
    expect(off).toMatchObject({ code: 1, stdout: expect.stringContaining('GATE OFF') as string })
    home.configure('tenants: { acme: { auto_approve_high_risk: true } }')
    const tenant = await holdpoint(home, ['status', '--json'])
    expect(JSON.parse(tenant.stdout)).toMatchObject({ gate: { tenants_off: ['acme'] } })
    home.configure('rules: [{ name: x, match: { tool: 5 } }]')
    const broken = await holdpoint(home, ['status'])
    expect(broken).toMatchObject({ code: 1, stdout: expect.stringContaining('configuration has problems') as string })
    home.configure('')
    rmSync(join(home.path, 'holdpoint.db'))
    writeFileSync(join(home.path, 'holdpoint.db'), 'no database'.repeat(1000))
    const lost = await holdpoint(home, ['status'])
    expect(lost.code).toBe(1)
    expect(lost.stdout).toContain('unknown: the store cannot be read')
    expect(lost.stdout).not.toContain('fine')
  })
})
