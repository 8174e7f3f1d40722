/**
 * Calls whose requester runs them itself, in its own process: asked about like any other call, claimed once after the second look, and
 * reported. The engine never sends one. It decides nothing, and believes nothing that a requester says of risk but what raises it.
 */
import { randomUUID } from 'node:crypto'
import {
  approvedCall,
  claimHold,
  controlParameterName,
  driftBetween,
  invalidateChanged,
  invalidateHold,
  isTerminal,
  markDelivered,
  openHold,
  placelessProcess,
  replaceMember,
  reportOutcome,
  say,
  sayToAgent,
} from '@holdpoint/core'
import type {
  AgentAnswer,
  Call,
  CallDemand,
  CallProvenance,
  Claimed,
  ClientIdentity,
  DispatchObstacle,
  ErrorCode,
  Hold,
  JsonObject,
  OutcomeReport,
  Reported,
  HoldRequester,
  Risk,
  SeeProcess,
  ServerIdentity,
  Sha256,
  Store,
  ToolDefinition,
} from '@holdpoint/core'
import type { AuditTrail } from '../calls/audit-trail.ts'
import { storeUnavailable } from '../calls/gate.ts'
import type { Gate, Passage } from '../calls/gate.ts'
import { createToolCatalog } from '../tools/tool-catalog.ts'
import type { GatewayPolicy } from '../gateway-options.ts'
import type { Attention } from '../held/ask-person.ts'
import { toEntityPreview, whatChanged } from './requested-preview.ts'
import type { RequestedPreview } from './requested-preview.ts'
import { requestedDefinition, requestedServer, unknownDefinition } from './requested-server.ts'

export interface RequestedCall {
  readonly server: string
  readonly tool: string
  /** As it was sent, and read strictly. */
  readonly argumentsText: string
  /** What a framework calls this one call, with the scope in which that is unique. */
  readonly call: { readonly scope: string; readonly id: string } | null
  readonly client: ClientIdentity | null
  /** As an entry of a tool list, without its name. */
  readonly definition: JsonObject | null
  readonly demand: CallDemand | null
  readonly preview: RequestedPreview | null
  readonly rationale: string | null
  readonly provenance: CallProvenance | null
}

export type AskedCall =
  /** No person has to be asked. */
  | { readonly kind: 'passes'; readonly risk: Risk; readonly rule: string; readonly digest: string }
  /** `told` is due once its end was written to whoever asked. */
  | { readonly kind: 'hold'; readonly hold: Hold; readonly told: (hold: Hold) => Promise<void> }
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly message: string }

export interface RequestedClaim {
  readonly hold: string
  readonly digest: string
  /** The tool as it is now; `null`: it says nothing of it. */
  readonly definition: JsonObject | null
  /** What was read again; `null`: nothing was. */
  readonly preview: RequestedPreview | null
}

export interface RequestedCalls {
  ask(requester: HoldRequester, request: RequestedCall): Promise<AskedCall>
  claim(requester: HoldRequester, claim: RequestedClaim): Promise<Claimed>
  report(report: OutcomeReport): Promise<Reported>
}

export interface RequestedCallsOptions {
  readonly store: () => Promise<Store>
  readonly policy: () => GatewayPolicy
  readonly gate: Gate
  readonly trail: AuditTrail
  readonly attention: Pick<Attention, 'announce'>
  /** Why policy or approvers no longer carry this approval; `null` while they do. */
  readonly recheck: (store: Store, hold: Hold, definition: ToolDefinition) => Promise<string | null>
  readonly see: SeeProcess
  readonly sha256: Sha256
  readonly now: () => number
  readonly log: (message: string) => void
}

/** Holds whose claims were refused for now, and what the log says of that already. */
const MOST_REFUSED = 1000

export function createRequestedCalls(options: RequestedCallsOptions): RequestedCalls {
  const { sha256, trail } = options
  const recorded = new Map<string, Set<string>>()

  async function ask(requester: HoldRequester, request: RequestedCall): Promise<AskedCall> {
    const store = await options.store()
    const server = requestedServer(requester, request.server, sha256)
    const client = request.client ?? { name: requester.principal, version: '' }
    const given = requestedDefinition(request.tool, request.definition, sha256)
    const learnt =
      given === null
        ? null
        : await learn(store, requester, { server, client, definition: request.definition, tool: request.tool })
    const { definition, drifted } = learnt ?? { definition: given ?? unknownDefinition(request.tool), drifted: false }
    const text = messageText(request, definition)
    const passage = await options.gate.judge({
      origin: {
        ...requester,
        session: sessionOf(requester, request, options.now()),
        relaysAPerson: false,
        client,
        server,
      },
      tool: request.tool,
      definition,
      drifted,
      text,
      arguments: (JSON.parse(text) as { readonly params: { readonly arguments: JsonObject } }).params.arguments,
      mayBeView: false,
      round: null,
      about: aboutOf(request),
      readAnew: async () => ({ definition, drifted }),
    })
    return await follow(store, request, passage, given)
  }

  /** The definition against what this requester said of the tool before; another one voids what was approved by the old one. */
  async function learn(
    store: Store,
    { tenant }: HoldRequester,
    about: {
      readonly server: ServerIdentity
      readonly client: ClientIdentity
      readonly definition: JsonObject | null
      readonly tool: string
    },
  ): Promise<{ readonly definition: ToolDefinition; readonly drifted: boolean } | null> {
    const changed: { readonly tool: string; readonly what: string }[] = []
    const catalog = createToolCatalog({
      store: async () => store,
      server: about.server,
      client: () => about.client.name,
      tenant,
      sha256,
      onDrift: (tool, what) => changed.push({ tool, what }),
    })
    const entry = { ...about.definition, name: about.tool }
    const [learnt = null] = await catalog.learn([entry], { first: false, last: false })
    for (const { tool, what } of changed) await voidOpen(store, tenant, about.server, tool, what)
    return learnt
  }

  async function voidOpen(
    store: Store,
    tenant: string,
    server: ServerIdentity,
    tool: string,
    what: string,
  ): Promise<void> {
    options.log(`[${server.name}] the definition of ${tool} changed: ${what}`)
    for (const state of ['pending', 'approved'] as const) {
      const query = { tenant, state, server: server.name, tool, risk: null, text: null, limit: 200, cursor: null }
      for (const hold of (await store.holds.list(query)).holds) {
        if (hold.call.server.identity === server.identity) await invalidateHold(store, hold.id, what)
      }
    }
  }

  async function follow(
    store: Store,
    request: RequestedCall,
    passage: Passage,
    definition: ToolDefinition | null,
  ): Promise<AskedCall> {
    switch (passage.kind) {
      case 'pass': {
        const record = passage.record()
        const kept = passage.recordFirst ? await trail.commit(record) : (await trail.append(record)) !== 'refused'
        if (!kept) return toRefusal(storeUnavailable(request.tool))
        return { kind: 'passes', risk: record.risk ?? 'low', rule: record.rule ?? '', digest: record.digest ?? '' }
      }
      case 'answer':
        await trail.append(passage.record)
        return toRefusal(passage.answer)
      case 'hold':
        return await openFor(store, request, passage, definition)
    }
  }

  async function openFor(
    store: Store,
    request: RequestedCall,
    passage: Passage & { readonly kind: 'hold' },
    definition: ToolDefinition | null,
  ): Promise<AskedCall> {
    const { call, id, ruling, warnings, policyHash, previewOnly } = passage
    const { heldBytes, tenantHeldBytes } = options.policy().config.limits
    const opened = await openHold(store, {
      id,
      call,
      ruling,
      definition,
      policyHash,
      previewOnly,
      warnings,
      entity: request.preview === null ? null : toEntityPreview(call, request.preview, sha256),
      // Nobody owns it before it is claimed.
      owner: { ...placelessProcess(`request/${id}`, 0), fence: 0 },
      see: options.see,
      room: { ofPrincipal: heldBytes, ofTenant: tenantHeldBytes },
      sha256,
    })
    switch (opened.kind) {
      case 'limited':
        return { kind: 'refused', code: 'RATE_LIMITED', message: opened.message }
      case 'other-call':
        return { kind: 'refused', code: 'INVALIDATED', message: sayToAgent('otherCallOfThatName', {}) }
      case 'gone':
      case 'lapsed':
        throw new Error(`A call of a requester met what only a gateway's can: ${opened.kind}`)
      default:
        if (opened.kind === 'asked') options.attention.announce(opened.hold)
        return { kind: 'hold', hold: opened.hold, told: async (ended) => await noteTold(store, ended) }
    }
  }

  /** Everything that stands between an approval and a run; `null`: nothing is in the way. */
  async function secondLook(store: Store, claim: RequestedClaim): Promise<DispatchObstacle | null> {
    const found = await store.holds.get(claim.hold)
    const call = found === null ? null : approvedCall(found)
    if (found === null) return { kind: 'ended' }
    const given = requestedDefinition(found.call.tool, claim.definition, sha256)
    const known = { hash: found.definitionHash, textHash: found.definitionTextHash }
    const drift = given === null || known.hash === '' ? null : driftBetween(known, given)
    const why =
      call === null
        ? say('notWhatWasApproved')
        : drift !== null
          ? say(drift === 'definition' ? 'definitionDrifted' : 'descriptionDrifted')
          : await options.recheck(store, found, given ?? definitionKept(found))
    if (why !== null) {
      await invalidateHold(store, found.id, why)
      return { kind: 'ended' }
    }
    const changed = claim.preview === null || call === null ? null : whatChanged(found, call, claim.preview, sha256)
    if (changed === null) return null
    await invalidateChanged(store, found.id, changed)
    return { kind: 'ended' }
  }

  function recordedOf(id: string): Set<string> {
    const known = recorded.get(id) ?? new Set<string>()
    recorded.delete(id)
    recorded.set(id, known)
    const [oldest] = recorded.keys()
    if (recorded.size > MOST_REFUSED && oldest !== undefined) recorded.delete(oldest)
    return known
  }

  return {
    ask,
    async claim(requester, claim) {
      const store = await options.store()
      return await claimHold(store, {
        hold: claim.hold,
        requester,
        digest: claim.digest,
        attempt: randomUUID(),
        leaseMs: options.policy().config.answerWithinMs,
        sha256,
        check: async () => await secondLook(store, claim),
        // Whoever claims again and again while everything is paused fills no log.
        recorded: recordedOf(claim.hold),
      })
    },
    report: async (report) => await reportOutcome(await options.store(), report),
  }
}

function toRefusal(answer: AgentAnswer): AskedCall {
  switch (answer.kind) {
    case 'error':
      return { kind: 'refused', code: answer.error.error.code, message: answer.error.error.message }
    case 'preview':
      return { kind: 'refused', code: 'VALIDATION_ERROR', message: answer.text }
    case 'envelope':
      throw new Error('The gate answers no call with an envelope.')
  }
}

async function noteTold(store: Store, hold: Hold): Promise<void> {
  const isOver = isTerminal(hold.state) || hold.state === 'unknown'
  if (isOver && hold.deliveredAt === null) await markDelivered(store, hold.id)
}

/** As the hold keeps it. What was claimed of the tool beyond its schema reassures nobody now. */
function definitionKept({ call, inputSchemaText, definitionHash, definitionTextHash }: Hold): ToolDefinition {
  const inputSchema = inputSchemaText === null ? {} : (JSON.parse(inputSchemaText) as JsonObject)
  return { ...unknownDefinition(call.tool), inputSchema, hash: definitionHash, textHash: definitionTextHash }
}

/** The call as a client of a gateway would have sent it: it is judged by the same code. */
function messageText({ tool, argumentsText, rationale }: RequestedCall, definition: ToolDefinition): string {
  const text = `{"jsonrpc":"2.0","id":0,"method":"tools/call","params":{"name":${JSON.stringify(tool)},"arguments":${argumentsText}}}`
  if (rationale === null) return text
  const name = controlParameterName('rationale', definition)
  return replaceMember(text, ['params', 'arguments', name], JSON.stringify(rationale))
}

/** A thread or a run of a framework is a session; without one a day of one client is: a program may ask for many people. */
function sessionOf({ tenant, principal }: HoldRequester, { call, client }: RequestedCall, now: number): string {
  const day = new Date(now).toISOString().slice(0, 10)
  const requester = `requests of ${JSON.stringify([tenant, principal])}`
  return JSON.stringify([requester, call?.scope ?? JSON.stringify([day, client?.name ?? ''])])
}

function aboutOf({
  call,
  demand,
  provenance,
}: RequestedCall): Pick<Call, 'runBy' | 'demand' | 'callId' | 'provenance'> {
  return {
    runBy: 'requester',
    ...(demand === null ? {} : { demand }),
    ...(call === null ? {} : { callId: JSON.stringify([call.scope, call.id]) }),
    ...(provenance === null ? {} : { provenance }),
  }
}
