/** One line about a hold for the agent's envelope and for lists: what would happen and how risky it is. */
import { clipVisible } from './clip-visible.ts'
import type { Preview } from './preview.ts'

const SUMMARY_LENGTH = 200

export function summarize(preview: Preview): string {
  const risk = preview.irreversible ? `${preview.risk} risk, irreversible` : `${preview.risk} risk`
  return clipVisible(`${preview.title}: ${risk}, ${preview.why}`, SUMMARY_LENGTH)
}
