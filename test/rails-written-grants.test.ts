/**
 * A standing answer written into the host's own form: with clients of both SDK lines, the calls that fit it run unasked, one
 * that does not fit is asked, and so is the next one when the count is used up. What cannot stand is asked again.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { READING_MS } from './harness/read-form.ts'
import { connectSeated } from './rails-clients.ts'
import type { ClientKind, Question, SeatedClient, ToolResult } from './rails-clients.ts'
import { createPlace, stdioServer } from './serve-harness.ts'
import type { Place } from './serve-harness.ts'

const AS_WRITTEN = 'Run it, and further calls as written below'
const REFUSE_WRITTEN = "Don't run it, and refuse further calls as written below"
const DO_NOT_RUN = "Don't run it"

const place: Place = createPlace()
beforeAll(async () => {
  await place.serve({ wait: '10s', servers: { ledger: stdioServer() } })
})
afterAll(() => place.close())

interface Seated {
  readonly client: SeatedClient
  readonly asked: Question[]
  /** What the person answers to the next questions; then they say no. */
  will(...contents: readonly object[]): void
  pay(amount: number | string, more?: object): Promise<string>
}

async function sit(kind: ClientKind, name: string): Promise<Seated> {
  const asked: Question[] = []
  const contents: object[] = []
  const react = (question: Question): { afterMs: number; answer: object } => {
    asked.push(question)
    const content = contents.shift() ?? { decision: DO_NOT_RUN, further: '' }
    return { afterMs: READING_MS, answer: { action: 'accept', content } }
  }
  const to = { front: 'stdio', cwd: place.folder, environment: place.environment } as const
  const client = await connectSeated({ kind, name: `${name} of ${kind}`, react, to })
  return {
    client,
    asked,
    will: (...next) => void contents.push(...next),
    pay: async (amount, more = {}) => told(await client.callTool('delete_item', { id: name, amount, ...more })),
  }
}

function told(result: ToolResult): string {
  const { error, requires_human_approval: waits } = (result.structuredContent ?? {}) as {
    readonly error?: { readonly code: string }
    readonly requires_human_approval?: boolean
  }
  return waits === true ? 'envelope' : (error?.code ?? result.content?.[0]?.text ?? '')
}

const ranFor = (name: string): readonly (number | string)[] =>
  place
    .ledger()
    .map(({ argumentsText }) => JSON.parse(argumentsText ?? '{}') as { id?: string; amount: number | string })
    .filter(({ id }) => id === name)
    .map(({ amount }) => amount)

/** One for each way of asking: on the call's stream, and by the answer to it. */
const KINDS: readonly ClientKind[] = ['SDK v1', 'SDK v2 legacy', 'SDK v2 modern']

describe.concurrent.each(KINDS)('written into a form of %s', (kind) => {
  const of = (what: string): string => `${what} ${kind}`

  test('[H24] a condition and a count: matching calls run unasked, others are asked, and so is one too many', async () => {
    const name = of('condition')
    const { client, asked, will, pay } = await sit(kind, name)
    will({ decision: AS_WRITTEN, further: `30m 2 times where amount at most 50; id is "${name}"`, reason: '' })
    expect(await pay(40)).toBe(`deleted ${name}`)
    expect(asked).toMatchObject([
      {
        requestedSchema: {
          properties: {
            further: {
              type: 'string',
              description:
                'Only with a choice "as written below", for example: same 30m. Without "same" or "where": any arguments.',
            },
          },
          required: ['decision'],
        },
      },
    ])
    expect(await pay(50)).toBe(`deleted ${name}`)
    expect(asked).toHaveLength(1)
    expect(await pay(51)).toBe('DECLINED')
    expect(asked).toHaveLength(2)
    expect(await pay(7)).toBe(`deleted ${name}`)
    expect(asked).toHaveLength(2)
    expect(await pay(8)).toBe('DECLINED')
    expect(asked).toHaveLength(3)
    expect(ranFor(name)).toEqual([40, 50, 7])
    await client.close()
  })

  test('[L4] what cannot stand is told and asked again; nothing runs meanwhile, and a host that never learns gets the link', async () => {
    const name = of('slip')
    const { client, asked, will, pay } = await sit(kind, name)
    will(
      { decision: AS_WRITTEN, further: 'sesion' },
      { decision: AS_WRITTEN, further: '2h' },
      { decision: AS_WRITTEN, further: 'session up to 90 of amount' },
    )
    expect(await pay(40)).toBe(`deleted ${name}`)
    expect(asked).toHaveLength(3)
    expect(asked[0]?.message).not.toContain('Nothing was decided')
    expect(asked[1]?.message).toMatch(/^Nothing was decided\. "sesion" is no length of time: write session, always/)
    expect(asked[2]?.message).toMatch(/^Nothing was decided\. From the host itself it may last for the session or 30/)
    // What was written counts the further calls.
    expect(await pay(45.5)).toBe(`deleted ${name}`)
    expect(await pay(44.6)).toBe('DECLINED')
    expect(await pay(44.5)).toBe(`deleted ${name}`)
    expect(asked).toHaveLength(4)
    expect(ranFor(name)).toEqual([40, 45.5, 44.5])
    will(...Array.from({ length: 9 }, () => ({ decision: AS_WRITTEN })))
    expect(await pay(99)).toBe('envelope')
    expect(asked).toHaveLength(7)
    expect(asked.at(-1)?.message).toContain('nothing is written there')
    expect(ranFor(name)).toHaveLength(3)
    await client.close()
  })

  test('[H24] a denial by condition answers such calls without asking, and no others', async () => {
    const name = of('denial')
    const { client, asked, will, pay } = await sit(kind, name)
    will({ decision: REFUSE_WRITTEN, further: 'session where amount between 10 and 90', reason: 'too dear' })
    expect(await pay(40)).toBe('DECLINED')
    expect(await pay(50)).toBe('DENIED_BY_POLICY')
    expect(asked).toHaveLength(1)
    will({ decision: 'Run it once', further: 'session' })
    expect(await pay(5)).toBe(`deleted ${name}`)
    expect(asked).toHaveLength(2)
    expect(ranFor(name)).toEqual([5])
    await client.close()
  })

  test('[H24] on a call whose yes opens a scope, what is written takes its place', async () => {
    const name = of('scope')
    const { client, asked, will } = await sit(kind, name)
    const create = async (amount: number): Promise<string> =>
      told(await client.callTool('create_item', { id: name, amount }))
    will({ decision: AS_WRITTEN, further: 'session where amount at most 9' })
    expect(await create(5)).toBe('created')
    expect(await create(9)).toBe('created')
    expect(asked).toHaveLength(1)
    expect(await create(10)).toBe('DECLINED')
    expect(asked).toHaveLength(2)
    expect(ranFor(name)).toEqual([5, 9])
    await client.close()
  })
})
