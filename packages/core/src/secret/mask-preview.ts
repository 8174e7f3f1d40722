/**
 * What is shown of a call, with its secrets masked: every text in it, so that a part which is new tomorrow is masked as
 * well. Titles are made of arguments and may be cut, so what is a secret among the arguments is one there too. It leaves
 * the tree of the arguments in its form: names, order and all that no mask may hold stay.
 */
import type { Preview, PreviewNode } from '../preview/preview.ts'
import { findSecrets } from './find-secrets.ts'
import { createMasker, maskOf, maskText, withMasks } from './mask-text.ts'
import type { Masker } from './mask-text.ts'
import { isSecretName, namesASecret } from './secret-names.ts'
import { TOKEN_RUN } from './secret-span.ts'
import type { SecretSpan } from './secret-span.ts'

/** One secret among the arguments, where it stands. */
export interface ListedSecret {
  /** The names that lead to it: `headers.Authorization`. */
  readonly place: string
  readonly mask: string
  /** As it is shown without a mask. */
  readonly text: string
}

/** Pictures, hashes and words of ours hold no secret. */
const NEVER = new Set(['icon', 'sha256', 'kind', 'risk', 'identity'])
const TITLES = new Set(['title', 'titles', 'consequence'])
const SHORTEST_KNOWN = 8
const MOST_KNOWN = 64

export interface MaskOptions {
  /** Of the reader. */
  readonly locale?: string
  /** Which secret among the arguments stays in sight there, by its place in `listSecrets`; `null`: none. */
  readonly revealed?: number | null
}

export function maskPreview<Shown extends Pick<Preview, 'arguments'>>(
  preview: Shown,
  { locale = 'en', revealed = null }: MaskOptions = {},
): Shown {
  const masker = createMasker(locale)
  const known: string[] = []
  walkSecrets(preview.arguments, '', false, (text, spans) => {
    for (const span of spans) {
      const { start, end } = span
      // Numbered in the order of the arguments, as `listSecrets` does.
      maskOf(text, span, masker)
      if (known.length < MOST_KNOWN) known.push(text.slice(start, end))
    }
  })
  const masked = maskMembers(preview, masker, known) as Shown
  if (revealed === null) return masked
  return { ...masked, arguments: maskNode(preview.arguments, masker, false, { left: revealed }) }
}

/** The secrets among the arguments, in their order; of many the first. */
export function listSecrets(root: PreviewNode, locale: string = 'en', most: number = 100): readonly ListedSecret[] {
  const found: ListedSecret[] = []
  const masker = createMasker(locale)
  walkSecrets(root, '', false, (text, spans, place) => {
    for (const span of spans)
      if (found.length < most)
        found.push({
          place,
          mask: maskOf(text, span, masker),
          text: text.slice(span.start, span.end),
        })
  })
  return found
}

function maskMembers(value: unknown, masker: Masker, known: readonly string[], isTitle = false): unknown {
  if (typeof value === 'string') return isTitle ? maskTitle(value, masker, known) : maskText(value, masker)
  if (Array.isArray(value)) return value.map((item) => maskMembers(item, masker, known, isTitle))
  if (typeof value !== 'object' || value === null) return value
  if (isNode(value)) return maskNode(value, masker, false)
  const isFact = 'label' in value && typeof value.label === 'string' && isSecretName(value.label)
  return Object.fromEntries(
    Object.entries(value).map(([name, member]): [string, unknown] => {
      if (NEVER.has(name)) return [name, member]
      if (isFact && name !== 'label' && typeof member === 'string') return [name, maskText(member, masker, true)]
      if (name === 'compared') return [name, unmaskedOnly(member, masker)]
      return [name, maskMembers(member, masker, known, isTitle || TITLES.has(name))]
    }),
  )
}

/**
 * What stands there now is compared with the arguments by their characters: with masks in it, it could seem to change in
 * another place than it will. `maskedContent` compares first, and masks then.
 */
function unmaskedOnly(compared: unknown, masker: Masker): unknown {
  const masked = maskMembers(compared, masker, [])
  return JSON.stringify(masked) === JSON.stringify(compared) ? compared : undefined
}

function isNode(value: object): value is PreviewNode {
  if (!('kind' in value)) return false
  if (value.kind === 'object') return 'entries' in value
  if (value.kind === 'array') return 'items' in value
  if (value.kind === 'text') return 'text' in value && 'hidden' in value
  return value.kind === 'literal' || value.kind === 'blob'
}

/** How many secrets are masked before the one that is not. */
interface Reveal {
  left: number
}

function maskNode(node: PreviewNode, masker: Masker, isNamed: boolean, reveal: Reveal | null = null): PreviewNode {
  const masked = (text: string, isNamedHere: boolean): string =>
    reveal === null ? maskText(text, masker, isNamedHere) : maskAllButOne(text, masker, isNamedHere, reveal)
  switch (node.kind) {
    case 'literal':
      return { ...node, text: masked(node.text, isNamed && isSecretNumber(node.text)) }
    case 'text':
    case 'blob':
      return { ...node, text: masked(node.text, isNamed) }
    case 'array':
      return { ...node, items: node.items.map((item) => maskNode(item, masker, isNamed, reveal)) }
    case 'object': {
      const pair = isPair(node)
      return {
        ...node,
        entries: node.entries.map(({ key, value }) => ({
          key: masked(key, false),
          value: maskNode(value, masker, isSecretName(key) || (pair && key === 'value'), reveal),
        })),
      }
    }
  }
}

function maskAllButOne(text: string, masker: Masker, isNamed: boolean, reveal: Reveal): string {
  const spans = findSecrets(text, isNamed)
  const at = reveal.left
  reveal.left -= spans.length
  if (at < 0 || at >= spans.length) return maskText(text, masker, isNamed)
  return withMasks(
    text,
    spans.filter((_span, index) => index !== at),
    masker,
  )
}

function isPair({ entries }: Extract<PreviewNode, { readonly kind: 'object' }>): boolean {
  return namesASecret(entries.map(({ key, value }) => ({ key, text: value.kind === 'text' ? value.text : null })))
}

/** Shorter numbers under such a name count something. */
function isSecretNumber(text: string): boolean {
  return /^\d{6,}$/.test(text)
}

type Visit = (text: string, spans: readonly SecretSpan[], place: string) => void

function walkSecrets(node: PreviewNode, place: string, isNamed: boolean, visit: Visit): void {
  switch (node.kind) {
    case 'literal':
      visit(node.text, findSecrets(node.text, isNamed && isSecretNumber(node.text)), place)
      break
    case 'text':
    case 'blob':
      visit(node.text, findSecrets(node.text, isNamed), place)
      break
    case 'array':
      for (const [index, item] of node.items.entries()) walkSecrets(item, `${place}[${index}]`, isNamed, visit)
      break
    case 'object': {
      const pair = isPair(node)
      for (const { key, value } of node.entries) {
        const inside = place === '' ? maskText(key) : `${place}.${maskText(key)}`
        visit(key, findSecrets(key), inside)
        walkSecrets(value, inside, isSecretName(key) || (pair && key === 'value'), visit)
      }
      break
    }
  }
}

/** In a title also what is a secret among the arguments, whole or as much of it as the title has room for. */
function maskTitle(title: string, masker: Masker, known: readonly string[]): string {
  const masked = maskText(title, masker)
  if (known.length === 0) return masked
  const marks = Array.from(masked.matchAll(/⟦[^⟦⟧]*⟧/g), ({ 0: mark, index }) => [index, index + mark.length] as const)
  const spans: SecretSpan[] = []
  for (const { 0: run, index } of masked.matchAll(TOKEN_RUN)) {
    const end = index + run.length
    // A shorter one could be any word: it is one behind its name only.
    if (run.length < SHORTEST_KNOWN && !isBehindItsName(masked, index)) continue
    if (marks.some(([from, to]) => index >= from && end <= to)) continue
    const isCutBehind = masked.charAt(end) === '…'
    const isCutBefore = masked.charAt(index - 1) === '…'
    const isKnown = known.some(
      (secret) => run === secret || (isCutBehind && secret.startsWith(run)) || (isCutBefore && secret.endsWith(run)),
    )
    if (isKnown) spans.push({ start: index, end, ...(isCutBehind || isCutBefore ? { isRest: true as const } : {}) })
  }
  return withMasks(masked, spans, masker)
}

function isBehindItsName(title: string, at: number): boolean {
  const [, name = ''] = /([\w.-]+):? "?$/.exec(title.slice(Math.max(0, at - 64), at)) ?? []
  return isSecretName(name)
}
