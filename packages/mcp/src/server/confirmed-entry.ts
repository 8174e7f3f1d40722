/** A confirmed tool, as what stands in front of its server knows it. */
import type { JsonObject } from '@holdpoint/core'
import type { ConfirmationRules } from '../confirmation-rules.ts'

export interface ConfirmedEntry {
  readonly name: string
  readonly rules: ConfirmationRules<never>
  /** It promises structured content. */
  readonly structured: boolean
  /** The arguments as the author's own validator gives them to the tool. */
  parse(args: JsonObject): Promise<ParsedArguments>
}

export type ParsedArguments =
  | { readonly ok: true; readonly value: unknown }
  /** In the validator's words. */
  | { readonly ok: false; readonly words: string }

/** The word that lets one request run: who approved it, as far as it was held. */
export interface Release {
  readonly tool: string
  /** `null`: a standing permission covers it. */
  readonly hold: string | null
  /** `gateway`: a person approved it at the gateway in front of this server. */
  readonly by: 'engine' | 'gateway' | 'service'
  /** As the service tells it. */
  readonly decided?: { readonly by: string | null; readonly edited: boolean }
}

/** The confirmed tools of one server, and what may run in it now. */
export interface ConfirmedTools {
  readonly entries: Map<string, ConfirmedEntry>
  /** By the id of the request that the server gets. */
  readonly released: Map<string | number, Release>
}

/** Handed out once: a request runs once, and only the tool it was released for. */
export function takeRelease({ released }: ConfirmedTools, id: string | number | null, tool: string): Release | null {
  if (id === null) return null
  const release = released.get(id)
  if (release?.tool !== tool) return null
  released.delete(id)
  return release
}
