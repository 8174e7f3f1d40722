/** One tool's words on one line of its table. */
import type { Effect } from './effect.ts'
import type { PackCall, PackPreview, ToolWords } from './pack-words.ts'

export interface Reads {
  readonly preview?: PackPreview
  readonly undo?: PackCall
}

export function titled(en: string, zh: string, effect: Effect | null, reads: Reads = {}): ToolWords {
  return { title: { en, zh }, ...(effect === null ? {} : { effect }), ...reads }
}
