/**
 * The engine, put together once for a process: it judges calls, holds the risky ones, asks, runs what was approved once
 * and answers. It knows no command line, no HTTP, no file and no database: the program that creates it hands those in.
 */
import { randomUUID } from 'node:crypto'
import {
  approvedArguments,
  chatDeciders,
  createEntitlement,
  createOwnership,
  findLiveOwners,
  invalidateHold,
  noteShown,
  thrownMessage,
} from '@holdpoint/core'
import type {
  ClientCapabilities,
  Downstream,
  Hold,
  ServerIdentity,
  Store,
  ToolDefinition,
  Upstream,
  UpstreamEvents,
} from '@holdpoint/core'
import { createRequesterNames, destructiveHintFor } from '@holdpoint/core/policy'
import { createAuditTrail } from './calls/audit-trail.ts'
import { createCallOutcomes } from './calls/call-outcomes.ts'
import { createUpstreamConnection } from './calls/upstream-connection.ts'
import type { UpstreamConnection } from './calls/upstream-connection.ts'
import { createGate } from './calls/gate.ts'
import { createExchangeNames, SAME_IDS } from './calls/id-names.ts'
import { createLink } from './calls/link.ts'
import type { RationaleDemand } from './calls/rationale.ts'
import { createRationaleAlerts } from './calls/rationale-alerts.ts'
import { openRuleCall } from './calls/open-rule-call.ts'
import { createEditChecker } from './edits/check-edit.ts'
import { withDefaults } from './gateway-options.ts'
import type { ConnectedServer, ConnectionAbout, Gateway, GatewayOptions } from './gateway-options.ts'
import type { WaitingViews } from './held/ask-person.ts'
import { createHoldKeeper } from './held/hold-keeper.ts'
import type { HoldKeeper } from './held/hold-keeper.ts'
import { createOpenQuestions, rememberQuestions } from './held/open-questions.ts'
import { createRecheck } from './held/recheck.ts'
import { createAgentOffers } from './offers/agent-offers.ts'
import { cheatsheetUri } from './offers/cheatsheet-uri.ts'
import { joinOffers } from './offers/offer.ts'
import { createCard } from './rails/card/card.ts'
import type { Card } from './rails/card/card.ts'
import { noticeDrawnCards } from './rails/card/card-offer.ts'
import { createHostRails, openSeal } from './rails/host-rails.ts'
import { createRequestedCalls } from './requests/requested-calls.ts'
import type { AuthoredTools } from './recipes/authored-tools.ts'
import { createHoldRecipes } from './recipes/hold-recipes.ts'
import { createToolCatalog } from './tools/tool-catalog.ts'
import { createServerTools, ratingRules } from './tools/server-tools.ts'
import type { ReadFreshDefinition, ServerTools } from './tools/server-tools.ts'
import { createMayAskAbout } from './tools/may-ask.ts'
import type { ListRules } from './tools/tools-list.ts'

const LIST_WITHIN_MS = 15_000
const CARD_DRAWN_WITHIN_MS = 3000
const NO_VIEWS: WaitingViews = { expect: () => () => {}, show: () => () => {}, pendingMeta: async () => ({}) }

export function createGateway(given: GatewayOptions): Gateway {
  const options = withDefaults(given)
  const { policy, self, see, sha256, now, log } = options
  const toolsBy = new Map<UpstreamConnection, ServerTools>()
  const openQuestions = createOpenQuestions(now)
  let opened: Store | null = null
  const trail = createAuditTrail((record, receipt) => {
    if (opened !== null) return opened.audit.appendFor(record, receipt)
    options.store().then(
      (store) => {
        opened = store
        store.audit.appendFor(record, receipt)
      },
      (error: unknown) => receipt.settled(error),
    )
  })
  let keeping: Promise<HoldKeeper> | null = null
  const rationale = (): RationaleDemand => policy().config.rationale ?? options.ofAgents.rationale

  const agentOffers = createAgentOffers({ ...options, trail, rationale })

  const names = createRequesterNames(options.store, () => performance.now())

  const rule = openRuleCall({ known: names.of, now })
  const entitlement = createEntitlement({
    store: options.store,
    tokens: () => policy().config.tokens,
    // People in chats are of every process: a call may be approved there in another one than it runs in.
    kinds: { ...chatDeciders(() => policy().config.people), ...options.deciders },
  })
  const gateParts = {
    store: options.store,
    policy: () => policy().policy,
    rule,
    mayAskAbout: createMayAskAbout(() => policy().policy),
    sha256,
    now,
    newHoldId: randomUUID,
    mayStillGrant: entitlement.mayStillGrant,
  }
  const gate = createGate({
    ...gateParts,
    rationale,
    onMissingRationale: createRationaleAlerts({ ...options, trail, demand: rationale }),
  })
  // A program asks, whose agent may know of no rationale: it is demanded where the operator says so, and nobody is warned.
  const requests = createRequestedCalls({
    ...options,
    gate: createGate({
      ...gateParts,
      rationale: () => policy().config.rationale ?? { kind: 'advertised' },
      onMissingRationale: () => {},
    }),
    trail,
    recheck: async (store, hold, definition) =>
      await recheckAndLearn(createRecheck({ store, policy, rule, entitlement }), hold, definition),
  })

  const checkEdit = createEditChecker({ policy: () => policy().policy, rule, sha256 })
  const outcomes = createCallOutcomes(trail, now)
  const card = options.view === null ? null : createCardOf(options.view)
  const offer = joinOffers([agentOffers.offer, ...(card === null ? [] : [noticeDrawnCards(card.offer, noteDrawn)])])

  function noteDrawn(id: string): void {
    options
      .store()
      .then(async (store) => {
        const hold = await store.holds.get(id)
        if (hold !== null) await noteShown(store, hold, 'card')
      })
      .catch((error: unknown) => log(`a record could not be kept: ${String(error)}`))
  }

  function createCardOf(view: NonNullable<GatewayOptions['view']>): Card {
    return createCard({
      store: options.store,
      seal: async () => await openSeal(await options.store()),
      viewDocument: view.document,
      viewWords: view.words,
      checkEdit,
      newGrantId: randomUUID,
      serverOf: async (identity, hold) => {
        const store = await options.store()
        // Of a process that has gone, only the next call can tell.
        const reached = hold === null || (await findLiveOwners(store, see)).reaches(hold)
        return { trust: await options.serverTrust(identity), state: reached ? 'connected' : null }
      },
      record: (record) => trail.append(record),
      drawnWithinMs: CARD_DRAWN_WITHIN_MS,
    })
  }

  async function createKeeper(): Promise<HoldKeeper> {
    const store = await options.store()
    const ownership = createOwnership({ store, self, now: () => performance.now() })
    const freshDefinition: ReadFreshDefinition = async (connection, tool, metaText) => {
      const tools = toolsBy.get(connection)
      if (tools === undefined) return { kind: 'unreachable', message: 'the connection has gone' }
      return await tools.fresh(tool, metaText)
    }
    const recheck = createRecheck({ store, policy, rule, entitlement })
    return createHoldKeeper({
      store,
      recipes: createHoldRecipes({
        store,
        ownership,
        see,
        rule,
        policy,
        trail,
        freshDefinition,
        howToDecide,
        sha256,
        log,
        toolsOf: (connection) => toolsBy.get(connection),
      }),
      ownership,
      see,
      attention: options.attention,
      questions: openQuestions,
      rails: rememberQuestions(
        createHostRails(store, await openSeal(store), card?.rail ?? null, options),
        openQuestions,
      ),
      views: card?.waiting ?? NO_VIEWS,
      program: options.program,
      settings: () => policy().config,
      now,
      otherConnection: async (hold, stateless) => (await options.otherConnection(hold, stateless))?.connection ?? null,
      log,
      sha256,
      newAttemptId: randomUUID,
      freshDefinition,
      recheck: async (hold, definition) => await recheckAndLearn(recheck, hold, definition),
    })
  }

  async function howToDecide(hold: Hold): Promise<string> {
    const program = options.program()
    return program === null ? await options.attention.link(hold) : `${program} approve ${hold.id}`
  }

  async function recheckAndLearn(
    recheck: ReturnType<typeof createRecheck>,
    hold: Hold,
    definition: ToolDefinition,
  ): Promise<string | null> {
    const changed = await recheck(hold, definition)
    const { tenant, principal } = hold.call
    if (changed === null)
      await names
        .learn({ tenant, principal, argumentsText: approvedArguments(hold) })
        .catch((error: unknown) => log(`what was approved could not be noted: ${String(error)}`))
    return changed
  }

  async function keeper(): Promise<HoldKeeper> {
    keeping ??= createKeeper()
    try {
      return await keeping
    } catch (error) {
      keeping = null
      throw error
    }
  }

  async function voidHolds(tool: string, what: string): Promise<void> {
    if (keeping === null) return
    const store = await options.store()
    for (const id of (await keeping).openHoldsOf(tool)) await invalidateHold(store, id, what)
  }

  function connect(upstream: Upstream, { tenant, shared = false, sign, authored }: ConnectionAbout): ConnectedServer {
    const { server } = upstream
    const say = (message: string): void => log(`[${server.name}] ${message}`)
    const connection = createUpstreamConnection({
      upstream: withCaughtSends(upstream),
      ownIdPrefix: `holdpoint-${randomUUID()}-`,
      shared,
      sign: sign ?? null,
      authored: authored ?? null,
      log: say,
    })
    const tools = createServerTools({
      connection,
      catalog: (client) =>
        createToolCatalog({
          store: options.store,
          server,
          client,
          tenant,
          sha256,
          onDrift: (tool, what) => {
            say(`the definition of ${tool} changed: ${what}. Run: holdpoint policy accept ${server.name}`)
            voidHolds(tool, what).catch((error: unknown) => say(String(error)))
          },
        }),
      listRules: (capabilities) => listRules(server, tenant, capabilities, authored ?? null),
      sha256,
      listWithinMs: LIST_WITHIN_MS,
      log: say,
    })
    toolsBy.set(connection, tools)
    connection.onClosed(() => toolsBy.delete(connection))
    if (shared) {
      connection.onUnrelated((said) => {
        if (said.kind === 'notification' && said.method === 'notifications/tools/list_changed') tools.forget()
      })
    }
    let isOpen = false
    return {
      connection,
      tools,
      open({ downstream, origin, headers = {}, checkArguments = () => null, introduced = null }) {
        // Ids would be ambiguous: one client could cancel the calls of another, and see what is meant for it.
        if (isOpen && !shared) {
          throw new Error(`The connection to ${server.name} has a client. Connect with { shared: true } for several.`)
        }
        isOpen = true
        const link = createLink({
          connection,
          downstream: withCaughtAnswers(downstream, say),
          gate,
          keeper,
          tools,
          trail,
          outcomes,
          origin,
          openQuestions,
          offer,
          names: shared ? createExchangeNames(() => connection.nextOwnId()) : SAME_IDS,
          headers: () => headers,
          checkArguments,
          introduced,
          log,
        })
        if (!shared) connection.onUnrelated((said, text, bytes) => link.fromUpstream(said, text, bytes))
        return link
      },
    }
  }

  return {
    self,
    cheatsheets: agentOffers.cheatsheets,
    checkEdit,
    connect,
    requests,
    adopt: async (hold) => await (await keeper()).adopt(hold),
    async drain(withinMs) {
      if (keeping === null) return
      const open = await keeping.catch(() => null)
      try {
        await open?.drain(withinMs)
      } catch (error) {
        // A store that is down must not keep the process from ending: the next process sees that its owner has gone.
        log(`calls in flight could not be concluded: ${String(error)}`)
      }
    },
  }

  function listRules(
    server: ServerIdentity,
    tenant: string,
    capabilities: ClientCapabilities,
    authored: AuthoredTools | null,
  ): ListRules {
    return ratingRules({
      policy: policy().policy,
      server,
      tenant,
      destructiveHintFor,
      previewsFirst: (tool) => authored?.previewsFirst(tool) ?? false,
      rationale: rationale(),
      capabilities,
      cheatsheet: agentOffers.cheatsheets.has(server.name) ? cheatsheetUri(server.name) : null,
    })
  }
}

/**
 * An upstream that throws where it should say that a request failed. What it did before is not known, so the request
 * may have arrived: a held call then ends as unknown, and its client is answered instead of waiting for ever.
 */
function withCaughtSends(upstream: Upstream): Upstream {
  let events: UpstreamEvents | null = null
  return {
    server: upstream.server,
    open(given) {
      events = given
      upstream.open(given)
    },
    send(message) {
      try {
        upstream.send(message)
      } catch (error) {
        const failure = { certainty: 'perhaps-sent', message: thrownMessage(error) } as const
        if (message.request !== null) events?.requestFailed(message.request.id, failure)
      }
    },
    abort: (id) => upstream.abort(id),
    close: () => upstream.close(),
  }
}

/** A client that throws at its answer is told nothing more of it, and keeps no other from theirs. */
function withCaughtAnswers(downstream: Downstream, log: (message: string) => void): Downstream {
  return {
    answer(id, text, bytes) {
      try {
        downstream.answer(id, text, bytes)
      } catch (error) {
        log(`a client could not be answered: ${thrownMessage(error)}`)
      }
    },
    send(text, bytes, relatedTo) {
      try {
        downstream.send(text, bytes, relatedTo)
      } catch (error) {
        log(`a client could not be told: ${thrownMessage(error)}`)
      }
    },
  }
}
