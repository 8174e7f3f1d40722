/** Who is told of each head of the audit log: a file or an address, not both, and nothing that could be read on its way. */
import { isAbsolute } from 'node:path'
import type { PolicyProblem, WitnessConfig } from '@holdpoint/core/policy'
import type { ConfigFile, WitnessEntry } from './config-file.ts'

const PATH = ['audit', 'witness']

export function toWitness(
  audit: ConfigFile['audit'],
  resolve: (text: string, path: PolicyProblem['path']) => string | null,
  problems: PolicyProblem[],
): WitnessConfig | null {
  const given = audit?.witness
  if (given === undefined) return null
  const entry: WitnessEntry =
    typeof given !== 'string' ? given : /^https?:/i.test(given) ? { url: given } : { file: given }
  const refuse = (message: string, suggestion: string): null => {
    problems.push({ path: PATH, message, suggestion })
    return null
  }
  if ((entry.file === undefined) === (entry.url === undefined)) {
    return refuse('A witness is a file or a url.', 'witness: /mnt/elsewhere/holdpoint-heads')
  }
  if (entry.file !== undefined) {
    if (entry.headers !== undefined) return refuse('"headers" belong to a url.', 'remove headers')
    const file = resolve(entry.file, PATH)
    if (file === null) return null
    if (!isAbsolute(file)) {
      return refuse('The file of a witness is named from the root.', 'witness: /mnt/elsewhere/holdpoint-heads')
    }
    return { target: { file }, headers: {} }
  }
  const url = resolve(entry.url ?? '', PATH)
  const headers = Object.entries(entry.headers ?? {}).map(
    ([name, value]) => [name, resolve(value, [...PATH, 'headers', name])] as const,
  )
  if (url === null || headers.some(([, value]) => value === null)) return null
  if (!isSafeAddress(url)) {
    return refuse('A witness is told over https, or over http on this machine.', 'https://host/heads')
  }
  return { target: { url }, headers: Object.fromEntries(headers.map(([name, value]) => [name, value ?? ''])) }
}

function isSafeAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol === 'https:') return true
  return url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
}
