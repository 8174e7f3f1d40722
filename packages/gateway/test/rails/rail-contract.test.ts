/** The contract of rails, on each way that the engine has to ask at a host. */
import { randomUUID } from 'node:crypto'
import type { JsonObject, JsonValue, Store } from '@holdpoint/core'
import { describeRailContract } from '@holdpoint/testing/rail'
import type { RailUnderTest, SentBack } from '@holdpoint/testing/rail'
import type { AskedClient } from '../../src/calls/caller.ts'
import type { ClientAnswer } from '../../src/calls/client-questions.ts'
import { createElicitationRail } from '../../src/rails/elicitation/elicitation-rail.ts'
import { createFailedRails } from '../../src/rails/failed-rails.ts'
import type { HostRail } from '../../src/rails/rail.ts'
import { createSeal } from '../../src/rails/seal.ts'
import { createUrlRail } from '../../src/rails/url/url-rail.ts'
import { NAMES, PAGE, clientWith, context, openCardOn } from './card/card-on-store.ts'

const ALL = { elicitationForm: true, elicitationUrl: true, apps: true }
const NONE = { elicitationForm: false, elicitationUrl: false, apps: false }
const approvalUrl = (): Promise<string> => Promise.resolve(PAGE)

/** A client that answers a question on its stream. */
function client(capabilities: AskedClient['capabilities'], back: SentBack): AskedClient {
  return {
    ...clientWith({ view: null }),
    client: { name: 'a host', version: '1.0' },
    era: 'session',
    capabilities,
    hostEnded: false,
    ask: () => ({ answer: answered(back), withdraw: () => undefined }),
    notify: () => undefined,
  }
}

async function answered(back: SentBack): Promise<ClientAnswer> {
  if (back.after === 'never') return await new Promise(() => undefined)
  await passing(back.after)
  return { kind: 'result', result: back.answer as JsonValue }
}

async function passing(milliseconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds))
}

function onStream(rail: HostRail): RailUnderTest {
  return {
    ask: (hold, over, decided, back) => rail.ask({ hold, caller: client(ALL, back), over, decided, approvalUrl }),
    whyUnusable: (hold) => rail.unusable({ hold, caller: client(NONE, { after: 'never' }) }),
  }
}

const common = (store: Store): Omit<Parameters<typeof createElicitationRail>[0], 'program' | 'newGrantId'> => ({
  store,
  seal: createSeal(new Uint8Array(32).fill(7)),
  failedRails: createFailedRails(store, null),
  now: Date.now,
  elapsed: () => performance.now(),
  shown: () => undefined,
})

describeRailContract('elicitation', (store) =>
  onStream(createElicitationRail({ ...common(store), program: () => 'holdpoint', newGrantId: randomUUID })),
)

describeRailContract('url', (store) => onStream(createUrlRail(common(store))))

describeRailContract('card', (store) => {
  const card = openCardOn({ store }, 1000)
  return {
    async ask(hold, over, decided, back) {
      const asking = card.rail.ask({ hold, caller: clientWith(), over, decided, approvalUrl })
      if (back.after !== 'never') {
        await passing(back.after)
        // What a view sends goes through its tool: with what it has not, and with the answer in place of every
        // argument.
        const sent: readonly JsonObject[] = [
          { hold: hold.id, answer: back.answer as JsonValue },
          { hold: hold.id, answer: 'approve', nonce: back.answer as JsonValue },
          { hold: back.answer as JsonValue, answer: 'approve', nonce: 'x'.repeat(43) },
        ]
        for (const each of sent) await card.offer.callTool(context(), NAMES.decide, each)
      }
      return await asking
    },
    whyUnusable: (hold) => card.rail.unusable({ hold, caller: clientWith({ view: null }) }),
  }
})
