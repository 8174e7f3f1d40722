/**
 * One record of the audit log. Where there is room it is two lines in two columns; on a narrow screen what it was about
 * and who it was have lines of their own, a second one where the text is long. Its height is known before it is drawn.
 */
import { html, nothing } from 'lit'
import type { TemplateResult } from 'lit'
import type { ShownRecord } from '../api/answers.ts'
import type { Inbox } from '../model/inbox.ts'
import { recordDetail, recordWho } from '../model/record-words.ts'
import { holdAddress, NO_FILTER } from '../model/route.ts'
import { clock } from '../model/times.ts'
import { keepInOneLine, showInOneLine } from '../words/one-line.ts'
import type { Words } from '../words/words.ts'
import { hasPane } from './holds/hold-row-view.ts'
import { follow } from './parts/page-link.ts'
import type { VirtualItem } from './parts/virtual-rows.ts'

export interface RecordItem extends VirtualItem {
  readonly record: ShownRecord
}

interface RecordTexts {
  readonly target: string
  readonly about: string
  /** Whether they need a second line on a narrow screen. */
  readonly long: { readonly target: boolean; readonly about: boolean }
}

type HeightOf = (item: VirtualItem) => number

/** As pages.css has them. */
const WIDE_HEIGHT = 64
const NARROW_HEIGHT = 68
const LINE_HEIGHT = 20
/** What stands beside the text of a row: with the side bar, and on a phone. */
const BESIDE_PX = 350
const BESIDE_ON_PHONE_PX = 66
const PHONE_PX = 760
/** At the least; half of the letters of a language without spaces are twice as wide. */
const TARGET_LETTER_PX = 8
const ABOUT_LETTER_PX = 6.8

/** The record that a link led to. */
let pointed: string | null = null

export function pointAt(key: string): void {
  pointed = key
}

let known: { readonly width: number; readonly words: Words; readonly heightOf: HeightOf } | null = null

/** The same function while screen and language are the same: another makes the list measure itself anew. */
export function recordHeights(width: number, words: Words): HeightOf {
  if (known?.width !== width || known.words !== words) {
    const heightOf: HeightOf = hasPane()
      ? () => WIDE_HEIGHT
      : (item) => narrowHeight((item as RecordItem).record, words)
    known = { width, words, heightOf }
  }
  return known.heightOf
}

export function drawRecord(inbox: Inbox, record: ShownRecord): TemplateResult {
  const { words, locale } = inbox.state()
  const { target, about, long } = textsOf(record, words)
  const isPointed = pointed === `${record.chain} ${record.sequence}`
  return html`<div
    class="record ${long.target ? 'long-target' : ''} ${long.about ? 'long-about' : ''} ${isPointed ? 'pointed' : ''}"
    role="listitem"
    aria-current=${isPointed ? 'true' : nothing}
  >
    <span class="record-what"
      ><strong>${words.records[record.kind] ?? record.kind}</strong>
      ${target === '' ? nothing : html`<code title=${target}>${target}</code>`}
      ${
        record.hold === null
          ? nothing
          : html`<a
              href=${holdAddress(record.hold)}
              @click=${follow(inbox, { page: 'hold', id: record.hold, filter: NO_FILTER })}
              >${words.theHold}</a
            >`
      }</span
    >
    <time datetime=${record.at}>${clock(record.at, locale)}</time>
    <span class="record-about" title=${about}>${about}</span>
    <code class="record-place">${record.chain.slice(0, 8)}#${record.sequence}</code>
  </div>`
}

function textsOf(record: ShownRecord, words: Words): RecordTexts {
  // A request that calls no tool is named by its method.
  const target = showInOneLine(
    [record.server, record.tool ?? record.method].filter((part) => part !== null).join(' / '),
  )
  const about = [
    showInOneLine(recordWho(record, words) ?? ''),
    record.kind === 'question-shown' ? '' : showInOneLine(record.client ?? ''),
    keepInOneLine(recordDetail(record, words) ?? ''),
  ]
    .filter((part) => part !== '')
    .join(' · ')
  const width = innerWidth - (innerWidth > PHONE_PX ? BESIDE_PX : BESIDE_ON_PHONE_PX)
  const long = {
    target: lettersOf(target) * TARGET_LETTER_PX > width,
    about: lettersOf(about) * ABOUT_LETTER_PX > width,
  }
  return { target, about, long }
}

function narrowHeight(record: ShownRecord, words: Words): number {
  const { target, about, long } = textsOf(record, words)
  const lines = Number(target !== '') + Number(long.target) + Number(about !== '') + Number(long.about)
  return NARROW_HEIGHT + lines * LINE_HEIGHT
}

function lettersOf(text: string): number {
  let letters = 0
  for (const letter of text) letters += letter > '\u2e7f' ? 2 : 1
  return letters
}
