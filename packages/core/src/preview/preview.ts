/**
 * What every human surface shows of a hold: built once, neutral, rendered by each surface. Text here is already safe to
 * place as plain text: hidden and control characters have been made visible.
 */
import type { Titles } from '../description/titles.ts'
import type { Risk } from '../policy/ruling.ts'
import type { EntityPreview } from './entity-preview.ts'

export interface Preview {
  /** One line: what will happen, as the arguments alone tell it. */
  readonly title: string
  /** The same in every language. Absent in holds stored before titles were words: those name tool and arguments. */
  readonly titles?: Titles
  /** What it does that a person cares about; `null`: nothing is known. Absent: stored before it was kept. */
  readonly effect?: string | null
  readonly tool: string
  /** The server's own title for the tool, where it differs: shown as the server's words. */
  readonly toolTitle: string | null
  /** The server's own picture for the tool, as a whole `data:` URL. */
  readonly icon?: string
  readonly server: { readonly name: string; readonly identity: string; readonly display: string }
  readonly risk: Risk
  readonly why: string
  readonly rule: string
  readonly askedBy: { readonly principal: string; readonly client: string }
  readonly arguments: PreviewNode
  /** The agent's claim, never a fact. */
  readonly rationale: string | null
  readonly irreversible: boolean
  readonly warnings: readonly string[]
  /** Those of them that tell what was read of the server. For approvers only. */
  readonly entityWarnings?: readonly string[]
  /**
   * What the call is about, where a recipe reads it. Never for the agent. Absent in holds stored before there were
   * recipes.
   */
  readonly entity?: EntityPreview | null
}

/** The arguments as a tree, in the order they were sent, every byte accounted for. */
export type PreviewNode =
  | { readonly kind: 'object'; readonly entries: readonly { readonly key: string; readonly value: PreviewNode }[] }
  | { readonly kind: 'array'; readonly items: readonly PreviewNode[] }
  | { readonly kind: 'text'; readonly text: string; readonly hidden: boolean }
  | { readonly kind: 'blob'; readonly bytes: number; readonly sha256: string; readonly text: string }
  /** A number, boolean or null, spelled as it was sent. */
  | { readonly kind: 'literal'; readonly text: string }
