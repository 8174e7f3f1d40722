/**
 * What the guide tells hosts to do with a verdict, run as it is written: it says all that the person chose, and nothing
 * else.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hold } from '../../../../docs/showcase/samples.js'
import type { HoldVerdictDetail } from '../../src/card-events.ts'
import { fromApproval } from '../../src/presentation/index.ts'
import { CARD } from './card-visit.ts'

interface Sent {
  readonly url: string
  readonly body: string
}

type Listener = (event: { readonly detail: HoldVerdictDetail }) => Promise<void>

/** What a host knows of a call and no approval tells. */
const OWN = { title: 'Update a product', icon: '📦', inputSchema: { type: 'object' } } as const

const NOTHING = { reason: null, edits: null, grant: null, digest: null } as const
const server = { name: 'crm', trust: 'trusted', state: 'connected' } as const

async function runGuide(
  detail: HoldVerdictDetail,
  answer: { readonly ok: boolean; readonly given: object },
): Promise<Sent & { readonly card: { notice: unknown; invocation: object } }> {
  const guide = readFileSync(join(CARD, '../../docs/card.md'), 'utf8')
  const example = [...guide.matchAll(/```js\n([^]*?)```/g)].map(([, code = '']) => code)
  const code = example.find((each) => each.includes("'hold-verdict'")) ?? ''
  let listener: Listener | undefined
  const card = {
    notice: 'before' as unknown,
    invocation: { server, hold: hold(), ...OWN } as object,
    addEventListener: (_name: string, given: Listener) => void (listener = given),
  }
  let sent: Sent = { url: '', body: '' }
  const fetch = async (url: string, { body }: { readonly body: string }): Promise<object> => {
    sent = { url, body }
    return await Promise.resolve({ ok: answer.ok, json: async () => await Promise.resolve(answer.given) })
  }
  // oxlint-disable-next-line typescript/no-implied-eval, no-new-func -- the example itself is what is tested
  const run = new Function('card', 'fetch', 'key', 'fromApproval', code.replace(/^import .*\n/, ''))
  run(card, fetch, 'k', fromApproval)
  await listener?.({ detail })
  return { ...sent, card }
}

const CHOSEN = { for: 'session', arguments: 'same' } as const

test.each<readonly [Partial<HoldVerdictDetail> & Pick<HoldVerdictDetail, 'answer'>, string, string]>([
  [{ answer: 'approve', digest: 'd1' }, 'approve', '{"digest":"d1"}'],
  [{ answer: 'approve', digest: 'd1', edits: '{"price":1.50}' }, 'approve', '{"digest":"d1","edits":{"price":1.50}}'],
  [{ answer: 'approve', grant: CHOSEN }, 'approve', '{"grant":{"for":"session","arguments":"same"}}'],
  [
    { answer: 'decline', reason: 'no', grant: CHOSEN, digest: 'd1' },
    'reject',
    '{"reason":"no","deny":{"for":"session","arguments":"same"}}',
  ],
  [{ answer: 'cancel', digest: 'd1' }, 'cancel', '{}'],
])('the guide sends %j', async (detail, verb, body) => {
  const given = { state: 'approved', decided_by: 'ana', approved_by: ['ana'] }
  const ran = await runGuide({ hold: 'h1', ...NOTHING, ...detail }, { ok: true, given })
  expect([ran.url, ran.body]).toEqual([`/admin/approvals/h1/${verb}`, body])
  expect(ran.card).toMatchObject({ notice: null, invocation: { ...OWN, server, hold: { state: 'approved' } } })
})

test('the guide says why a verdict was refused, and the question stands', async () => {
  const given = { error: { code: 'CONFLICT', message: 'Declined by ben.' } }
  const { card } = await runGuide({ hold: 'h1', answer: 'approve', ...NOTHING }, { ok: false, given })
  expect(card).toMatchObject({ notice: 'Declined by ben.', invocation: { ...OWN, hold: { state: 'pending' } } })
})
