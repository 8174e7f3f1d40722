/**
 * What every gateway process has once, whatever its fronts: store, policy, gate, audit trail, hold keeper. The parts know
 * each other only through the small ports they declare; this is where those are filled in.
 */
import { randomUUID } from 'node:crypto'
import { approvedArguments, findPause, findStanding, invalidateHold, noteShown } from '@holdpoint/core'
import type { ClientCapabilities, Hold, ProcessIdentity, ServerIdentity, Store, Upstream } from '@holdpoint/core'
import { destructiveHintFor } from '@holdpoint/core/policy'
import { sha256 } from '@holdpoint/store'
import { createAuditTrail } from '../gateway/audit-trail.ts'
import type { AuditTrail } from '../gateway/audit-trail.ts'
import { cardDocument, cardWords } from '../card-view/index.ts'
import { createCard } from '../gateway/card/card.ts'
import { createCallOutcomes } from '../gateway/call-outcomes.ts'
import type { CallOutcomes } from '../gateway/call-outcomes.ts'
import { createConnection } from '../gateway/connection.ts'
import { noticeDrawnCards } from '../gateway/drawn-cards.ts'
import type { Connection } from '../gateway/connection.ts'
import type { DispatchOptions } from '../gateway/dispatch.ts'
import { createGate } from '../gateway/gate.ts'
import type { Gate } from '../gateway/gate.ts'
import { createHoldKeeper } from '../gateway/hold-keeper.ts'
import type { Attention, HoldKeeper } from '../gateway/hold-keeper-options.ts'
import { cheatsheetUri } from '../gateway/offers/cheatsheet-offer.ts'
import type { CheatsheetShelf } from '../gateway/offers/cheatsheet-shelf.ts'
import { joinOffers } from '../gateway/offers/offer.ts'
import { createOpenQuestions, rememberQuestions } from '../gateway/open-questions.ts'
import type { OpenQuestions } from '../gateway/open-questions.ts'
import type { Offer } from '../gateway/offers/offer.ts'
import type { RationaleDemand } from '../gateway/rationale.ts'
import { createOwnership } from '../gateway/ownership.ts'
import { createRationaleAlerts } from '../gateway/rationale-alerts.ts'
import { createToolCatalog } from '../gateway/tool-catalog.ts'
import { createToolDesk, ratingRules } from '../gateway/tool-desk.ts'
import type { ToolDesk } from '../gateway/tool-desk.ts'
import type { ListRules } from '../gateway/tools-list.ts'
import { identifySelf, seeProcess } from '../home/process-identity.ts'
import { createAgentOffers } from './agent-offers.ts'
import type { HostSigns } from '../gateway/rails/host-profiles.ts'
import { seeTerminalOf } from '../home/host-terminal.ts'
import { createHostRails, openSeal } from './host-rails.ts'
import { createRequesterNames } from './known-names.ts'
import type { Log } from './log.ts'
import { createPolicyEditCheck } from './policy-edit-check.ts'
import type { PolicyInForce } from './policy-source.ts'
import { createGrantCheck, createRecheck } from './recheck.ts'
import { createRecipes } from './recipe-services.ts'
import { serverTrust } from './server-trust.ts'
import { openSqlInTime } from './sql-in-time.ts'
import type { StoreSource } from './store-source.ts'

export interface GatewayServicesOptions {
  /** How the people who are asked start this program. */
  readonly program: () => string
  readonly mode: 'wrap' | 'serve'
  readonly stores: StoreSource
  readonly policy: () => PolicyInForce
  readonly attention: Attention
  /** Where a hold may run whose own connection has gone. */
  readonly otherConnection: (hold: Hold, stateless: boolean) => Promise<OpenedUpstream | null>
  readonly log: Log
}

export interface GatewayServices {
  readonly self: ProcessIdentity
  readonly gate: Gate
  readonly trail: AuditTrail
  readonly outcomes: CallOutcomes
  readonly openQuestions: OpenQuestions
  /** What we ourselves offer to clients beside the server's own. */
  readonly offer: Offer
  readonly cheatsheets: CheatsheetShelf
  keeper(): Promise<HoldKeeper>
  connect(upstream: Upstream, about: { readonly tenant: string; readonly shared: boolean }): OpenedUpstream
  /** Waits for calls in flight; what is not answered in time is stored as unknown. */
  drain(withinMs: number): Promise<void>
  stop(): Promise<void>
}

export interface OpenedUpstream {
  readonly connection: Connection
  readonly tools: ToolDesk
}

/** Answers of servers beyond this are told to the agent, but kept only in part. */
const STORED_RESULT_LIMIT = 4 * 1024 * 1024
const LIST_WITHIN_MS = 15_000
const CARD_DRAWN_WITHIN_MS = 3000

export function createGatewayServices(options: GatewayServicesOptions): GatewayServices {
  const { stores, log } = options
  const self = identifySelf(randomUUID())
  const desks = new Map<Connection, ToolDesk>()
  const openQuestions = createOpenQuestions(Date.now)
  let opened: Store | null = null
  const trail = createAuditTrail((record) => {
    if (opened !== null) return opened.audit.append(record)
    return stores.get().then((store) => {
      opened = store
      return store.audit.append(record)
    })
  })
  let keeping: Promise<HoldKeeper> | null = null
  // A wrap is started by its host, which may say how it runs. The clients of a service are started elsewhere.
  const ofTheHost: HostSigns =
    options.mode === 'wrap'
      ? { environment: process.env, lacksTerminal: (program) => seeTerminalOf(program) === 'none' }
      : { environment: {}, lacksTerminal: () => false }

  const rationale = (): RationaleDemand =>
    options.policy().config.rationale ?? { kind: options.mode === 'serve' ? 'required' : 'advertised' }

  const given = createAgentOffers({ mode: options.mode, stores, policy: options.policy, trail, rationale, log })

  const names = createRequesterNames(
    () => stores.get(),
    () => performance.now(),
  )

  const ruleInTime = openSqlInTime()
  const gate = createGate({
    store: () => stores.get(),
    known: names.of,
    policy: () => options.policy().policy,
    rule: ruleInTime,
    mode: options.mode,
    rationale,
    sha256,
    now: Date.now,
    newHoldId: randomUUID,
    mayStillGrant: createGrantCheck({ store: () => stores.get(), policy: options.policy }),
    onMissingRationale: createRationaleAlerts({ store: () => stores.get(), trail, demand: rationale, sha256, log }),
  })

  const card = createCard({
    store: () => stores.get(),
    seal: async () => await openSeal(await stores.get()),
    viewDocument: cardDocument,
    viewWords: cardWords,
    checkEdit: createPolicyEditCheck(options.policy),
    newGrantId: randomUUID,
    // Where nothing is known of the server's tools, it may have views.
    upstreamHasViews: ({ connection }) => desks.get(connection)?.hasViews ?? true,
    sessionOf: ({ caller }) => caller.session,
    previewParameter: (caller) => caller.previewParameter,
    serverOf: async (identity, hold) => {
      const store = await stores.get()
      // Of a process that has gone, only whoever calls again can tell.
      const reached = hold === null || (await findStanding(store, seeProcess)).reaches(hold)
      return { trust: await serverTrust(store, options.policy(), identity), state: reached ? 'connected' : null }
    },
    record: (record) => trail.append(record),
    drawnWithinMs: CARD_DRAWN_WITHIN_MS,
  })

  function noteDrawn(id: string): void {
    stores
      .get()
      .then(async (store) => {
        const hold = await store.holds.get(id)
        if (hold !== null) await noteShown(store, hold, 'card')
      })
      .catch((error: unknown) => log(`a record could not be kept: ${String(error)}`))
  }

  async function createKeeper(): Promise<HoldKeeper> {
    const store = await stores.get()
    const ownership = createOwnership({ store, self, now: () => performance.now() })
    const freshDefinition: DispatchOptions['freshDefinition'] = async (connection, tool, metaText) => {
      const desk = desks.get(connection)
      if (desk === undefined) return { kind: 'unreachable', message: 'the connection has gone' }
      return await desk.fresh(tool, metaText)
    }
    const { mode, policy } = options
    const recheck = createRecheck({ store, policy, mode, rule: ruleInTime })
    return createHoldKeeper({
      store,
      recipes: createRecipes({
        store,
        ownership,
        see: seeProcess,
        mode,
        rule: ruleInTime,
        policy,
        trail,
        freshDefinition,
        log,
        deskOf: (connection) => desks.get(connection),
      }),
      ownership,
      see: seeProcess,
      attention: options.attention,
      isAsked: openQuestions.openFor,
      // A client that was given a question has as long to bring the answer as a server that was given a call.
      awaitsAnswer: (hold) => (openQuestions.age(hold) ?? Infinity) < options.policy().config.answerWithinMs,
      ladder: rememberQuestions(
        createHostRails(store, await openSeal(store), card.rail, ofTheHost, options.program, log),
        openQuestions,
      ),
      viewMeta: card.pendingMeta,
      views: card.waiting,
      program: options.program,
      wait: () => options.policy().config.wait,
      room: () => {
        const { heldBytes, tenantHeldBytes } = options.policy().config.limits
        return { ofPrincipal: heldBytes, ofTenant: tenantHeldBytes }
      },
      otherConnection: async (hold, stateless) => (await options.otherConnection(hold, stateless))?.connection ?? null,
      log,
      dispatch: {
        store,
        sha256,
        newAttemptId: randomUUID,
        freshDefinition,
        recheck: async (hold, definition) => {
          const changed = await recheck(hold, definition)
          const { tenant, principal } = hold.call
          if (changed === null)
            await names
              .learn({ tenant, principal, argumentsText: approvedArguments(hold) })
              .catch((error: unknown) => log(`what was approved could not be noted: ${String(error)}`))
          return changed
        },
        isPaused: async (hold) => (await findPause(store, hold.call.tenant)) !== null,
        answerWithinMs: () => options.policy().config.answerWithinMs,
        storedResultLimit: STORED_RESULT_LIMIT,
      },
    })
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
    const store = await stores.get()
    for (const id of (await keeping).openHoldsOf(tool)) await invalidateHold(store, id, what)
  }

  return {
    self,
    gate,
    trail,
    outcomes: createCallOutcomes(trail, Date.now),
    openQuestions,
    offer: joinOffers([given.offer, noticeDrawnCards(card.offer, noteDrawn)]),
    cheatsheets: given.cheatsheets,
    keeper,
    connect(upstream, { tenant, shared }) {
      const { server } = upstream
      const say = (message: string): void => log(`[${server.name}] ${message}`)
      const connection = createConnection({ upstream, ownIdPrefix: `holdpoint-${randomUUID()}-`, shared, log: say })
      const tools = createToolDesk({
        connection,
        catalog: (client) =>
          createToolCatalog({
            store: () => stores.get(),
            server,
            client,
            tenant,
            sha256,
            onDrift: (tool, what) => {
              say(`the definition of ${tool} changed: ${what}. Run: holdpoint policy accept ${server.name}`)
              voidHolds(tool, what).catch((error: unknown) => say(String(error)))
            },
          }),
        listRules: (capabilities) => listRules(server, tenant, capabilities),
        sha256,
        listWithinMs: LIST_WITHIN_MS,
        log: say,
      })
      desks.set(connection, tools)
      connection.onClosed(() => desks.delete(connection))
      return { connection, tools }
    },
    async drain(withinMs) {
      if (keeping === null) return
      const open = await keeping.catch(() => null)
      try {
        await open?.drain(withinMs)
      } catch (error) {
        // A store that is down must not keep the process from ending: whoever comes next sees that its owner has gone.
        log(`calls in flight could not be concluded: ${String(error)}`)
      }
    },
    async stop() {
      await stores.close().catch((error: unknown) => log(`the store could not be closed: ${String(error)}`))
    },
  }

  function listRules(server: ServerIdentity, tenant: string, capabilities: ClientCapabilities): ListRules {
    const { policy } = options.policy()
    return ratingRules({
      policy,
      server,
      tenant,
      destructiveHintFor,
      advertiseRationale: rationale().kind !== 'off',
      capabilities,
      cheatsheet: given.cheatsheets.has(server.name) ? cheatsheetUri(server.name) : null,
    })
  }
}
