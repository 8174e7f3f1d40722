import type { ApprovalView } from '@holdpoint/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startService } from './http-service.ts'
import type { TestService } from './http-service.ts'

let service: TestService

beforeEach(async () => {
  service = await startService({ limits: { heartbeatMs: 60, streamsPerCaller: 2 } })
})

afterEach(async () => await service.close())

interface StreamEvent {
  readonly name: string
  readonly id: string
  readonly data: Partial<ApprovalView> & {
    readonly resumed?: boolean
    readonly paused?: { readonly by: string } | null
  }
}

interface Stream {
  readonly status: number
  readonly events: StreamEvent[]
  readonly comments: () => number
  readonly until: (predicate: (events: readonly StreamEvent[]) => boolean) => Promise<void>
  readonly ended: Promise<void>
  readonly stop: () => void
}

async function open(token: string, lastEventId = ''): Promise<Stream> {
  const abort = new AbortController()
  const response = await fetch(`http://127.0.0.1:${service.port}/admin/events`, {
    headers: { authorization: `Bearer ${token}`, ...(lastEventId === '' ? {} : { 'last-event-id': lastEventId }) },
    signal: abort.signal,
  })
  const events: StreamEvent[] = []
  let comments = 0
  async function read(): Promise<void> {
    let waiting = ''
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) {
      const blocks = (waiting + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n\n')
      waiting = blocks.pop() ?? ''
      for (const block of blocks) {
        const field = (name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? ''
        if (block.startsWith(':')) comments++
        else
          events.push({
            name: field('event'),
            id: field('id'),
            data: JSON.parse(field('data') || '{}') as StreamEvent['data'],
          })
      }
    }
  }
  const ended = read().catch(() => undefined)
  async function until(predicate: (seen: readonly StreamEvent[]) => boolean): Promise<void> {
    await expect.poll(() => predicate(events), { interval: 10 }).toBe(true)
  }
  return { status: response.status, events, comments: () => comments, until, ended, stop: () => abort.abort() }
}

const holdsIn = (events: readonly StreamEvent[]): readonly StreamEvent[] => events.filter(({ name }) => name === 'hold')

test('every change of a hold arrives with its approval, in order, and heartbeats keep the line', async () => {
  const token = await service.token('approver')
  const stream = await open(token)
  await stream.until((events) => events.some(({ name }) => name === 'gate'))
  expect(stream.events[0]).toMatchObject({ name: 'ready', data: { resumed: false } })
  const held = await service.hold()
  await stream.until((events) => holdsIn(events).length >= 1)
  await service.call('POST', `/admin/approvals/${held.id}/approve`, { token })
  await stream.until((events) => holdsIn(events).some(({ data }) => data.state === 'approved'))
  const ids = holdsIn(stream.events).map(({ id }) => Number(id))
  expect(ids).toEqual([...ids].sort((one, other) => one - other))
  expect(holdsIn(stream.events)[0]?.data).toMatchObject({ id: held.id, tool: 'delete_contact' })
  await stream.until(() => stream.comments() > 2)
  stream.stop()
})

test('a stream resumes after Last-Event-ID with what was missed, and says so when it cannot', async () => {
  const token = await service.token('approver')
  const first = await open(token)
  await first.until((events) => events.length > 0)
  await service.hold()
  await first.until((events) => holdsIn(events).length === 1)
  const last = holdsIn(first.events)[0]?.id ?? ''
  first.stop()
  await first.ended
  const another = await open(await service.token('viewer'))
  const missed = await service.hold()
  await another.until((events) => holdsIn(events).some(({ data }) => data.id === missed.id))
  another.stop()
  const second = await open(token, last)
  await second.until((events) => holdsIn(events).some(({ data }) => data.id === missed.id))
  expect(second.events[0]).toMatchObject({ name: 'ready', data: { resumed: true } })
  second.stop()
  const stranger = await open(token, '999999')
  await stranger.until((events) => events.length > 0)
  expect(stranger.events[0]).toMatchObject({ name: 'ready', data: { resumed: false } })
  stranger.stop()
})

test("[E4] another tenant's changes never reach a stream, live or resumed", async () => {
  const [mine, theirs] = [await service.token('viewer', 'mine'), await service.token('viewer', 'theirs', 'acme')]
  const [ours, foreign] = [await open(mine), await open(theirs)]
  await ours.until((events) => events.length > 0)
  const secret = await service.hold({ tenant: 'acme', arguments: { id: 'acme-secret' } })
  const own = await service.hold()
  await foreign.until((events) => holdsIn(events).length === 1)
  await ours.until((events) => holdsIn(events).length === 1)
  expect(holdsIn(ours.events).map(({ data }) => data.id)).toEqual([own.id])
  expect(holdsIn(foreign.events).map(({ data }) => data.id)).toEqual([secret.id])
  const resumed = await open(mine, holdsIn(foreign.events)[0]?.id)
  await resumed.until((events) => holdsIn(events).length === 1)
  expect(JSON.stringify(resumed.events)).not.toContain('acme-secret')
  for (const stream of [ours, foreign, resumed]) stream.stop()
})

test('the pause is told, and a revoked key ends its stream at once', async () => {
  const token = await service.token('approver')
  const stream = await open(token)
  await service.call('POST', '/admin/pause', { token })
  await stream.until((events) => events.some(({ name, data }) => name === 'gate' && data.paused?.by === 'approver-1'))
  const caller = await service.access.authenticate(token)
  await service.access.revokeToken({ id: caller?.id ?? '', tenant: 'home', by: 'test' })
  await stream.ended
})

test('streams of one caller are bounded, and a closed one makes room', async () => {
  const token = await service.token('viewer')
  const [one, two] = [await open(token), await open(token)]
  expect((await open(token)).status).toBe(429)
  one.stop()
  await one.ended
  let third = await open(token)
  await expect
    .poll(async () => {
      if (third.status !== 200) third = await open(token)
      return third.status
    })
    .toBe(200)
  two.stop()
  third.stop()
})
