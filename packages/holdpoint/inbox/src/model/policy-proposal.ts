/** Another rating for a tool as YAML to paste. Names are quoted with escapes: a tool's name may hold anything. */
import type { ServerView } from '../api/answers.ts'

export function policyProposal(server: Pick<ServerView, 'name' | 'configured'>, tool: string, risk: string): string {
  if (server.configured) {
    return `servers:\n  ${quoted(server.name)}:\n    tools:\n      ${quoted(tool)}:\n        risk: ${risk}\n`
  }
  const name = quoted(`${tool} is ${risk}`)
  return `rules:\n  - name: ${name}\n    match: { server: ${quoted(server.name)}, tool: ${quoted(tool)} }\n    risk: ${risk}\n`
}

function quoted(text: string): string {
  if (/^[A-Za-z][A-Za-z0-9_-]*$/.test(text) && !/^(true|false|yes|no|on|off|null|y|n)$/i.test(text)) return text
  return JSON.stringify(text).replace(
    /[^\u0020-\u007e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
