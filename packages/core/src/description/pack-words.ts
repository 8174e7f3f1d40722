/**
 * What is known of the tools of public servers beside their ratings: how a call of them is said in words, what it does that a
 * person cares about, which read shows what it is about, and which call takes it back. Data, read from the servers' own tools
 * in the version that the pack of ratings names. It rates nothing, and a server that no pack recognises gets none of it.
 */
import type { ServerIdentity } from '../call/call.ts'
import { PACKS, recognises } from '../policy/packs.ts'
import { launchOf } from '../policy/rating/server-launch.ts'
import type { Effect } from './effect.ts'
import type { Titles } from './titles.ts'
import { FILESYSTEM_WORDS } from './words/filesystem.ts'
import { MEMORY_WORDS } from './words/memory.ts'

export interface PackWords {
  /** The pack of ratings whose servers these words are for. */
  readonly pack: string
  readonly tools: { readonly [tool: string]: ToolWords }
}

export interface ToolWords {
  /** In the language of `title-template.ts`. */
  readonly title: Titles
  /** Instead of it, for a read that found something there, and for one that found nothing. */
  readonly titleWhenThere?: Titles
  readonly titleWhenNew?: Titles
  readonly effect?: Effect
  readonly preview?: PackPreview
  readonly undo?: PackCall
}

/** A call of the same server. Each argument is a path into what is known: `args.path`, `entity.content`, or a text in quotes. */
export interface PackCall {
  readonly call: string
  readonly with: { readonly [argument: string]: string }
}

/** A read before the question, by a tool that the same pack rates low. */
export interface PackPreview extends PackCall {
  /** Fields of what was read, by name or by names joined with dots. */
  readonly show: readonly string[]
  /**
   * The text at `now` in what was read is what stands there; the call puts the argument `whole` in its place, or replaces in
   * it what the items of the argument `edits` say.
   */
  readonly compare?: { readonly now: string; readonly by: { readonly whole: string } | { readonly edits: string } }
  /** A read that finds nothing means that the call makes something new; else it means that there is nothing to act on. */
  readonly mayBeNew?: boolean
}

const WORDS: readonly PackWords[] = [FILESYSTEM_WORDS, MEMORY_WORDS]

export function wordsOfTool(server: ServerIdentity, tool: string): ToolWords | null {
  const launch = launchOf(server)
  if (launch === null) return null
  for (const { pack, tools } of WORDS) {
    if (!Object.hasOwn(tools, tool)) continue
    const known = PACKS.find(({ name }) => name === pack)
    if (known !== undefined && recognises(known, launch)) return tools[tool] ?? null
  }
  return null
}
