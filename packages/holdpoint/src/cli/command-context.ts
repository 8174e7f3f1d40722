/**
 * What a command gets for one run: the output, terminal, identity, clock and page, which tests replace, and what is
 * opened on first use and closed after the command. `run-command.ts` makes it. It holds nothing that a command can import:
 * what has no state, and one implementation, is called where it is needed.
 */
import type {
  CheckEdit,
  GateReader,
  People,
  ProcessIdentity,
  Role,
  Ruling,
  Sighting,
  Store,
  TokenRow,
} from '@holdpoint/core'
import type { ListedAnswer, SuggestedRecipe } from '@holdpoint/core/policy'
import type { ConfigProblem } from '../config/config-problem.ts'
import type { AuditVerifier } from '../home/verify-audit.ts'
import type { ChatsPort } from './connect/chats-port.ts'
import type { CallingToken, ExplainedCaller } from './policy/explained-caller.ts'
import type { StatusView } from './status/status-view.ts'
import type { KeyHolder } from '../access/key-holder.ts'
import type { TokenCreation, TokenRequest } from '../access/tokens.ts'
import type { Terminal } from '../terminal/create-terminal.ts'

export interface CommandContext {
  readonly version: string
  /** How the person started this program, and starts it again. */
  readonly program: () => string
  readonly output: OutputPort
  readonly terminal: Terminal
  readonly identity: IdentityPort
  readonly storage: StoragePort
  readonly tokens: TokenPort
  readonly policy: PolicyPort
  readonly verdicts: VerdictPort
  readonly page: PagePort
  readonly inbox: InboxPort
  readonly chats: ChatsPort
  readonly status: StatusPort
  readonly time: TimePort
}

export interface OutputPort {
  /** Results, to standard output. */
  write(text: string): void
  /** Problems and remarks, to standard error. */
  writeError(text: string): void
  /** Resolves when what was written has left: long exports wait for it. */
  drained(): Promise<void>
  /** HOLDPOINT_DEBUG is set: unexpected errors show their stack. */
  readonly debug: boolean
}

export interface IdentityPort {
  /** The operating system's account, for `local:<account>`. */
  readonly account: string
  /** The tenant of a person who works on this home without a token. */
  readonly localTenant: string
  /** HOLDPOINT_TOKEN, `null` when unset or empty. */
  readonly secret: string | null
  /** `null`: no such token, expired or revoked. */
  authenticate(secret: string): Promise<Pick<KeyHolder, 'name' | 'role' | 'tenant' | 'key'> | null>
}

export interface StoragePort {
  /** The same store each time; `run-command.ts` closes it. */
  open(): Promise<Store>
  see(process: ProcessIdentity): Sighting
  createAuditVerifier(): AuditVerifier
  /** What others check our statements with, and how servers behind a URL are called in them. */
  signing(): Promise<SigningView>
}

export interface SigningView {
  readonly publicKey: string
  readonly servers: readonly { readonly name: string; readonly identity: string }[]
}

/** A token without anything that helps to guess its secret. */
export type TokenSummary = Omit<TokenRow, 'sha256'>

export interface TokenPort {
  /** Refuses names that look like a person at a terminal. */
  create(request: TokenRequest): Promise<TokenCreation>
  /** `null`: of every tenant. */
  list(tenant: string | null): Promise<readonly TokenSummary[]>
  /** Where agents use theirs: the address of the service, and the servers behind it. */
  endpoints(): Promise<{ readonly url: string; readonly servers: readonly string[] }>
  /** Answers whether it was still valid. */
  revoke(token: { readonly id: string; readonly tenant: string; readonly by: string }): Promise<boolean>
}

export interface PolicyPort {
  /** Why the policy in force lets everything pass; `null`: it holds, or nothing can be said of it. */
  gateOff(): Promise<string | null>
  /** `null`: HOLDPOINT_CONFIG, else the file in the home, else the defaults. */
  load(configFile: string | null): Promise<CheckedPolicy>
  /** Changes that wait until a person accepts them. */
  waiting(): Promise<readonly WaitingChange[]>
  /** Accepts exactly these changes as they were shown; `false` when they are not the ones that wait any more. */
  accept(change: WaitingChange, by: string): Promise<boolean>
}

export type CheckedPolicy =
  | {
      readonly ok: true
      /** The file that was read; `null`: the built-in defaults. */
      readonly file: string | null
      readonly profile: string
      readonly servers: number
      readonly rules: number
      /** What is allowed but worth knowing ("GATE OFF"). */
      readonly warnings: readonly string[]
      /**
       * Variables that servers refer to and that are not set here: those servers cannot be started from this
       * environment.
       */
      readonly unset: readonly UnsetReference[]
      /** Those that stand in the configuration. */
      readonly tokens: readonly CallingToken[]
      /** Judges a call as the gateway would; asks the server for its definition of the tool where it can. */
      explain(question: PolicyQuestion): Promise<ExplainedCall>
      /** Starts or reaches the server, rates what it lists, and ends it again. */
      rateServer(question: ServerQuestion): Promise<ServerRatings>
      /** Likewise, and proposes recipes from what it lists. */
      suggestRecipes(question: SuggestQuestion): Promise<ServerSuggestions>
    }
  | { readonly ok: false; readonly problems: readonly ConfigProblem[] }

export interface PolicyQuestion {
  readonly caller: ExplainedCaller
  readonly server: string
  readonly tool: string
  /** A JSON object that has been read strictly already. */
  readonly argumentsText: string
  /** Of the server; `null`: the configured one of that name, else what was seen under it. */
  readonly command: readonly string[] | null
}

export interface ExplainedCall {
  readonly ruling: Ruling
  /** By which definition of the tool: as its server lists it now, as a gateway saw it last, or none. */
  readonly definition: 'live' | 'seen' | 'unknown'
  /** Why it was not asked, or what is missing. */
  readonly note: string | null
}

export interface ServerQuestion {
  readonly tenant: string
  readonly server: string
  /** `null`: the configured server of that name. */
  readonly command: readonly string[] | null
}

export type ServerRatings =
  | {
      readonly kind: 'rated'
      /** The command line or address. */
      readonly display: string
      readonly tools: readonly ToolRatingRow[]
    }
  | { readonly kind: 'not-configured'; readonly configured: readonly string[] }
  | { readonly kind: 'cannot-start'; readonly message: string }
  | { readonly kind: 'no-answer'; readonly display: string; readonly message: string }

export interface SuggestQuestion {
  /** `null`: the only configured one. */
  readonly server: string | null
  readonly command: readonly string[] | null
}

export type ServerSuggestions =
  | { readonly kind: 'suggested'; readonly server: string; readonly recipes: readonly SuggestedRecipe[] }
  | { readonly kind: 'which-server'; readonly configured: readonly string[] }
  | { readonly kind: 'cannot-start'; readonly message: string }
  | { readonly kind: 'no-answer'; readonly display: string; readonly message: string }

export interface ToolRatingRow extends ListedAnswer {
  readonly tool: string
}

export interface UnsetReference extends ConfigProblem {
  readonly server: string
}

export type WaitingChange =
  | {
      readonly kind: 'definition' | 'cheatsheet'
      readonly server: string
      readonly version: string
      readonly changes: readonly string[]
    }
  | { readonly kind: 'policy'; readonly version: string; readonly changes: readonly string[] }

/** What is known of the policy and of people when a verdict is brought. */
export interface VerdictPort {
  /** Judges the arguments that a person wants to put in place of the requested ones. */
  readonly checkEdit: CheckEdit
  /** Which identities belong to which person, as it is now. */
  people(): Promise<People>
}

export interface StatusPort {
  read(scope: InboxScope): Promise<StatusView>
}

export interface InboxPort {
  /** Resolves when the person leaves it, with the terminal as it was. */
  open(scope: InboxScope, manner: 'screen' | 'plain'): Promise<void>
}

/** `tenant`: `null` for every one of this home. `reader`: what a recipe read is for those alone who may decide. */
export interface InboxScope {
  readonly tenant: string | null
  readonly reader: { readonly role: Role }
  readonly gate: GateReader
}

export interface PagePort {
  /** Makes a one-time sign-in link to a path of the page, and sees to it that the page is served. */
  openSignedIn(path: string): Promise<SignInLink>
}

export type SignInLink =
  | {
      readonly ok: true
      readonly url: string
      /** A browser was started with it. */
      readonly opened: boolean
      /** Resolves at once where another process serves the page, else when this one stops serving it. */
      readonly served: Promise<void>
      readonly servedHere: boolean
    }
  | { readonly ok: false; readonly message: string; readonly next: string }

export interface TimePort {
  /** A clock that only moves forward, in milliseconds. */
  now(): number
  /** Ends early, without an error, on interruption. */
  sleep(milliseconds: number): Promise<void>
  /** Ctrl-C. */
  readonly interrupted: AbortSignal
}
