/**
 * Calls of public servers with what a person is told of them, for people to read: `calls/` holds the calls, `said/` what is
 * made of them, title, effect and the whole content. `CORPUS=update npx vitest run packages/core/test/description/corpus`
 * writes `said/` anew; look at what changed.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { sampleRuling, sha256 } from '@holdpoint/testing'
import type { ServerIdentity } from '../../../src/call/call.ts'
import type { ContentPart } from '../../../src/description/content.ts'
import { packRecipes } from '../../../src/description/pack-recipes.ts'
import type { Titles } from '../../../src/description/titles.ts'
import type { JsonObject, JsonValue } from '../../../src/json/json-value.ts'
import { buildPreview } from '../../../src/preview/build-preview.ts'
import { factLines } from '../../../src/preview/decisive-lines.ts'
import { contentLines, plainContentLine } from '../../../src/preview/draw-content.ts'
import { buildEntityPreview } from '../../../src/preview/entity-preview.ts'
import type { EntityPreview } from '../../../src/preview/entity-preview.ts'
import { maskedContent } from '../../../src/secret/mask-content.ts'
import { maskPreview } from '../../../src/secret/mask-preview.ts'

export interface CorpusCall {
  readonly tool: string
  readonly arguments: JsonObject
  /** What the read of its pack finds, `null` for nothing. Absent: nothing was read. */
  readonly there?: JsonValue
}

export interface CorpusFile {
  readonly name: string
  readonly server: ServerIdentity
  readonly calls: readonly CorpusCall[]
}

/** What a person is told of a call, in words. */
export interface Told {
  readonly titles: Titles
  readonly effect: string | null
  /** How the content is drawn, part by part. */
  readonly kinds: readonly string[]
  /** The content and what was read, line by line, as surfaces without colours have it. */
  readonly lines: readonly string[]
}

export const SAID = new URL('./said/', import.meta.url)
const CALLS = new URL('./calls/', import.meta.url)
const KINDS: { readonly [kind in ContentPart['kind']]: string } = {
  fields: 'table',
  difference: 'difference',
  text: 'text',
  command: 'command',
  sql: 'SQL',
  code: 'code',
  address: 'address',
  blob: 'data',
}

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

export function tell(server: ServerIdentity, corpusCall: CorpusCall): Told {
  const { tool, arguments: args } = corpusCall
  const call = {
    tenant: 'default',
    principal: 'local',
    client: { name: 'corpus', version: '1' },
    session: 'one',
    server,
    tool,
    argumentsText: JSON.stringify(args),
    digest: '',
    rationale: null,
    relaysAPerson: false,
  }
  const entity = readOf(server, corpusCall)
  const preview = buildPreview({ call, ruling: sampleRuling(), definition: null, warnings: [], entity, sha256 })
  const masked = maskPreview(preview)
  const plain = masked.titles ?? { en: masked.title, zh: masked.title }
  return {
    titles: masked.entity?.titles ?? plain,
    effect: preview.entity?.effect ?? preview.effect ?? null,
    kinds: maskedContent(preview).map(({ kind }) => KINDS[kind]),
    lines: [...contentLines(preview).map(plainContentLine), ...factLines(preview)],
  }
}

function readOf(server: ServerIdentity, { tool, arguments: args, there }: CorpusCall): EntityPreview | null {
  if (there === undefined) return null
  const recipe = packRecipes(server, tool)?.preview
  if (recipe?.source.kind !== 'read') throw new Error(`No pack reads before ${tool} of ${server.display}.`)
  const call = { tool, server, argumentsText: JSON.stringify(args), arguments: args }
  return buildEntityPreview({ call, recipe, source: recipe.source.tool, entity: there, sha256 })
}

export function describeFile({ server, calls }: CorpusFile): string {
  return [`# \`${server.display}\``, ...calls.map((call) => describeOne(server, call))].join('\n\n') + '\n'
}

function describeOne(server: ServerIdentity, call: CorpusCall): string {
  const { titles, effect, kinds, lines } = tell(server, call)
  const content = lines.length === 0 ? 'Nothing more is sent.' : [`(${kinds.join(', ')})`, ...lines].join('\n')
  // No editor keeps blanks at the end of a line.
  const parts = [[titles.en, titles.zh].join('\n'), effect ?? '', content]
  const whole = parts
    .filter((part) => part !== '')
    .join('\n\n')
    .replaceAll(/ +$/gm, '')
  return [`## \`${call.tool}\``, `\`\`\`text\n${whole}\n\`\`\``].join('\n\n')
}
