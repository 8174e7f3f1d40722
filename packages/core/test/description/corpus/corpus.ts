/**
 * Calls of public servers with what a person is told of them, for people to read: `calls/` holds the calls, `said/` what is
 * made of them. `CORPUS=update npx vitest run packages/core/test/description/corpus` writes `said/` anew; look at what changed.
 */
import { readdirSync, readFileSync } from 'node:fs'
import type { ServerIdentity } from '../../../src/call/call.ts'
import { describeTitles } from '../../../src/description/describe-titles.ts'
import type { Titles } from '../../../src/description/titles.ts'
import type { JsonObject } from '../../../src/json/json-value.ts'

export interface CorpusCall {
  readonly tool: string
  readonly arguments: JsonObject
}

export interface CorpusFile {
  readonly name: string
  readonly server: ServerIdentity
  readonly calls: readonly CorpusCall[]
}

export const SAID = new URL('./said/', import.meta.url)
const CALLS = new URL('./calls/', import.meta.url)

export function readCorpus(): readonly CorpusFile[] {
  return readdirSync(CALLS).map((file) => {
    const { server, calls } = JSON.parse(readFileSync(new URL(file, CALLS), 'utf8')) as {
      readonly server: string
      readonly calls: readonly CorpusCall[]
    }
    return { name: file.replace('.json', ''), server: serverAt(server), calls }
  })
}

function serverAt(display: string): ServerIdentity {
  const transport = display.startsWith('https://') ? 'http' : 'stdio'
  return { name: 'server', identity: display, display, transport }
}

export function titlesOf(server: ServerIdentity, { tool, arguments: args }: CorpusCall): Titles {
  return describeTitles({ server, tool, argumentsText: JSON.stringify(args) }).titles
}

export function describeFile({ server, calls }: CorpusFile): string {
  return [`# \`${server.display}\``, ...calls.map((call) => describeCall(server, call))].join('\n\n') + '\n'
}

/** What a person is told, part by part; another part of the description is another entry here. */
function describeCall(server: ServerIdentity, call: CorpusCall): string {
  const argumentsText = JSON.stringify(call.arguments)
  const { titles, effect } = describeTitles({ server, tool: call.tool, argumentsText })
  const parts = [[titles.en, titles.zh].join('\n'), effect ?? '', argumentsText]
  return [`## \`${call.tool}\``, `\`\`\`text\n${parts.filter((part) => part !== '').join('\n\n')}\n\`\`\``].join('\n\n')
}
