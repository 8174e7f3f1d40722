/**
 * Recipients that are not who they seem: marked in the question, and high, by what the same requester was allowed
 * before.
 */
import { describe, expect, test } from 'vitest'
import { envelopeOf, textOf } from '../harness/answers.ts'
import { approve, holdpoint } from '../harness/decide.ts'
import { endWrap, startWrap } from '../harness/run-wrap.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import type { TemporaryHome } from '../harness/temporary-home.ts'

interface Shown {
  readonly risk: string
  readonly warnings: readonly string[]
}

async function shown(home: TemporaryHome, id: string): Promise<Shown> {
  const { stdout } = await holdpoint(home, ['show', id, '--json'])
  const hold = JSON.parse(stdout) as {
    risk: string
    preview?: { warnings: readonly string[] }
    warnings?: readonly string[]
  }
  return { risk: hold.risk, warnings: hold.preview?.warnings ?? hold.warnings ?? [] }
}

describe.concurrent('names that are not what they look like', () => {
  test('[X11.A6] a look-alike of an approved recipient is marked and high, the recipient itself is not', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    const first = envelopeOf(await wrap.client.call('delete_item', { id: 1, notify: 'ana@example.com' }))
    expect((await shown(home, first.approval_id)).warnings).toEqual([])
    await approve(home, first.approval_id)
    expect(textOf(await wrap.client.call('delete_item', { id: 1, notify: 'ana@example.com' }))).toBe('deleted 1')
    const forged = envelopeOf(await wrap.client.call('delete_item', { id: 2, notify: 'ana@examp1e.com' }))
    const { risk, warnings } = await shown(home, forged.approval_id)
    expect(risk).toBe('high')
    expect(warnings.join('\n')).toMatch(/"examp1e\.com" looks like "example\.com".*1 U\+0031 ≠ l U\+006C/)
    const honest = envelopeOf(await wrap.client.call('delete_item', { id: 3, notify: 'bob@example.com' }))
    expect((await shown(home, honest.approval_id)).warnings).toEqual([])
    await endWrap(wrap)
  })

  test('[X11.A6] a read that names a forged host is asked for, in another process of the same home too', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    const { approval_id: id } = envelopeOf(
      await wrap.client.call('delete_item', { id: 1, url: 'https://api.example.com/x' }),
    )
    await approve(home, id)
    await wrap.client.call('delete_item', { id: 1, url: 'https://api.example.com/x' })
    await endWrap(wrap)
    const other = await startWrap(home)
    await other.client.call('get_item', { id: 1, url: 'https://api.example.com/y' })
    envelopeOf(await other.client.call('get_item', { id: 1, url: 'https://api.exarnple.com/y' }))
    envelopeOf(await other.client.call('get_item', { id: 1, url: 'https://xn--80ak6aa92e.com/' }))
    await endWrap(other)
  })

  test('[X11.A6] hosts of the configuration are known', async () => {
    const home = createTemporaryHome(
      'rules:\n  - { name: own, match: { tool: get_item }, when: \'args.url == "https://crm.acme.com"\', risk: low }',
    )
    const explain = async (url: string): Promise<string> =>
      (await holdpoint(home, ['policy', 'explain', 'ledger', 'get_item', JSON.stringify({ url })])).stdout
    expect(await explain('https://crm.acrne.com')).toMatch(/looks like "(?:crm\.)?acme\.com"/)
    expect(await explain('https://crm.acme.com')).not.toMatch(/looks like/)
  })
})
