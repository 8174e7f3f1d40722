/**
 * Holdpoint's own files and the hosts' MCP and hook settings: whoever can write there can switch the gate off. Arguments
 * that lead into such a place are asked each time, in every profile, and never granted.
 *
 * Which places these are, and how a text leads into one (`..`, symlinks, `~`), is the port's knowledge.
 */
import type { Call } from '../call/call.ts'
import { firstInStrings } from './argument-strings.ts'
import type { Rating } from './rating.ts'

export interface ProtectedPaths {
  /** The protected place that a text leads into, in words for people, or `null`. */
  leadsIntoProtected(text: string): string | null
}

/** For processes that have no files of their own to protect (a browser, a test of something else). */
export const NOTHING_PROTECTED: ProtectedPaths = { leadsIntoProtected: () => null }

const PATH_IN_KEY = /[/\\~.$%]/

export const SELF_PROTECTION = 'self-protection'

export function rateSelfProtection(call: Call, paths: ProtectedPaths): Rating | null {
  const place = firstInStrings(call.arguments, (text, isKey) =>
    // Argument names are words; asking the file system about each would cost more than the ruling.
    isKey && !PATH_IN_KEY.test(text) ? null : paths.leadsIntoProtected(text),
  )
  if (place === null) return null
  return {
    risk: 'high',
    rule: SELF_PROTECTION,
    why: `An argument leads into ${place}, which decides what Holdpoint holds.`,
  }
}
