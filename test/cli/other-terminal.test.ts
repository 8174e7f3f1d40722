/**
 * A second terminal, without the servers' credentials: it looks at the same store and knows the same tokens, or says
 * why not.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { envelopeOf } from '../harness/answers.ts'
import { holdpoint } from '../harness/decide.ts'
import { endWrap, startWrap } from '../harness/run-wrap.ts'
import { APPROVER_SECRET, createTemporaryHome } from '../harness/temporary-home.ts'
import type { TemporaryHome } from '../harness/temporary-home.ts'

const CRM = 'servers:\n  crm:\n    url: http://127.0.0.1:9/mcp\n    headers: { Authorization: "Bearer ${CRM_TOKEN}" }\n'

function homeWithOtherStore(more: string): TemporaryHome & { readonly store: string } {
  const home = createTemporaryHome()
  const store = join(home.folder, 'elsewhere', 'other.db')
  home.configure(`store: sqlite:${store}\n${more}`)
  return { ...home, store }
}

describe.concurrent('where a variable of a server is not set', () => {
  test('commands that start no server read the store and the tokens of the file', async () => {
    const home = homeWithOtherStore(CRM)
    // The wrapped server is another one, so that neither does this start the one that misses its token.
    const wrap = await startWrap(home)
    const { approval_id: id } = envelopeOf(await wrap.client.call('delete_item', { id: 1 }))
    const listed = await holdpoint(home, ['list', '--json'])
    expect([listed.code, listed.stderr]).toEqual([0, ''])
    expect(JSON.parse(listed.stdout)).toMatchObject({ approvals: [{ id, state: 'pending' }] })
    expect((await holdpoint(home, ['show', id])).stdout).toContain('delete_item')
    const verified = await holdpoint(home, ['audit', 'verify', '--json'])
    expect(JSON.parse(verified.stdout)).toMatchObject({ ok: true })
    expect((JSON.parse(verified.stdout) as { records: number }).records).toBeGreaterThan(0)
    expect((await holdpoint(home, ['approve', id, '--wait'], { as: 'approver' })).code).toBe(0)
    expect(existsSync(join(home.path, 'holdpoint.db'))).toBe(false)
    await endWrap(wrap)
  })

  test('whatever would start that server refuses, with file, line and the variable', async () => {
    const home = homeWithOtherStore(CRM)
    const place = /holdpoint\.yaml:\d+:\d+: The environment variable CRM_TOKEN is not set\. \(set CRM_TOKEN/
    for (const args of [
      ['wrap', '--name', 'crm'],
      ['wrap', '--name', 'crm', '--url', 'http://127.0.0.1:9/mcp'],
      ['serve', '--port', '0'],
    ]) {
      const told = await holdpoint(home, args)
      expect([args, told.code]).toEqual([args, 2])
      expect(told.stderr).toMatch(place)
      expect(told.stderr).toContain('Nothing was started')
    }
    for (const args of [['explain', '--server', 'crm'], ['suggest']]) {
      const told = await holdpoint(home, ['policy', ...args])
      expect([args, told.code]).toEqual([args, 1])
      expect(told.stderr).toMatch(place)
    }
    const checked = await holdpoint(home, ['policy', 'check'])
    expect(checked.code).toBe(0)
    expect(checked.stdout).toMatch(/crm cannot be started from here: .*holdpoint\.yaml:\d+: .* CRM_TOKEN is not set\./)
  })
})

describe.concurrent('a configuration that cannot be read', () => {
  test.each([
    ['a key that may mean the store', 'stor: sqlite\n'],
    ['a store that is not known', 'store: sqlite:${NO_FOLDER}/other.db\n'],
    ['no YAML', 'rules: [\n'],
  ])('with %s: every command that needs store or tokens says so, and opens no other store', async (_what, yaml) => {
    const home = createTemporaryHome(yaml)
    for (const args of [
      ['list', '--quiet'],
      ['approve', 'abcd'],
    ]) {
      const told = await holdpoint(home, args, { as: 'approver' })
      expect([args, told.code, told.stdout]).toEqual([args, 1, ''])
      expect(told.stderr).toMatch(/^holdpoint: \S+holdpoint\.yaml:\d+:\d+: .*\n {2}.*holdpoint policy check\n$/)
    }
    expect(existsSync(join(home.path, 'holdpoint.db'))).toBe(false)
  })

  test('or that is not where HOLDPOINT_CONFIG says: likewise, with --json as JSON, and policy check tells all', async () => {
    const home = createTemporaryHome()
    const setting = { environment: { HOLDPOINT_CONFIG: join(home.folder, 'no-such.yaml') } }
    const json = await holdpoint(home, ['audit', 'verify', '--json'], setting)
    expect(json.code).toBe(1)
    const { error } = JSON.parse(json.stdout) as { error: { code: string; message: string } }
    expect(error.code).toBe('CONFIG_INVALID')
    expect(error.message).toContain('no-such.yaml:1:1: There is no such file.')
    const checked = await holdpoint(home, ['policy', 'check'], setting)
    expect([checked.code, checked.stderr]).toEqual([1, ''])
  })

  test.each([
    ['in its rules', 'rules:\n  - { name: a, when: "args.(", risk: high }\n'],
    ['for a misspelt key', 'profil: strict\n'],
  ])('only %s keeps nobody from looking and deciding: store and tokens are those of the file', async (_what, yaml) => {
    const home = homeWithOtherStore('')
    const wrap = await startWrap(home)
    const { approval_id: id } = envelopeOf(await wrap.client.call('delete_item', { id: 1 }))
    home.configure(`store: sqlite:${home.store}\n${yaml}`)
    const listed = await holdpoint(home, ['list'])
    expect(listed.stdout).toContain(id.slice(0, 8))
    expect(listed.stderr).toContain('holdpoint policy check')
    expect((await holdpoint(home, ['approve', id, '--wait'], { as: 'approver' })).code).toBe(0)
    await endWrap(wrap)
  })
})

test('show --json is the object of REST, and list --json is its list', async () => {
  const home = createTemporaryHome()
  const wrap = await startWrap(home)
  const first = envelopeOf(await wrap.client.call('delete_item', { id: 1, rationale: 'it is no longer needed' }))
  await wrap.client.call('delete_item', { id: 1, rationale: 'once more, please' })
  const origin = new URL(first.approval_url).origin
  const get = async (path: string): Promise<unknown> => {
    const headers = { authorization: `Bearer ${APPROVER_SECRET}` }
    return await (await fetch(`${origin}${path}`, { headers })).json()
  }
  const shown = await holdpoint(home, ['show', first.approval_id, '--json'], { as: 'approver' })
  expect(JSON.parse(shown.stdout)).toEqual(await get(`/admin/approvals/${first.approval_id}`))
  expect(JSON.parse(shown.stdout)).toMatchObject({
    server_state: 'connected',
    input_schema: { type: 'object' },
    later_rationales: [{ rationale: 'once more, please' }],
  })
  const listed = await holdpoint(home, ['list', '--json'], { as: 'approver' })
  expect(JSON.parse(listed.stdout)).toEqual(await get('/admin/approvals'))
  await endWrap(wrap)
})
