/**
 * `${NAME}` in a configuration. In flow style (`{ TOKEN: ${TOKEN} }`) YAML would take the braces for its own, so
 * references are hidden from the YAML parser behind characters of the same length and put back afterwards.
 *
 * A value from the environment is a secret until proven otherwise: no message here ever contains one.
 */
import type { PolicyProblem } from '@holdpoint/core/policy'

const REFERENCE = /\$\{([A-Za-z_][A-Za-z0-9_.]*)\}/g
/** Noncharacters: they stand in no text that people write. */
const OPEN = '\ufdd0\ufdd0'
const CLOSE = '\ufdd1'

export function hideReferences(text: string): string {
  return text.replace(REFERENCE, (_whole, name: string) => `${OPEN}${name}${CLOSE}`)
}

export function showReferences(text: string): string {
  return text.replaceAll(OPEN, '${').replaceAll(CLOSE, '}')
}

export type Resolved = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly missing: string }

/** Puts the values in. A variable that is not set is an error, never an empty text. */
export function resolveReferences(
  text: string,
  environment: { readonly [name: string]: string | undefined },
): Resolved {
  let missing: string | null = null
  const resolved = text.replace(REFERENCE, (whole, name: string) => {
    const value = environment[name]
    if (value === undefined) missing ??= name
    return value ?? whole
  })
  return missing === null ? { ok: true, text: resolved } : { ok: false, missing }
}

/** Resolves one text at a path; `null`: it refers to something that is not set, which is taken down. */
export type Resolve = (text: string, path: PolicyProblem['path']) => string | null

export function createResolve(
  environment: { readonly [name: string]: string | undefined },
  missing: PolicyProblem[],
): Resolve {
  return (text, path) => {
    const resolved = resolveReferences(text, environment)
    if (resolved.ok) return resolved.text
    const message = `The environment variable ${resolved.missing} is not set.`
    missing.push({ path, message, suggestion: `set ${resolved.missing}, or remove \${${resolved.missing}} here` })
    return null
  }
}
