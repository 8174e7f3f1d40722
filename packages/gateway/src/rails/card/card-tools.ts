/** How the card's tools stand in a tool list: for views only. That is a word to the host, not a lock; the nonce is. */
import type { JsonObject } from '@holdpoint/core'
import type { CardTools } from './card-names.ts'

const FOR_VIEWS_ONLY: JsonObject = { ui: { visibility: ['app'] } }
const READS: JsonObject = { readOnlyHint: true, openWorldHint: false }
const HOLD: JsonObject = { type: 'string', description: 'The hold’s id' }
const NONCE: JsonObject = { type: 'string', description: 'From _meta, where only the card finds it' }
const LOOK: JsonObject = {
  type: 'string',
  description: 'From _meta: nonce, or look_nonce where the card cannot decide',
}

const WORDS: JsonObject = { type: 'string', description: 'Instead of both: which words of its own the card asks for' }

export function cardToolDefinitions(tools: CardTools): readonly JsonObject[] {
  return [
    {
      name: tools.pending,
      title: 'Card: find the open question',
      description: 'For Holdpoint’s own card only. Finds the question that belongs to the call the card stands for.',
      inputSchema: {
        type: 'object',
        properties: { tool: { type: 'string' }, arguments: { type: 'object' } },
        required: ['arguments'],
      },
      annotations: READS,
      _meta: FOR_VIEWS_ONLY,
    },
    {
      name: tools.status,
      title: 'Card: how the call stands',
      description:
        'For Holdpoint’s own card only. Says whether a call still waits, who decided, and what became of it.',
      inputSchema: { type: 'object', properties: { hold: HOLD, nonce: LOOK, words: WORDS } },
      annotations: READS,
      _meta: FOR_VIEWS_ONLY,
    },
    {
      name: tools.decide,
      title: 'Card: pass on the person’s answer',
      description:
        'For Holdpoint’s own card only. Passes on what the person pressed; without what only the card knows it is refused and recorded.',
      inputSchema: {
        type: 'object',
        properties: {
          hold: HOLD,
          nonce: NONCE,
          answer: { type: 'string', enum: ['approve', 'decline', 'cancel'] },
          reason: { type: 'string', maxLength: 4000 },
          edits: {
            type: ['object', 'string'],
            description: 'All arguments as they are to be sent instead, or their JSON text, which keeps the spelling',
          },
          digest: { type: 'string', description: 'Of the arguments that were shown' },
          grant: {
            type: 'object',
            description:
              'A standing answer: {for, arguments, times?, amount?}, for the session or 30 minutes at most; arguments are "same", "any", "scope" or a list of conditions',
          },
        },
        required: ['hold', 'nonce', 'answer'],
      },
      _meta: FOR_VIEWS_ONLY,
    },
  ]
}
