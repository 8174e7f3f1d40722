/** The texts that every language has to give. `{name}` stands for a value. */
import type { BulkApproval } from '../model/holds/bulk-rules.ts'
import type { PageName } from '../model/route.ts'
import type { Theme } from '../model/settings.ts'
import type { ChannelWords } from './channel-words.ts'
import type { DecidingWords } from './deciding-words.ts'
import type { ListWords } from './list-words.ts'
import type { ServerTexts } from './server-words.ts'
import type { SettingsWords } from './settings-words.ts'

interface Labels {
  readonly [name: string]: string
}

export interface WordTable extends ChannelWords, DecidingWords, ListWords, ServerTexts, SettingsWords {
  /** Of this table; sentences of the service are turned into it. */
  readonly language: 'en' | 'zh-CN'
  readonly pages: { readonly [page in PageName]: string }
  readonly risks: Labels
  readonly states: Labels
  readonly how: { readonly [how in 'passed' | 'held' | 'denied']: string }
  readonly groups: { readonly [group in 'agent' | 'server' | 'none']: string }
  readonly effects: { readonly [effect in 'allow' | 'deny']: string }
  readonly grantStates: Labels
  readonly severities: Labels
  readonly answers: Labels
  readonly asking: Labels
  readonly themes: { readonly [theme in Theme]: string }
  readonly spans: Labels
  readonly bulkRules: { readonly [rule in Exclude<BulkApproval, 'possible'>]: string }
  readonly records: Labels
  readonly surfaceKinds: Labels
  readonly rails: Labels
  /** By the state in which the hold already is. */
  readonly tooLateToUndo: Labels
  readonly keyList: readonly (readonly [string, string])[]
  readonly skip: string
  readonly navigation: string
  readonly tabs: string
  readonly menu: string
  readonly more: string
  readonly close: string
  readonly back: string
  readonly clear: string
  readonly all: string
  readonly copy: string
  readonly copied: string
  readonly copyLink: string
  readonly dismiss: string
  readonly loading: string
  readonly tryAgain: string
  readonly live: string
  readonly notLive: string
  readonly seconds: string
  readonly minutes: string
  readonly hours: string
  readonly days: string
  readonly ago: string
  readonly justNow: string
  readonly timeLeft: string
  readonly noTimeLeft: string
  readonly notices: string
  readonly gateOffMeans: string
  readonly noticeAccepted: string
  readonly pausedBy: string
  readonly pausedMeans: string
  readonly operatorEnds: string
  readonly pauseMeans: string
  readonly pause: string
  readonly pauseAll: string
  readonly resume: string
  readonly nowPaused: string
  readonly nowResumed: string
  readonly linkUsedTwice: string
  readonly itWasMe: string
  readonly connectionLost: string
  readonly outcomeLost: string
  readonly unreachable: string
  readonly unreachableHint: string
  readonly somethingWrong: string
  readonly unknownPage: string
  readonly unknownPageHint: string
  readonly signInTitle: string
  readonly signInWhy: string
  readonly orToken: string
  readonly useToken: string
  readonly wrongToken: string
  readonly signedOut: string
  readonly signOut: string
  readonly readOnlyName: string
  readonly readOnly: string
  readonly filters: string
  readonly search: string
  readonly searchPlaceholder: string
  readonly risk: string
  readonly state: string
  readonly server: string
  readonly groupBy: string
  readonly savedViews: string
  readonly saveView: string
  readonly viewSaved: string
  readonly forgetView: string
  readonly clearFilters: string
  readonly needsALook: string
  readonly countWaiting: string
  readonly countUnknown: string
  readonly selectRow: string
  readonly hasWarnings: string
  readonly sending: string
  readonly approvedVia: string
  readonly declinedVia: string
  readonly openHold: string
  readonly nothingOpen: string
  readonly nothingOpenHint: string
  readonly nothingWaits: string
  readonly nothingWaitsHint: string
  readonly nothingIsHeld: string
  readonly nothingIsAsked: string
  readonly nothingFits: string
  readonly nothingFitsHint: string
  readonly nothingYet: string
  readonly nothingYetHint: string
  readonly newHold: string
  readonly allApprovals: string
  readonly noSuchHold: string
  readonly noSuchHoldHint: string
  readonly editedBy: string
  readonly nothing: string
  readonly approvedNow: string
  readonly approvedPaused: string
  readonly approvedPausedSoon: string
  readonly approvedCallerLeft: string
  readonly approvedAskedAgain: string
  readonly approvedRequester: string
  readonly takeBack: string
  readonly undo: string
  readonly undoAll: string
  readonly undoOf: string
  readonly undoOffers: string
  readonly runsIn: string
  readonly oneRunsIn: string
  readonly manyRunIn: string
  readonly onePaused: string
  readonly manyPaused: string
  readonly runsUnlessUndone: string
  readonly takenBack: string
  readonly takenBackMany: string
  readonly nothingToUndo: string
  readonly notEditable: string
  readonly whatWasAsked: string
  readonly askedAgain: string
  readonly maskedSecrets: string
  readonly maskedSecretsHint: string
  readonly showSecret: string
  readonly maskSecret: string
  /** The same, with the place of the secret: `{place}`. */
  readonly showSecretOf: string
  readonly maskSecretOf: string
  readonly secretShown: string
  readonly secretMasked: string
  /** The place of a secret that stands in no argument of its own. */
  readonly allArguments: string
  readonly resultCut: string
  readonly linkNotFollowed: string
  readonly timeline: string
  readonly takesBack: string
  readonly surfaces: string
  readonly surfacePage: string
  readonly surfaceTerminal: string
  readonly alsoAskedOn: string
  readonly askedNowhereElse: string
  readonly decidedOn: string
  readonly decidedWhere: string
  /** Between two sentences. */
  readonly stop: string
  readonly comma: string
  /** Between a name and what is said of it. */
  readonly colon: string
  readonly firstAnswerCounts: string
  readonly eachApproverCounts: string
  readonly auditRecords: string
  readonly when: string
  readonly record: string
  readonly what: string
  readonly hash: string
  readonly theHold: string
  readonly binary: string
  readonly whatBecame: string
  readonly whatBecameHint: string
  readonly howDoYouKnow: string
  readonly sayHowYouKnow: string
  readonly itRan: string
  readonly itDidNotRun: string
  readonly countsSoFar: string
  readonly countedBefore: string
  readonly onlyApprovers: string
  readonly youApprovedSoFar: string
  readonly approvedSoFar: string
  readonly nameYou: string
  readonly youApproved: string
  readonly youApprovedPaused: string
  readonly youApprovedAskedAgain: string
  readonly youApprovedRequester: string
  readonly youDeclined: string
  readonly youCancelled: string
  readonly alreadyApproved: string
  readonly alreadyDeclined: string
  readonly alreadyCancelled: string
  readonly tooLate: string
  readonly notSent: string
  readonly neverHeard: string
  readonly unheard: string
  readonly lookThenAgain: string
  readonly readToTheEnd: string
  readonly selection: string
  readonly selectedCount: string
  readonly approveMany: string
  readonly declineMany: string
  readonly cancelMany: string
  readonly bulkApproveTitle: string
  readonly bulkDeclineTitle: string
  readonly bulkCancelTitle: string
  readonly bulkCalls: string
  readonly bulkRuns: string
  readonly bulkReadFirst: string
  readonly bulkChanged: string
  readonly cannotBeUndone: string
  readonly approveAll: string
  readonly declineAll: string
  readonly cancelAll: string
  readonly reasonForAll: string
  readonly activityLead: string
  readonly howFilter: string
  readonly freshCount: string
  readonly nothingOlder: string
  readonly loadingOlder: string
  readonly noActivity: string
  readonly noActivityHint: string
  readonly callNumbered: string
  readonly callBy: string
  readonly ruleNamed: string
  readonly decideIt: string
  readonly lookAtIt: string
  readonly grantsLead: string
  readonly noGrants: string
  readonly noGrantsHint: string
  readonly endedGrants: string
  readonly used: string
  readonly ends: string
  readonly madeBy: string
  readonly fromThisCall: string
  readonly revoke: string
  readonly revoked: string
  readonly revokedBy: string
  readonly feedbackLead: string
  readonly severity: string
  readonly noFeedback: string
  readonly noFeedbackHint: string
  readonly attempted: string
  readonly expected: string
  readonly happened: string
  readonly errorSeen: string
  readonly claim: string
  readonly askedBy: string
  readonly auditLead: string
  readonly since: string
  readonly verify: string
  readonly verifying: string
  readonly verified: string
  readonly notVerified: string
  readonly keepACopy: string
  readonly showRecord: string
  readonly recordNotShown: string
  readonly auditCut: string
  readonly noRecords: string
  readonly noRecordsHint: string
  readonly service: string
  readonly store: string
  readonly storeReady: string
  readonly stream: string
  readonly streamOpen: string
  readonly gate: string
  readonly gateHolds: string
  readonly pauseState: string
  readonly notPaused: string
  readonly waitingNow: string
  readonly unknownNow: string
  readonly notificationsOn: string
  readonly notificationsOff: string
  readonly notificationsRefused: string
  readonly notificationsUnable: string
  readonly notificationBody: string
  readonly notificationMany: string
  readonly keys: string
  readonly keysHint: string
}
