/** What `<tool-card>` is given: one tool call as its host knows it. Data only; every text in it may be hostile. */
import type {
  ApprovalView,
  ContentLine,
  CoveredArguments,
  GrantRequest,
  JsonObject,
  JsonValue,
  Preview,
} from '@holdpoint/core'

export type InvocationState = 'pending' | 'running' | 'success' | 'error' | 'cancelled'

export interface InvocationServer {
  readonly name: string
  readonly trust: 'trusted' | 'untrusted' | 'unknown'
  /** `null`: not known, and nothing is said of it. */
  readonly state: 'connected' | 'connecting' | 'error' | 'disconnected' | null
}

export interface Invocation {
  readonly id: string
  readonly tool: string
  /** The server's own title for the tool: shown beside its name, as the server's words. */
  readonly title?: string
  /** A short text such as an emoji, or a raster image as a `data:` URL. Nothing else is drawn. */
  readonly icon?: string
  readonly server: InvocationServer
  readonly state: InvocationState
  /** A JSON value; or JSON text, which may still be incomplete while it streams. `null`: not known, and not shown. */
  readonly arguments: JsonValue
  readonly inputSchema?: JsonObject
  readonly content?: readonly InvocationContent[]
  readonly structuredContent?: JsonValue
  readonly error?: string | InvocationError
  readonly progress?: InvocationProgress
  readonly hold?: InvocationHold | null
}

/** One item of an MCP result, as it came. What is not understood is shown as text. */
export interface InvocationContent {
  readonly type: string
  readonly [key: string]: unknown
}

export interface InvocationError {
  readonly message: string
  readonly code?: string
  /**
   * `run` (the default): a retry starts at once · `ask`: the failed call may have taken effect, ask first · `never`.
   */
  readonly retry?: 'run' | 'ask' | 'never'
}

export interface InvocationProgress {
  readonly progress: number
  readonly total?: number
  readonly message?: string
}

/** The approval as `GET /admin/approvals/{id}` gives it. Without `preview` it cannot be confirmed here. */
export type InvocationHold = Pick<ApprovalView, 'id' | 'state' | 'risk' | 'decide_by'> &
  Partial<Omit<ApprovalView, 'id' | 'state' | 'risk' | 'decide_by'>> & {
    readonly preview?: Preview
    /** The arguments as people read them, line by line, every byte among them. Absent: only as JSON. */
    readonly content?: readonly ContentLine[]
    /** What the agent claimed when it asked for the same again. */
    readonly later_rationales?: readonly { readonly rationale: string | null }[]
    /** The arguments that will run as JSON text: an edit keeps the spelling of what it leaves alone. */
    readonly arguments_text?: string | null
    /** With `false`, "Allow for …" is not offered, whatever `grant_arguments` says. */
    readonly grantable?: boolean
    /** For which arguments "Allow for …" is offered (`where`: those that meet conditions); where it is left out, for none. */
    readonly grant_arguments?: readonly CoveredArguments[]
    /** The same for a no that lasts; where it is left out, for all of them. */
    readonly denial_arguments?: readonly CoveredArguments[]
    /** How long a standing answer may last; where it is left out, as long as the card knows words for. */
    readonly grant_lengths?: readonly GrantRequest['for'][]
  }
