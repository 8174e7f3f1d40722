/**
 * Globs over names: `*` is any run of characters, `?` is one. Everything else stands for itself, so a rule for
 * `foo.bar` never speaks of `foo_bar`. Matching is linear: no pattern can be made slow.
 */
import type { Call } from '../call/call.ts'
import type { RuleMatch } from './policy-config.ts'

export function matchesGlob(pattern: string, text: string): boolean {
  let inPattern = 0
  let inText = 0
  let star = -1
  let retryFrom = 0
  while (inText < text.length) {
    const wanted = pattern[inPattern]
    if (wanted === '*') {
      star = inPattern++
      retryFrom = inText
    } else if (wanted === '?' || (wanted !== undefined && wanted === text[inText])) {
      inPattern++
      inText++
    } else if (star >= 0) {
      inPattern = star + 1
      inText = ++retryFrom
    } else {
      return false
    }
  }
  while (pattern[inPattern] === '*') inPattern++
  return inPattern === pattern.length
}

/** The part of a match that depends on the tool alone. */
export function matchesTool(match: RuleMatch, server: string, tool: string): boolean {
  return anyMatches(match.server, server) && anyMatches(match.tool, tool)
}

/** The part of a match that depends on who calls. */
export function matchesCaller(match: RuleMatch, call: Call): boolean {
  return (
    anyMatches(match.client, call.client.name) &&
    anyMatches(match.principal, call.principal) &&
    anyMatches(match.tenant, call.tenant)
  )
}

export function matchesAnyCaller(match: RuleMatch): boolean {
  return match.client === null && match.principal === null && match.tenant === null
}

function anyMatches(patterns: readonly string[] | null, text: string): boolean {
  return patterns === null || patterns.some((pattern) => matchesGlob(pattern, text))
}
