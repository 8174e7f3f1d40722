/** What the view receives over the host's bridge: from our gateway under `_meta`, from the server as a result. */
import type {
  ContentLine,
  EditView,
  EntityPreview,
  Hold,
  JsonObject,
  JsonValue,
  PreviewNode,
  Risk,
} from '@holdpoint/core'
import type { InvocationContent, InvocationHold, InvocationServer, InvocationState } from '@holdpoint/card'
import type { OtherWords } from './words.ts'

export const CARD_KEY = 'dev.holdpoint/card'
export const HOLD_KEY = 'dev.holdpoint/hold'
export const TOLD_KEY = 'dev.holdpoint/told'

/** What the document itself says of the server. */
export interface ServerFacts {
  readonly server: string
  readonly server_trust: InvocationServer['trust']
  readonly server_state: InvocationServer['state']
}

/** How a hold stands: all that changes while it is on the screen. */
export interface HoldStatus {
  readonly hold: string
  readonly state: Hold['state']
  readonly ttl_seconds: number
  readonly decided_by: string | null
  readonly decided_at: string | null
  readonly approved_by: readonly string[]
  readonly via: string | null
  readonly reason: string | null
  readonly note: string | null
  /** The arguments that a person put in place of the requested ones; `shown: null`: too long for a card. */
  readonly edit: (EditView & { readonly shown: PreviewNode | null; readonly text: string | null }) | null
  /** The same as every surface shows it. */
  readonly shown: InvocationState
  /** What the server answered. */
  readonly result: Pick<ToolResult, 'content' | 'structuredContent'>
  /** Not all of it: the page has the rest. */
  readonly is_cut: boolean
  /** Why it failed, where the answer does not say it. */
  readonly error: string
  /** What a person found out of a call whose outcome was unknown. */
  readonly outcome: Exclude<InvocationHold['outcome'], undefined>
  /** The agent has been told how it ended. */
  readonly delivered: boolean
  /** It is known to have had no effect. */
  readonly again?: true | undefined
  /** Why the answer that was just given did not count. */
  readonly refused?: { readonly message: string }
  readonly said?: OtherWords
  /** The card's own, where they were asked for. */
  readonly words?: string | null
}

/** What may be answered. */
type Choices = Required<
  Pick<InvocationHold, 'choices' | 'editable' | 'grantable' | 'grant_arguments' | 'grant_lengths' | 'denial_arguments'>
>

/** The question itself. `nonce: null`: the card shows it and does not decide. */
export interface ReceivedQuestion extends HoldStatus, Choices {
  readonly nonce: string | null
  /** With which such a card asks how the hold stands. */
  readonly look_nonce: string | null
  readonly cannot_decide: string | null
  readonly page: string
  readonly title: string
  readonly tool: string
  readonly tool_title: string | null
  /** The server's own; empty: none. */
  readonly tool_icon: string
  readonly server: { readonly name: string; readonly identity: string; readonly display: string }
  readonly server_trust: InvocationServer['trust']
  readonly server_state: InvocationServer['state']
  /** Who asks, and by which client. */
  readonly asked_by: string
  readonly asked_through: string
  readonly risk: Risk
  /** Why a person should care. */
  readonly reasons: readonly string[]
  /** Where the rating comes from. */
  readonly why: string
  readonly rule: string
  readonly irreversible: boolean
  readonly warnings: readonly string[]
  readonly entity: EntityPreview | null
  /** `null`: too long for a card. */
  readonly arguments: PreviewNode | null
  /** The same as people read them. */
  readonly content: readonly ContentLine[] | null
  /** The same as JSON text. */
  readonly arguments_text: string | null
  /** The tool's own schema, for the form; `null`: not known, or too long for a card. */
  readonly input_schema: JsonObject | null
  /** Of the arguments that are shown. */
  readonly digest: string
  readonly apply: string | null
  readonly cancel: string
}

/** Our mark on a result, and what the card is told beside it. */
export interface Mark {
  readonly id?: string
  readonly state?: Hold['state']
  readonly decided_by?: string
  readonly decided_at?: string
  readonly approved_by?: readonly string[]
  readonly reason?: string | null
  readonly via?: string
  /** Why a call that no person was asked about did not run. */
  readonly error?: { readonly message: string }
  /** Of a hold that ended without a result of the server's. */
  readonly stands?: HoldStatus
  readonly said?: OtherWords
}

export interface ToolResult {
  readonly content?: readonly InvocationContent[]
  readonly structuredContent?: JsonValue
  readonly isError?: boolean
  readonly _meta?: { readonly [CARD_KEY]?: JsonObject; readonly [HOLD_KEY]?: Mark; readonly [TOLD_KEY]?: Mark }
}

/** As it was received, in every language: which of them is read is known when it is drawn. */
export function holdStatusOf(result: ToolResult): HoldStatus | undefined {
  return result['_meta']?.[CARD_KEY] as HoldStatus | undefined
}

/** A question comes whole, with its status. */
export const questionOf: (result: ToolResult) => ReceivedQuestion | undefined = holdStatusOf as typeof questionOf

export function textOf({ content }: ToolResult): string {
  const texts = Array.isArray(content) ? content.map((block) => block['text']) : []
  return texts.filter((text) => typeof text === 'string').join('\n')
}
