/**
 * Asks the engine in this process about calls that this process runs itself. While it is used, what time and ended processes have decided becomes
 * visible here too, as a service makes it: passed deadlines, and claims without an outcome. It decides nothing.
 */
import { RefusedError } from '@holdpoint/client'
import { describeMasked, readStrict, requestedHold, seeOnly, sweepHolds } from '@holdpoint/core'
import type { Hold, HoldRequester, JsonObject, SeeProcess, Store } from '@holdpoint/core'
import { PROGRAM } from '@holdpoint/core/sentence'
import {
  createRequestWaits,
  toClaimRefusal,
  toClaimText,
  toReportRefusal,
  toRequestedCall,
  toRequestedPreview,
  toViewText,
} from '@holdpoint/gateway'
import type { Gateway, RequestRefusal } from '@holdpoint/gateway'
import type { Schemas } from '@holdpoint/client'
import type { HoldRequests, RequestedHold } from './hold-requests.ts'

export interface LocalRequestsOptions {
  readonly gateway: Pick<Gateway, 'requests' | 'self'>
  readonly store: Store
  /** Whose calls they are: a later process asks as the same one, and finds them. */
  readonly requester: HoldRequester
  /** Where a person decides a hold. */
  readonly link: (hold: string) => Promise<string>
  /** Whether other processes of the store still run. Default: their leases tell. */
  readonly see?: SeeProcess
  /** How people start the program that shows the store, for commands that they are told. */
  readonly program?: () => string
  readonly log: (message: string) => void
}

const SWEEP_MS = 700
const MOST_ANNOUNCED = 1000
/** No HTTP stands between. */
const NO_STATUS = 0

export function createLocalRequests(options: LocalRequestsOptions): HoldRequests {
  const { gateway, store, requester, link, log, program = () => PROGRAM } = options
  const see = options.see ?? seeOnly(gateway.self)
  const closed = new AbortController()
  const announced = new Set<string>()
  const follow = (id: string, changed: () => void): (() => void) =>
    store.watch((change) => void (change.hold === id && changed()))
  const waits = createRequestWaits(store, follow, Number.POSITIVE_INFINITY)

  async function sweep(): Promise<void> {
    await sweepHolds(store, see).catch((error: unknown) => log(`the holds cannot be looked after: ${String(error)}`))
  }

  async function waitFor(hold: Hold, seconds: number, signal: AbortSignal | undefined): Promise<Hold> {
    if (seconds <= 0) return hold
    const sweeping = setInterval(() => void sweep(), SWEEP_MS)
    const ends = signal === undefined ? closed.signal : AbortSignal.any([signal, closed.signal])
    try {
      return (await waits.wait(hold, { caller: '', seconds, signal: ends })) ?? hold
    } finally {
      clearInterval(sweeping)
    }
  }

  /** Whoever runs this process learns of a question while its agent waits. */
  async function announce(hold: Hold): Promise<void> {
    if (hold.state !== 'pending' || announced.has(hold.id)) return
    announced.add(hold.id)
    const [oldest] = announced
    if (announced.size > MOST_ANNOUNCED && oldest !== undefined) announced.delete(oldest)
    log(`${describeMasked(hold.preview).callTitle} waits for a person: ${await link(hold.id)}`)
  }

  async function viewOf(hold: Hold): Promise<RequestedHold> {
    const facts = { approvalUrl: await link(hold.id), now: await store.now(), program: program() }
    return JSON.parse(toViewText(hold, facts)) as RequestedHold
  }

  return {
    async ask(call, signal) {
      await sweep()
      const argumentsText = JSON.stringify(call.arguments)
      const reading = readStrict(argumentsText)
      if (!reading.ok)
        throw refused('VALIDATION_ERROR', `The arguments cannot be shown as they are: ${reading.message}`)
      const asked = await gateway.requests.ask(requester, toRequestedCall(call, argumentsText))
      switch (asked.kind) {
        case 'passes':
          return { state: 'passes', risk: asked.risk, rule: asked.rule, receipt: '' }
        case 'refused':
          throw refused(asked.code, asked.message)
        case 'hold': {
          await announce(asked.hold)
          const hold = await waitFor(asked.hold, call.wait ?? 0, signal)
          const view = await viewOf(hold)
          await asked.told(hold)
          return view
        }
      }
    },
    async look(id, wait, signal) {
      await sweep()
      const found = await requestedHold(store, id, requester)
      if (found === null) throw toRefused(toClaimRefusal({ kind: 'not-found' }))
      return await viewOf(await waitFor(found, wait, signal))
    },
    async claim(hold, { digest, definition, preview }) {
      await sweep()
      const claimed = await gateway.requests.claim(requester, {
        hold: hold.id,
        digest,
        definition: (definition ?? null) as JsonObject | null,
        preview: toRequestedPreview(preview),
      })
      if (claimed.kind !== 'claimed') throw toRefused(toClaimRefusal(claimed))
      return JSON.parse(toClaimText(claimed, '')) as Schemas['Claimed']
    },
    async report(id, { attempt, kind, result, not_applied: notApplied = false }) {
      const resultText = JSON.stringify(result ?? null)
      const reported = await gateway.requests.report({ hold: id, requester, attempt, kind, resultText, notApplied })
      if (reported.kind === 'stored' || reported.kind === 'again') return await viewOf(reported.hold)
      throw toRefused(toReportRefusal(reported))
    },
    async close() {
      closed.abort()
    },
  }
}

function toRefused({ code, message, details }: RequestRefusal): RefusedError {
  return new RefusedError(NO_STATUS, code, message, details)
}

function refused(code: string, message: string): RefusedError {
  return new RefusedError(NO_STATUS, code, message, {})
}
