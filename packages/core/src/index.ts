/** The public API of the core: what a hold is and how it may change. */
export type { JsonObject, JsonValue } from './json/json-value.ts'
export type { Sha256 } from './json/sha256.ts'
export { isJsonObject } from './json/is-json-object.ts'
export { readStrict } from './json/read-strict.ts'
export type { StrictLimits, StrictReading } from './json/read-strict.ts'
export { canonicalize } from './json/canonical.ts'
export { cutMembers, locateMember, replaceMember } from './json/members.ts'

export type { Call, ClientIdentity, ServerIdentity, ToolAnnotations, ToolDefinition } from './call/call.ts'
export { callKey } from './call/call-key.ts'
export { digestArguments } from './call/digest-arguments.ts'
export { CONTROL_PARAMETERS, controlParameterName, cutControlParameters } from './call/control-parameters.ts'
export type { ControlParameter, CutArguments } from './call/control-parameters.ts'
export { readToolDefinition } from './call/read-tool-definition.ts'

export type { Answer, Assurance, Rail, Risk, Ruling } from './policy/ruling.ts'

export { isTerminal, OPEN_STATES, TERMINAL_STATES } from './hold/hold.ts'
export type { Attempt, HeldCall, Hold, HoldState, LaterRationale, Outcome, ProcessIdentity } from './hold/hold.ts'
export type { HoldEvent, Refusal, Transition } from './hold/hold-event.ts'
export type { Verdict, VerdictAnswer } from './hold/verdict.ts'
export { transition } from './hold/transition.ts'
export { checkEligibility } from './hold/eligibility.ts'
export { approvalsOf, decisiveVerdict, quorumMet } from './hold/quorum.ts'
export { meetIdenticalCall } from './hold/identical-call.ts'
export type { IdenticalCall } from './hold/identical-call.ts'
export { toApprovalView } from './hold/approval-view.ts'
export type { ApprovalView, OutcomeView } from './hold/approval-view.ts'

export type { Preview, PreviewNode } from './preview/preview.ts'
export { buildPreview } from './preview/build-preview.ts'
export { summarize } from './preview/preview-summary.ts'
export { renderPreviewText } from './preview/render-preview-text.ts'
export { findHiddenCharacters, hasRaisingCharacters, showHiddenCharacters } from './preview/visible-text.ts'

export type { AuditRecord, Checkpoint, RecordDraft, RecordKind } from './audit/record.ts'
export { chainRecord, GENESIS_HASH, hashRecord } from './audit/chain.ts'
export { checkpointPayload } from './audit/checkpoint.ts'
export { recordDraft } from './audit/record-draft.ts'
export { describeRecord } from './audit/describe-record.ts'
export { createChainVerifier } from './audit/verify.ts'

export type {
  AuditLog,
  AuditPage,
  AuditQuery,
  HoldCount,
  HoldPage,
  HoldQuery,
  HoldStore,
  Role,
  ScopeQuery,
  SettingStore,
  Step,
  Store,
  StoreChange,
  TokenRow,
  TokenStore,
} from './store/store.ts'

export { decide } from './operations/decide.ts'
export type { DecideRequest, Decision } from './operations/decide.ts'
export { openHold } from './operations/open-hold.ts'
export type { OpenedHold, OpenHoldRequest } from './operations/open-hold.ts'
export {
  claimDispatch,
  concludeDispatch,
  continueDispatch,
  invalidateHold,
  loseDispatch,
  markCallerLeft,
  markDelivered,
  pauseDispatchForInput,
  releaseDispatch,
  takeOver,
} from './operations/dispatch-hold.ts'
export type { Moved } from './operations/move-hold.ts'
export { resolveHold } from './operations/resolve-hold.ts'
export type { ResolveRequest } from './operations/resolve-hold.ts'
export { sweepHolds } from './operations/sweep-holds.ts'

export { endedAnswer, envelopeAnswer, errorAnswer } from './answer/agent-answer.ts'
export type { AgentAnswer, AgentError, Envelope, ErrorCode } from './answer/agent-answer.ts'
export { HOLD_META_KEY, META_PREFIX, toToolResult } from './answer/to-tool-result.ts'
export type { ResultShape } from './answer/to-tool-result.ts'

export * from './wire/index.ts'
