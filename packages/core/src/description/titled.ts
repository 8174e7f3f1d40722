/** One tool's words on one line of its table. */
import type { Effect } from './effect.ts'
import type { PackCall, PackPreview, ToolWords } from './pack-words.ts'
import type { Titles } from './titles.ts'

export interface Reads {
  readonly titleWhenThere?: Titles
  readonly titleWhenNew?: Titles
  readonly preview?: PackPreview
  readonly undo?: PackCall
}

export function titled(en: string, zh: string, effect: Effect | null, reads: Reads = {}): ToolWords {
  return { title: { en, zh }, ...(effect === null ? {} : { effect }), ...reads }
}
