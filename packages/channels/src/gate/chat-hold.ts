/**
 * An operation of a bot as a hold of the store, and what is read back from one: its session, its code, whether it is of this
 * gate. All of it stands in the hold, so that every process of the bot, also one that starts later, reads the same.
 */
import {
  BOT_IDENTITY,
  canonicalize,
  describeCall,
  digestArguments,
  drawShortCode,
  isAmongApprovers,
  isJsonObject,
  previewIn,
  say,
  showInOneLine,
} from '@holdpoint/core'
import type { Call, EntityPreview, JsonObject, JsonValue, ListedHold, Ruling, Sha256 } from '@holdpoint/core'
import type { ChatSession, OperationPreview, OperationRules } from './channel-gate.ts'

/** The name of the one rule of a gate. */
const RULE = 'bot'
/** The operation of a question that only its asker goes on from. */
export const CONFIRM = 'confirm'

export interface GateIdentity {
  readonly name: string
  readonly tenant: string
}

type OfGate = Pick<ListedHold, 'call' | 'ruling' | 'id'>

export function sessionKey({ name }: GateIdentity, session: string): string {
  return `chat/${name}/${session}`
}

export function sessionOf({ name }: GateIdentity, { call }: Pick<OfGate, 'call'>): string {
  return call.session.slice(sessionKey({ name, tenant: '' }, '').length)
}

export function isOfGate({ name, tenant }: GateIdentity, { call }: Pick<OfGate, 'call'>): boolean {
  const ofName = call.server.identity === serverIdentity(name) || isConfirmation({ call })
  return ofName && call.server.name === name && call.tenant === tenant && call.session.startsWith(`chat/${name}/`)
}

/** Whether no operation stands behind it: only the process that asked can go on. */
export function isConfirmation({ call }: Pick<OfGate, 'call'>): boolean {
  return call.server.identity.startsWith(`${serverIdentity(call.server.name)}/${CONFIRM}/`)
}

export function codeOf({ id }: Pick<OfGate, 'id'>): string {
  return id.slice(id.lastIndexOf('-') + 1).toUpperCase()
}

/** The code is a part of the id, so no process can know the one without the other. */
export function drawHoldId(
  newId: () => string,
  randomInteger: (limit: number) => number,
  waiting: readonly Pick<OfGate, 'id'>[],
): string {
  return `${newId()}-${drawShortCode(randomInteger, waiting.map(codeOf)).toLowerCase()}`
}

export function demandsCode({ ruling }: Pick<OfGate, 'ruling'>): boolean {
  return ruling.code === 'always'
}

/** A person who may not confirm a question does not cancel it either: in a group, others only talk. */
export function mayAnswer({ ruling }: Pick<OfGate, 'ruling'>, by: string): boolean {
  return isAmongApprovers(ruling.approvers, { by })
}

function serverIdentity(name: string): string {
  return `${BOT_IDENTITY}${name}`
}

export interface CallParts {
  readonly gate: GateIdentity
  readonly at: ChatSession
  readonly operation: string
  readonly given: JsonObject
  readonly rationale: string | null
  /** For a question that no other joins. */
  readonly unique: string | null
  readonly sha256: Sha256
}

/** Throws for arguments that are no JSON: the author's mistake, found before anyone is asked. */
export function buildCall({ gate, at, operation, given, rationale, unique, sha256 }: CallParts): Call {
  const argumentsText = JSON.stringify(given)
  const read: unknown = argumentsText === undefined ? null : JSON.parse(argumentsText)
  if (!isJsonObject(read as JsonValue)) {
    throw new TypeError(`The arguments of "${operation}" are no JSON object: pass a plain object of plain values.`)
  }
  const stored = read as JsonObject
  const own = unique === null ? '' : `/${CONFIRM}/${unique}`
  return {
    tenant: gate.tenant,
    principal: at.by,
    // What makes two calls identical has the client in it, so those of two chats never are.
    client: { name: at.session, version: '' },
    session: sessionKey(gate, at.session),
    server: {
      name: gate.name,
      identity: serverIdentity(gate.name) + own,
      display: `the bot ${gate.name}`,
      transport: 'http',
    },
    tool: operation,
    argumentsText,
    arguments: stored,
    digest: digestArguments(stored, sha256),
    rationale,
    relaysAPerson: true,
  }
}

export function buildRuling(at: ChatSession, preview: OperationPreview, rules: Required<OperationRules>): Ruling {
  const { answeredBy, code, decideWithinMs, executeWithinMs } = rules
  return {
    risk: preview.risk ?? 'high',
    answer: 'ask',
    rule: RULE,
    why: say('botAsks'),
    rails: null,
    approvers: approversOf(answeredBy, at.by),
    quorum: 1,
    assurance: 'host',
    ...(code === 'always' || at.isGroup ? { code: 'always' as const } : {}),
    irreversible: preview.irreversible ?? false,
    grantable: false,
    scope: null,
    gateOff: false,
    decideWithinMs,
    executeWithinMs,
    undoWindowMs: 0,
    declineSticksMs: 0,
  }
}

export function approversOf(
  answeredBy: Required<OperationRules>['answeredBy'],
  requester: string,
): readonly string[] | null {
  if (answeredBy === 'anyone') return null
  return answeredBy === 'requester' ? [requester] : answeredBy
}

/** What the author says of the operation. It may repeat what an agent wrote, so hidden characters are made visible. */
export function buildEntity(gate: GateIdentity, preview: OperationPreview, sha256: Sha256): EntityPreview {
  const { title, fields = [], impact = [] } = preview
  const shown = {
    title: showInOneLine(title),
    fields: fields.map(({ label, before, after }) => ({
      label: showInOneLine(label),
      before: showInOneLine(before),
      after: after === null ? null : showInOneLine(after),
    })),
    impact: impact.map(({ label, value }) => ({ label: showInOneLine(label), value: showInOneLine(value) })),
  }
  return { ...shown, source: gate.name, hash: sha256(canonicalize(shown)), seen: [] }
}

export function titleOf({ preview, call }: Pick<ListedHold, 'preview' | 'call'>, language: string): string {
  return describeCall(previewIn(preview, call.tool, language)).title
}
