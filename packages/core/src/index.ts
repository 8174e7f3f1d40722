/** The public API of the core: what a hold is and how it may change. */
export type { JsonObject, JsonValue } from './json/json-value.ts'
export type { Sha256 } from './json/sha256.ts'
export { isJsonObject } from './json/is-json-object.ts'
export { readStrict } from './json/read-strict.ts'
export type { StrictLimits, StrictReading } from './json/read-strict.ts'
export { canonicalize } from './json/canonical.ts'
export { findLookAlikes, foldName, hasNamesake, nameLookAlikes } from './json/look-alike-members.ts'
export { cutMembers, locateMember, replaceMember } from './json/members.ts'

export { say, sayIn } from './sentence/say.ts'
export { OTHER_LANGUAGES, otherLanguage } from './sentence/language.ts'
export { translate } from './sentence/translate.ts'

export { BOT_IDENTITY } from './call/call.ts'
export type { Call, CallDemand, ClientIdentity, ServerIdentity, ToolAnnotations, ToolDefinition } from './call/call.ts'
export {
  LONGEST_PROVENANCE,
  PROVENANCE_META_KEY,
  provenanceOfMeta,
  provenanceText,
  readProvenance,
  toProvenanceView,
} from './call/provenance.ts'
export type { CallProvenance, ProvenanceView } from './call/provenance.ts'
export { hostSpeaksFor } from './call/host-word.ts'
export { callKey, isSameCall } from './call/call-key.ts'
export { digestArguments } from './call/digest-arguments.ts'
export {
  CONTROL_PARAMETERS,
  controlParameterName,
  cutControlParameters,
  hasControlParameters,
} from './call/control-parameters.ts'
export type { ControlParameter, CutArguments } from './call/control-parameters.ts'
export { readToolDefinition } from './call/read-tool-definition.ts'
export { readServerReports, reportServer } from './call/server-reports.ts'
export type { ServerReport, ServerStanding } from './call/server-reports.ts'
export { trustOfServers } from './call/server-trust.ts'
export type { ServerSeen, ServerTrust } from './call/server-trust.ts'
export {
  PINS_PREFIX,
  changedTools,
  definitionInPins,
  definitionOfPin,
  describeChangedTools,
  driftBetween,
  judgedBy,
  newDrifts,
  pinsKey,
  pinsOfServer,
  readToolPins,
  serverOfPinsKey,
  withDefinitions,
} from './call/tool-pins.ts'
export type { Drift, JudgedDefinition, NewDrift, Pin, ToolPins } from './call/tool-pins.ts'

export type { Answer, Assurance, Rail, Risk, Ruling } from './policy/ruling.ts'

export { DECIDED_STATES, isTerminal, TERMINAL_STATES } from './hold/hold.ts'
export type {
  Attempt,
  HeldCall,
  Hold,
  HoldState,
  LaterRationale,
  Outcome,
  ProcessIdentity,
  UndoDraft,
} from './hold/hold.ts'
export type { HoldEvent, Refusal, Transition } from './hold/hold-event.ts'
export type { Verdict, VerdictAnswer } from './hold/verdict.ts'
export { transition } from './hold/transition.ts'
export { approvedCall } from './hold/approved-call.ts'
export { approvedArguments, approvedDigest, isEditable, refuseEdit } from './hold/edit.ts'
export type { CheckedEdit, CheckEdit, EditCheck, EditDraft, HoldEdit } from './hold/edit.ts'
export { suffices } from './hold/assurance.ts'
export { checkEligibility, isAmongApprovers, whyNotByHost } from './hold/eligibility.ts'
export { checkRevocation } from './hold/revocation.ts'
export {
  CHAT_IDENTITY_FORMS,
  CHAT_PLATFORM_NAMES,
  CHAT_PLATFORMS,
  chatIdentity,
  isChatIdentity,
  isOfChat,
} from './people/chat-identity.ts'
export type { ChatPlatform } from './people/chat-identity.ts'
export { accountsOfSamePerson } from './people/chat-accounts.ts'
export type { ChatAccount } from './people/chat-accounts.ts'
export { channelAssurance } from './people/channel-assurance.ts'
export type { ChannelAnswer, ChannelAssurance } from './people/channel-assurance.ts'
export { chatDeciders, createEntitlement } from './people/entitlement.ts'
export type { Entitlement, EntitlementOptions, PastDecider, StillEntitled } from './people/entitlement.ts'
export {
  DECIDING_ROLES,
  HOME_TENANT,
  LOCAL_PREFIX,
  identityOf,
  isDecidingRole,
  liveTokens,
  personKey,
  readPeople,
  toPeople,
  deciderName,
  peopleBehind,
} from './people/people.ts'
export { isInForce } from './people/token-in-force.ts'
export type { People, PeopleConfig, PersonConfig, PersonRole, VerdictPeople } from './people/people.ts'
export {
  announcePresence,
  announceTerminal,
  cannotDecide,
  countWatchers,
  findWatchers,
  PRESENCE_LASTS_MS,
} from './people/presence.ts'
export type { TerminalDecider, Watchers } from './people/presence.ts'
export { isDesktop } from './people/desktop.ts'
export { runsFrom } from './hold/runs-from.ts'
export { approvalsOf, decisiveVerdict, quorumMet } from './hold/quorum.ts'
export { LEASE_MS, RENEW_LEASE_EVERY_MS } from './lease/lease.ts'
export type { Lease, Leases } from './lease/lease.ts'
export {
  findLiveOwners,
  holdsLease,
  isSameOwner,
  ownerLease,
  liveOwnersAt,
  placelessProcess,
  seeOnly,
} from './lease/hold-owner.ts'
export type { SeeProcess, Sighting, LiveOwners } from './lease/hold-owner.ts'
export { createOwnership } from './lease/ownership.ts'
export type { Ownership, OwnershipOptions } from './lease/ownership.ts'
export { meetIdenticalCall } from './hold/identical-call.ts'
export type { IdenticalCall } from './hold/identical-call.ts'
export { approvalIn } from './hold/approval-in.ts'
export { previewIn, titlesOf } from './preview/preview-in.ts'
export { runsInClient, toApprovalView } from './hold/approval-view.ts'
export { LARGEST_LISTED_BYTES, cutHold, isWhole } from './hold/listed-hold.ts'
export type { CutHold, HoldPart, ListedHold } from './hold/listed-hold.ts'
export { RECORD_COLUMNS, toRecordRow, toRecordView } from './audit/record-view.ts'
export type { RecordView } from './audit/record-view.ts'
export { withoutEntity } from './hold/without-entity.ts'
export type { ApprovalView, EditView, OutcomeView } from './hold/approval-view.ts'

export type { Preview, PreviewNode } from './preview/preview.ts'
export { MOST_HIDDEN_CHARACTERS, buildPreview, hidesTooMuch } from './preview/build-preview.ts'
export { buildEntityPreview } from './preview/entity-preview.ts'
export type { ComparedText, EntityFact, EntityField, EntityImpact, EntityPreview } from './preview/entity-preview.ts'
export { describeEntityChange } from './preview/entity-change.ts'
export { describeCall, partOf } from './preview/call-description.ts'
export { describeMasked } from './secret/describe-masked.ts'
export { maskApproval, maskDifference } from './secret/mask-approval.ts'
export { maskedContent } from './secret/mask-content.ts'
export { listSecrets, maskPreview } from './secret/mask-preview.ts'
export type { ListedSecret } from './secret/mask-preview.ts'
export { hasMask, maskSentText, maskText } from './secret/mask-text.ts'
export type { CallDescription, DescriptionFacts, DescriptionPart } from './preview/call-description.ts'
export { decisiveLines, factLines, questionLines, showsEveryByte } from './preview/decisive-lines.ts'
export { contentLines, plainContentLine } from './preview/draw-content.ts'
export type { ContentLine } from './preview/draw-content.ts'
export { contentOf } from './description/content.ts'
export type { ContentPart, ContentRow } from './description/content.ts'
export type { DifferenceRun } from './description/line-difference.ts'
export type { Titles } from './description/titles.ts'
export { titlesApart } from './description/titles-apart.ts'
export { closeBrackets } from './description/title-values.ts'
export type { DialogSize } from './preview/decisive-lines.ts'
export { clipVisible } from './preview/clip-visible.ts'
export { wrapColumns } from './preview/wrap-columns.ts'
export type { WrapColumnsOptions } from './preview/wrap-columns.ts'
export {
  escapeHiddenInJson,
  findHiddenCharacters,
  hasRaisingCharacters,
  keepInOneLine,
  showHiddenCharacters,
  showInOneLine,
  showLeftoverCharacters,
} from './preview/visible-text.ts'

export { findArgumentChanges, renderArgumentChanges } from './preview/argument-difference.ts'
export type { ArgumentChange } from './preview/argument-difference.ts'
export { buildEditPreview } from './preview/preview-edit.ts'

export type { AmountLimit, Grant, GrantCondition, GrantLimits, GrantUsage } from './grant/grant.ts'
export type { GrantClause, PlainValue } from './grant/grant-clause.ts'
export { LONGEST_BY_HOST_MS, STANDING_LENGTHS, readGrantRequest } from './grant/grant-request.ts'
export type { GrantRequest, GrantRequestReading } from './grant/grant-request.ts'
export { readClauseWords } from './grant/clause-words.ts'
export type { ClauseWords } from './grant/clause-words.ts'
export { readDenialWords, readGrantWords } from './grant/grant-words.ts'
export type { DenialWords, GrantWords } from './grant/grant-words.ts'
export { describeGrantWords } from './grant/describe-grant-words.ts'
export { exampleGrantWords } from './grant/example-grant-words.ts'
export { whyNotStanding } from './grant/why-not-standing.ts'
export { checkGrant } from './grant/check-grant.ts'
export { whyNotGrantable } from './grant/why-not-grantable.ts'
export { runsWhatItIsGiven } from './policy/rating/runs-what-it-is-given.ts'
export { carriesRuling, matchesGrant, useGrant } from './grant/grant-covers.ts'
export type { DefinedCall } from './grant/grant-covers.ts'
export { answersFor, whyNoneStands } from './choice/answers.ts'
export type { CoveredArguments, Decider, OfferedAnswers, StandingOffer } from './choice/answers.ts'
export { ARMED_MS, needsSecondAct } from './choice/second-act.ts'
export { choicesFor, choicesIn, plainAnswer, SCOPE_GRANT } from './choice/choices.ts'
export type { Choice } from './choice/choices.ts'
export { toGrant } from './grant/to-grant.ts'
export type { GrantMaking, GrantResult } from './grant/to-grant.ts'
export { describeGrant, toGrantView } from './grant/grant-view.ts'
export type { GrantView } from './grant/grant-view.ts'

export { RECORD_FIELDS } from './audit/record.ts'
export type { AuditRecord, Checkpoint, RecordDraft, RecordKind } from './audit/record.ts'
export { chainRecord, fromRecordFields, GENESIS_HASH, hashRecord, recordText } from './audit/chain.ts'
export { countRecords, headPayload, isLaterHead, readHeadLine, readHeads, toHeadLine } from './audit/head.ts'
export type { ChainEnd, Head, HeadSource, KeptHead, SignedHead } from './audit/head.ts'
export { checkpointPayload } from './audit/checkpoint.ts'
export { recordDraft } from './audit/record-draft.ts'
export { describeCallProgress, readCallProgress } from './audit/call-progress.ts'
export type { CallProgress } from './audit/call-progress.ts'
export { describeRecord } from './audit/describe-record.ts'
export { createChainVerifier } from './audit/verify.ts'
export type { ChainVerification } from './audit/verify.ts'

export { MOST_COPIES, isDeliveryId, isPlaceName, mayBeAnswered, toDelivery } from './delivery/delivery.ts'
export type {
  Delivery,
  DeliveryAudience,
  DeliveryJob,
  DeliveryLease,
  DeliveryState,
  Place,
  PlannedDelivery,
} from './delivery/delivery.ts'
export { toDeliveryViews } from './delivery/delivery-view.ts'
export type { DeliveryView } from './delivery/delivery-view.ts'
export { planUpdate, takeJob, transitDelivery } from './delivery/delivery-transition.ts'
export type { DeliveryEvent, DeliveryTransition, JobTaking, TakenJob } from './delivery/delivery-transition.ts'

export { FEEDBACK_SEVERITIES } from './feedback/feedback.ts'
export type { Feedback, FeedbackReport, FeedbackSeverity, StoredFeedback } from './feedback/feedback.ts'
export { LONGEST_FEEDBACK, LONGEST_TOOL_CALLED, readFeedback } from './feedback/read-feedback.ts'
export type { FeedbackReading } from './feedback/read-feedback.ts'
export { toFeedbackView } from './feedback/feedback-view.ts'
export type { FeedbackView } from './feedback/feedback-view.ts'

export type {
  AuditBrowse,
  AuditLog,
  AuditPage,
  AuditQuery,
  BrowsedPage,
  Continuity,
  DeliveryStep,
  DeliveryLimit,
  DeliveryStore,
  DueRequest,
  FeedbackAddition,
  FeedbackLimit,
  FeedbackPage,
  FeedbackQuery,
  FeedbackStore,
  FullRoom,
  GrantChange,
  GrantQuery,
  GrantStep,
  GrantStore,
  HoldCount,
  HoldPage,
  HoldQuery,
  HoldRoom,
  HoldStep,
  HoldStore,
  KeptHeads,
  LeaseStore,
  PressedDelivery,
  RecordReceipt,
  Role,
  SettingStore,
  Step,
  Store,
  StoreChange,
  StoreNotice,
  TokenRow,
  TokenStore,
} from './store/store.ts'

export { decide, recordRefusedDecision } from './operations/decide.ts'
export type { DecideRequest, Decision } from './operations/decide.ts'
export {
  CHANNEL_REPORT_LASTS_MS,
  readChannelReports,
  readChannelReportsOf,
  reportChannels,
} from './delivery/channel-reports.ts'
export type { ChannelReport } from './delivery/channel-reports.ts'
export { moveDelivery } from './delivery/move-delivery.ts'
export type { MovedDelivery } from './delivery/move-delivery.ts'
export { cancelHold } from './operations/cancel-hold.ts'
export type { CancelRequest } from './operations/cancel-hold.ts'
export { makeGrant } from './operations/make-grant.ts'
export type { MadeGrant, MakeGrantRequest } from './operations/make-grant.ts'
export { grantRecord } from './operations/grant-record.ts'
export { revokeGrant } from './operations/revoke-grant.ts'
export type { RevokedGrant, RevokeGrantRequest } from './operations/revoke-grant.ts'
export { denialMessage, findDenial, grantQuery, mayAllow, takeGrant } from './operations/take-grant.ts'
export type { TakenGrant, TakeGrantRequest } from './operations/take-grant.ts'
export { openHold } from './operations/open-hold.ts'
export type { OpenedHold, OpenHoldRequest } from './operations/open-hold.ts'
export {
  claimDispatch,
  concludeDispatch,
  continueDispatch,
  invalidateChanged,
  invalidateHold,
  loseDispatch,
  markCallerLeft,
  markDelivered,
  pauseDispatchForInput,
  releaseDispatch,
  takeOver,
} from './operations/dispatch-hold.ts'
export type { Moved } from './operations/move-hold.ts'
export { verdictWords } from './operations/verdict-words.ts'
export { askAgain } from './operations/ask-again.ts'
export type { AskedAgain } from './operations/ask-again.ts'
export { mayAskAgain } from './hold/ask-again.ts'
export { resolveHold } from './operations/resolve-hold.ts'
export type { ResolveRequest } from './operations/resolve-hold.ts'
export { callerOf, listMissingRationale, noteMissingRationale } from './operations/missing-rationale.ts'
export type { MissingRationale } from './operations/missing-rationale.ts'
export { noteShown, shownAt, wasShown } from './operations/note-shown.ts'
export type { Surface } from './operations/note-shown.ts'
export { findMissedUndos, offerUndo } from './operations/offer-undo.ts'
export type { UndoOffer } from './operations/offer-undo.ts'
export { prepareQuestion } from './operations/asking-limit.ts'
export type { PreparedQuestion } from './operations/asking-limit.ts'
export { isSpent, spendQuestion } from './operations/spend-question.ts'
export type { SpendQuestionRequest } from './operations/spend-question.ts'
export { beginDispatch } from './operations/begin-dispatch.ts'
export type { BegunDispatch, DispatchObstacle, DispatchStart } from './operations/begin-dispatch.ts'
export { findApproval, whyNotAsApproved, whyNotToBegin } from './operations/recorded-approval.ts'
export { VOIDED_STATES, voidHold } from './operations/void-approvals.ts'
export type { Voiding } from './operations/void-approvals.ts'
export { sweepHolds } from './operations/sweep-holds.ts'
export { OUTCOME_OVERDUE_MS, untilStored } from './operations/until-stored.ts'
export { OutcomeUnknownError } from './outcome-unknown-error.ts'
export { thrownMessage } from './thrown-message.ts'

export { readChatMessage, readReply } from './reply/read-reply.ts'
export type { ChatMessage, ReplyOptions, ReplyReading } from './reply/read-reply.ts'
export { matchReply } from './reply/match-reply.ts'
export type { ReplyMatch, WaitingHold } from './reply/match-reply.ts'
export { REPLY_WORDS, checkReplyWords } from './reply/reply-words.ts'
export type { ReplyWordProblem, ReplyWords } from './reply/reply-words.ts'
export { CODE_ALPHABET, CODE_LENGTH, drawShortCode } from './reply/short-code.ts'

export { holdRecord } from './operations/hold-record.ts'
export { applyMessage, cancelMessage } from './answer/apply-message.ts'
export { endedAnswer, envelopeAnswer, errorAnswer, previewAnswer } from './answer/agent-answer.ts'
export { countTokens, MOST_TOKENS, sayToAgent } from './answer/within-tokens.ts'
export type { AgentAnswer, AgentError, Envelope, HoldMark, PreviewNotice } from './answer/agent-answer.ts'
export { publicRefusal } from './answer/public-refusal.ts'
export type { ErrorCode, PublicCode, PublicRefusal } from './answer/public-refusal.ts'
export { HOLD_META_KEY, META_PREFIX, toToolResult } from './answer/to-tool-result.ts'
export type { ResultShape } from './answer/to-tool-result.ts'

export * from './wire/index.ts'

export { readStatement, signStatement } from './proof/compact-signature.ts'
export type { CheckText, SignText, StatementKind } from './proof/compact-signature.ts'
export { checkPass, checkReceipt, signPass, signReceipt } from './proof/receipt.ts'
export type { ExpectedReceipt, Receipt } from './proof/receipt.ts'
export {
  APPROVED_META_KEY,
  checkApprovedMarker,
  createMarkerUses,
  signApprovedMarker,
} from './proof/approved-marker.ts'
export type { ApprovedMarker, MarkerCheck } from './proof/approved-marker.ts'
export { claimHold, isRequestOf, requestedHold } from './operations/claim-hold.ts'
export type { Claimed, ClaimRefusal, ClaimRequest, HoldRequester } from './operations/claim-hold.ts'
export { reportedOutcome, reportOutcome } from './operations/report-outcome.ts'
export type { OutcomeReport, Reported, ReportedOutcome } from './operations/report-outcome.ts'
export { afterApproval, findAfterApproval } from './operations/after-approval.ts'
export type { AfterApproval, ApprovedFacts } from './operations/after-approval.ts'
export {
  describePause,
  describePaused,
  findPause,
  isOperator,
  pauseGate,
  readGateStatus,
  resumeGate,
} from './operations/gate-pause.ts'
export type { GateActor, GateReader, GateStatus, Pause, PauseView, Resumed } from './operations/gate-pause.ts'
export {
  acceptCheatsheet,
  CHEATSHEET_PREFIX,
  cheatsheetDifference,
  noteCheatsheet,
  readCheatsheetVersions,
} from './operations/cheatsheet-versions.ts'
export type { CheatsheetVersions } from './operations/cheatsheet-versions.ts'
