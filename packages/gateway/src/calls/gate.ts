/**
 * The gate on `tools/call`: builds the Call, asks the policy, and says what happens next. Reads leave it in the same turn
 * of the event loop; anything above low is on record before it is forwarded; what must be asked goes to the hold keeper.
 * Whatever goes wrong here refuses the call.
 */
import {
  driftBetween,
  MOST_HIDDEN_CHARACTERS,
  callKey,
  controlParameterName,
  denialMessage,
  errorAnswer,
  findDenial,
  findPause,
  grantQuery,
  hidesTooMuch,
  isJsonObject,
  mayAllow,
  meetIdenticalCall,
  previewAnswer,
  provenanceText,
  say,
  sayToAgent,
  showInOneLine,
  takeGrant,
} from '@holdpoint/core'
import type {
  AgentAnswer,
  Call,
  ClientIdentity,
  DefinedCall,
  Grant,
  JsonObject,
  RecordDraft,
  RecordKind,
  Ruling,
  ServerIdentity,
  Sha256,
  Store,
  ToolDefinition,
} from '@holdpoint/core'
import type { Policy, RuleCall } from '@holdpoint/core/policy'
import { createPassedRounds } from './passed-rounds.ts'
import { prepareCall, withWholeCall } from './prepare-call.ts'
import type { PreparedCall } from './prepare-call.ts'
import { checkRationale, demandOnViews, wantsRationale } from './rationale.ts'
import type { RationaleDemand } from './rationale.ts'
import type { MayAskAbout } from '../tools/may-ask.ts'

export interface GateOptions {
  readonly store: () => Promise<Store>
  readonly policy: () => Policy
  /** Rules without keeping others waiting, whatever has to be read for it; at once wherever nothing has to be. */
  readonly rule: RuleCall
  readonly rationale: () => RationaleDemand
  readonly sha256: Sha256
  readonly now: () => number
  readonly newHoldId: () => string
  /** Whether the person who made a standing permission could still approve: a key that was revoked permits nothing. */
  readonly mayStillGrant: (grant: Grant) => Promise<boolean>
  readonly mayAskAbout: MayAskAbout
  /** A call without a usable rationale passes where that is not demanded; the operator should know. */
  readonly onMissingRationale: (call: Call) => void
}

/** Who calls, as far as the front knows. */
export interface CallOrigin {
  readonly tenant: string
  readonly principal: string
  readonly session: string
  /** The host's word counts as its person's: it sits in front of them, or its key says so. */
  readonly relaysAPerson: boolean
  readonly client: ClientIdentity
  readonly server: ServerIdentity
}

export interface ToolCall {
  readonly origin: CallOrigin
  readonly tool: string
  readonly definition: ToolDefinition
  readonly drifted: boolean
  readonly text: string
  readonly arguments: JsonObject
  /** The server has views of its own and the client draws them: the caller may be one, and knows of no rationale. */
  readonly mayBeView: boolean
  /** A call that does not say so is a preview. Default: it is not. */
  readonly previewsFirst?: boolean
  /** The state with which the client answers a question of the server's about this call; `null`: it answers none. */
  readonly round: string | null
  /** What is known of the call beside its arguments. */
  readonly about: CallAbout
  /** The tool as the server defines it at this very moment; `null`: that cannot be known. */
  readonly readAnew: () => Promise<Pick<ToolCall, 'definition' | 'drifted'> | null>
}

/** Who is to run it, what its author demands, what a framework calls it, where it comes from. */
export type CallAbout = Pick<Call, 'runBy' | 'demand' | 'callId' | 'provenance'>

export type Passage =
  /** `text` is `null` where nothing had to be changed: the client's own bytes go on. */
  | {
      readonly kind: 'pass'
      readonly text: string | null
      /** Made on demand, so that hashing and wording happen while the upstream works. */
      readonly record: () => RecordDraft
      readonly recordFirst: boolean
      /** Called with the state that the server gives, where it answers with a question to the client. */
      readonly inputAsked: ((state: string) => void) | null
    }
  | { readonly kind: 'answer'; readonly answer: AgentAnswer; readonly record: RecordDraft }
  | {
      readonly kind: 'hold'
      readonly call: Call
      /** By which it was judged. */
      readonly definition: ToolDefinition
      readonly ruling: Ruling
      readonly warnings: readonly string[]
      readonly policyHash: string
      readonly id: string
      readonly previewOnly: boolean
    }

export interface Gate {
  /** Synchronous wherever nothing has to be loaded or looked up. */
  judge(toolCall: ToolCall): Passage | Promise<Passage>
}

export function createGate(options: GateOptions): Gate {
  const rounds = createPassedRounds(options.sha256)

  function conclude(prepared: PreparedCall, ruling: Ruling): Passage | Promise<Passage> {
    const { call } = prepared
    if (ruling.answer === 'deny') {
      const message = sayToAgent('deniedByPolicy', { tool: call.tool, why: ruling.why })
      return {
        kind: 'answer',
        answer: errorAnswer('DENIED_BY_POLICY', message),
        record: callRecord('call-denied', call, ruling),
      }
    }
    if (ruling.answer === 'pass' && ruling.risk === 'low') return pass(prepared, ruling, false)
    return concludeAboveLow(withWholeCall(prepared), ruling)
  }

  async function concludeAboveLow(prepared: PreparedCall, ruling: Ruling): Promise<Passage> {
    const { call } = prepared
    let store: Store
    try {
      store = await options.store()
      if ((await findPause(store, call.tenant)) !== null) {
        const message = sayToAgent('deniedWhilePaused', { tool: call.tool })
        return {
          kind: 'answer',
          answer: errorAnswer('DENIED_BY_POLICY', message),
          record: callRecord('call-denied', call, ruling),
        }
      }
      const standing = await store.grants.standing(grantQuery(definedCall(prepared)))
      const continued = prepared.previewOnly ? null : await nextRound(store, prepared, ruling, standing)
      if (continued !== null) return continued
      // An identical call that was held has an outcome to collect: passing it would run it a second time.
      if (standing.length > 0 && !(await isHeldAlready(store, call))) {
        const denial = findDenial(standing, definedCall(prepared), await store.now())
        if (denial !== null) return denied(prepared, ruling, denial)
        const permitted = await takePermission(store, prepared, ruling, standing)
        if (permitted !== null) return permitted
      }
      if (ruling.answer === 'pass')
        return prepared.previewOnly ? nothingRan(prepared, ruling) : pass(prepared, ruling, true)
      if (prepared.confirmed && !prepared.previewOnly && options.policy().acceptsAgentConfirm(call.tenant, ruling)) {
        if (!(await isHeldAlready(store, call))) return confirmedByAgent(prepared, ruling)
      }
    } catch {
      return { kind: 'answer', answer: storeUnavailable(call.tool), record: callRecord('call-refused', call, ruling) }
    }
    if (hidesTooMuch(call)) {
      const message = sayToAgent('hidesTooMuch', { tool: call.tool, n: MOST_HIDDEN_CHARACTERS })
      return {
        kind: 'answer',
        answer: errorAnswer('VALIDATION_ERROR', message),
        record: callRecord('call-refused', call, ruling),
      }
    }
    const warnings = [
      ...(prepared.drifted ? [say('definitionChanged', { tool: showInOneLine(call.tool) })] : []),
      ...(call.taskText === undefined ? [] : [say('runsAsTask', { task: showInOneLine(call.taskText) })]),
    ]
    const { definition, previewOnly } = prepared
    const policyHash = options.policy().hash
    return { kind: 'hold', call, definition, ruling, warnings, policyHash, id: options.newHoldId(), previewOnly }
  }

  /** The client's answer to a server that asked back about a call which passed: counted then, not again. */
  async function nextRound(
    store: Store,
    prepared: PreparedCall,
    ruling: Ruling,
    standing: readonly Grant[],
  ): Promise<Passage | null> {
    const under = prepared.round === null ? null : rounds.take(prepared.call, prepared.round)
    if (under?.policyHash !== options.policy().hash || under.definitionHash !== prepared.definition.hash) return null
    const grant = standing.find(({ id }) => id === under.grant)
    if (grant === undefined || !(await options.mayStillGrant(grant))) return null
    const denial = findDenial(standing, definedCall(prepared), await store.now())
    return denial === null ? passOn(grant, prepared, ruling, ', next round') : denied(prepared, ruling, denial)
  }

  function passOn(grant: Grant, prepared: PreparedCall, ruling: Ruling, which: string): Passage {
    const under = { grant: grant.id, policyHash: options.policy().hash, definitionHash: prepared.definition.hash }
    return {
      ...pass(prepared, { ...ruling, rule: `grant ${grant.id} by ${grant.createdBy}${which}` }, true),
      inputAsked: (state) => rounds.remember(prepared.call, state, under),
    }
  }

  /** Passes on a permission that covers this call, counted before anything is sent; `null` where there is none. */
  async function takePermission(
    store: Store,
    prepared: PreparedCall,
    ruling: Ruling,
    standing: readonly Grant[],
  ): Promise<Passage | null> {
    const defined = definedCall(prepared)
    const now = await store.now()
    const trusted = new Set<string>()
    for (const grant of standing) {
      if (mayAllow(grant, defined, ruling, now) && (await options.mayStillGrant(grant))) trusted.add(grant.id)
    }
    if (trusted.size === 0) return null
    if (prepared.previewOnly) return nothingRan(prepared, { ...ruling, why: 'A standing permission covers it.' })
    // A server need not say that it redefined a tool, and what was permitted is the tool as it was.
    const current = await prepared.from.readAnew()
    if (current === null) return null
    if (!isSameTool(current.definition, prepared.definition)) {
      return await judge({ ...prepared.from, ...current, readAnew: async () => null })
    }
    const taken = await takeGrant(store, { ...defined, ruling, trusted })
    switch (taken.kind) {
      case 'denied':
        return denied(prepared, ruling, taken.grant)
      case 'allowed':
        return passOn(taken.grant, prepared, ruling, '')
      case 'none':
        return null
    }
  }

  async function isHeldAlready(store: Store, call: Call): Promise<boolean> {
    return await store.holds.changeNewest(callKey(call, options.sha256), (newest, now) => ({
      do: 'keep',
      answer: meetIdenticalCall(newest, now).next !== 'ask',
    }))
  }

  function judge(toolCall: ToolCall): Passage | Promise<Passage> {
    const prepared = prepareCall(toolCall, options.sha256)
    const name = controlParameterName('rationale', prepared.definition)
    const { call, definition } = prepared
    const demand = options.rationale()
    const demanded = toolCall.mayBeView ? demandOnViews(demand, prepared.rationale) : demand
    const rationale = checkRationale(prepared.rationale, name, demanded, options.now())
    if (rationale.kind === 'missing' && wantsRationale(demand, () => options.mayAskAbout(call, definition))) {
      options.onMissingRationale(call)
    }
    if (rationale.kind === 'refused') {
      const answer = errorAnswer('VALIDATION_ERROR', rationale.message)
      return { kind: 'answer', answer, record: callRecord('call-refused', call, null) }
    }
    const ruling = options.rule(options.policy(), call, definition)
    return ruling instanceof Promise ? ruling.then((ruled) => conclude(prepared, ruled)) : conclude(prepared, ruling)
  }

  return { judge }
}

function isSameTool(one: ToolDefinition, other: ToolDefinition): boolean {
  return driftBetween(one, other) === null
}

function definedCall({ call, definition }: PreparedCall): DefinedCall {
  return { call, definitionHash: definition.hash, definitionTextHash: definition.textHash }
}

function denied({ call }: PreparedCall, ruling: Ruling, grant: Grant): Passage {
  const record = callRecord('call-denied', call, { ...ruling, rule: `denied by ${grant.createdBy}, grant ${grant.id}` })
  return { kind: 'answer', answer: errorAnswer('DENIED_BY_POLICY', denialMessage(grant, call)), record }
}

function pass(prepared: PreparedCall, ruling: Ruling, recordFirst: boolean): Passage & { readonly kind: 'pass' } {
  const kind = recordFirst ? 'call-intended' : 'call-passed'
  const record = (): RecordDraft => callRecord(kind, prepared.call, ruling)
  return { kind: 'pass', text: prepared.text, record, recordFirst, inputAsked: null }
}

/** A preview runs nothing, also where no person would have to be asked. */
function nothingRan({ call }: PreparedCall, ruling: Ruling): Passage {
  const record = { ...callRecord('call-refused', call, ruling), detail: say('previewOnly') }
  return { kind: 'answer', answer: previewAnswer(call.tool, ruling.why), record }
}

/** No person was asked: the record says that the agent spoke for itself. */
function confirmedByAgent(prepared: PreparedCall, ruling: Ruling): Passage {
  const record = (): RecordDraft => ({
    ...callRecord('call-intended', prepared.call, ruling),
    actor: 'agent',
    detail: say('confirmedByAgent'),
  })
  return { kind: 'pass', text: prepared.text, record, recordFirst: true, inputAsked: null }
}

export function storeUnavailable(tool: string): AgentAnswer {
  return errorAnswer('STORE_UNAVAILABLE', sayToAgent('storeUnavailable', { tool }))
}

function callRecord(kind: RecordKind, call: Call, ruling: Ruling | null): RecordDraft {
  return {
    kind,
    tenant: call.tenant,
    principal: call.principal,
    client: call.client.name,
    server: call.server.name,
    tool: call.tool,
    method: 'tools/call',
    risk: ruling?.risk ?? null,
    rule: ruling?.rule ?? null,
    hold: null,
    digest: call.digest,
    rationale: call.rationale,
    actor: ruling?.autoApproved === true ? 'policy' : null,
    detail: ruling === null ? null : whyUnasked(ruling),
    provenance: provenanceText(call.provenance),
  }
}

function whyUnasked({ autoApproved, gateOff }: Ruling): string | null {
  if (autoApproved === true) return say('autoApproved')
  return gateOff ? say('wouldHaveBeenAsked') : null
}

/** `null` where `params` is no tool call that could be judged. */
export function readToolCallParams(params: unknown): { readonly name: string; readonly arguments: JsonObject } | null {
  if (!isJsonObject(params as JsonObject)) return null
  const { name, arguments: sent } = params as JsonObject
  if (typeof name !== 'string') return null
  if (sent === undefined) return { name, arguments: {} }
  return isJsonObject(sent) ? { name, arguments: sent } : null
}
