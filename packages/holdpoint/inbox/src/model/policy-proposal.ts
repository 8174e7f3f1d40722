/**
 * Other ratings for tools as YAML, from the top of the file down to each tool, to be merged into it. What the file says
 * of a tool besides is not known here: only the rating is proposed. Names are quoted with escapes: a tool's name may
 * hold anything.
 */
import type { ShownServer } from '../api/answers.ts'

export interface ProposedRating {
  readonly server: Pick<ShownServer, 'name' | 'configured'>
  readonly tool: string
  readonly risk: string
}

export function policyProposal(ratings: readonly ProposedRating[]): string {
  const servers = new Map<string, string[]>()
  const rules: string[] = []
  for (const { server, tool, risk } of ratings) {
    if (server.configured) {
      const tools = servers.get(server.name) ?? []
      servers.set(server.name, [...tools, `      ${quoted(tool)}:`, `        risk: ${risk}`])
      continue
    }
    rules.push(`  - name: ${quoted(`${tool} is ${risk}`)}`)
    rules.push(`    match: { server: ${quoted(server.name)}, tool: ${quoted(tool)} }`, `    risk: ${risk}`)
  }
  const blocks = [...servers].flatMap(([name, tools]) => [`  ${quoted(name)}:`, '    tools:', ...tools])
  const lines = [
    ...(blocks.length === 0 ? [] : ['servers:', ...blocks]),
    ...(rules.length === 0 ? [] : ['rules:', ...rules]),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

/** Where in the file they belong: `servers.crm.tools`, `rules`. */
export function proposalPlaces(ratings: readonly ProposedRating[]): readonly string[] {
  const places = ratings.map(({ server }) => (server.configured ? `servers.${quoted(server.name)}.tools` : 'rules'))
  return [...new Set(places)]
}

function quoted(text: string): string {
  if (/^[A-Za-z][A-Za-z0-9_-]*$/.test(text) && !/^(true|false|yes|no|on|off|null|y|n)$/i.test(text)) return text
  return JSON.stringify(text).replace(
    /[^\u0020-\u007e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
