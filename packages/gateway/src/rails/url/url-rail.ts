/**
 * Asks the host to open the hold's page. Agreeing to that means "opened" and nothing else: the person on the page
 * decides, signed in by their own means, because the address carries no key.
 */
import { describeMasked, isJsonObject } from '@holdpoint/core'
import type { Hold, JsonObject, JsonValue, Store, Surface } from '@holdpoint/core'
import type { AskedClient } from '../../calls/caller.ts'
import { SELF_ANSWERED_LASTS_MS } from '../failed-rails.ts'
import type { FailedRails } from '../failed-rails.ts'
import { QUESTION_KEY } from '../elicitation/elicitation-rail.ts'
import { isByItself, whyClosed } from '../rail.ts'
import type { Asked, HostRail } from '../rail.ts'
import { sealState } from '../request-state.ts'
import type { Seal } from '../seal.ts'

export interface UrlRailOptions {
  readonly store: Pick<Store, 'holds'>
  readonly seal: Seal
  readonly failedRails: FailedRails
  readonly now: () => number
  /** Whatever is done to the clock. */
  readonly elapsed: () => number
  /** Told when the question is on its way to the person. */
  readonly shown: (hold: Hold, surface: Surface) => void
}

/** Whether the person agreed to open the page: then it is worth waiting for them there. */
export function agreedToOpen(answer: JsonValue | undefined): boolean {
  return isJsonObject(answer) && answer['action'] === 'accept'
}

/** The host answered before anybody can have read it: it is not asked again for a while. */
export async function notOpened(
  failedRails: FailedRails,
  hold: Hold,
  { client }: Pick<AskedClient, 'client'>,
): Promise<Asked> {
  const why = 'the host answered by itself, and opened nothing'
  await failedRails.add({ ...hold.call, client }, 'url', { why, lastsMs: SELF_ANSWERED_LASTS_MS })
  return { kind: 'not-reached', why }
}

export function createUrlRail(options: UrlRailOptions): HostRail {
  return {
    name: 'url',
    unusable({ caller }) {
      return caller.capabilities.elicitationUrl ? null : 'the client opens no addresses'
    },
    async ask({ hold, caller, approvalUrl, over, decided }) {
      const params = openingOf(hold, await approvalUrl())
      if (caller.era === 'stateless') {
        options.shown(hold, 'link')
        const inputRequests = { [QUESTION_KEY]: { method: 'elicitation/create', params } }
        const requestState = sealState(options.seal, hold, 'url', options.now())
        return {
          kind: 'reply',
          resultJson: JSON.stringify({ resultType: 'input_required', inputRequests, requestState }),
        }
      }
      const asked = options.elapsed()
      const question = caller.ask('elicitation/create', { ...params, elicitationId: hold.id })
      if (question === null) return { kind: 'undecided', why: 'the client cannot be asked' }
      options.shown(hold, 'link')
      const answer = await Promise.race([question.answer, over.then(() => null)])
      if (answer === null) {
        question.withdraw(await whyClosed(options.store, hold.id))
        return { kind: 'undecided', why: 'nobody opened the page' }
      }
      if (answer.kind !== 'result' || !agreedToOpen(answer.result)) {
        if (isByItself(options.elapsed() - asked)) return await notOpened(options.failedRails, hold, caller)
        return { kind: 'undecided', why: 'the page was not opened' }
      }
      // Time that ran out completes nothing: the page stays open, and the person may still decide there.
      const complete = await Promise.race([decided.then(() => true), over.then(() => false)])
      if (complete) caller.notify('notifications/elicitation/complete', { elicitationId: hold.id })
      return { kind: 'undecided', why: 'the page was opened' }
    },
  }
}

function openingOf(hold: Hold, url: string): JsonObject {
  return {
    mode: 'url',
    message: `⚠️ ${describeMasked(hold.preview).callTitle} waits for your decision on its page.`,
    url,
  }
}
