/** The part of the contract about what people see. */
import { randomUUID } from 'node:crypto'
import type { ChannelMessage, DeliveredMessage } from '@holdpoint/channels'
import { findHiddenCharacters, showLeftoverCharacters } from '@holdpoint/core'
import { expect, test } from 'vitest'
import { DECIDED, QUESTION, rememberingReceiver } from './channel-under-test.ts'
import type { ChannelUnderTest, DrawnMessage, MakeChannel } from './channel-under-test.ts'
import { HOSTILE_TEXTS } from './hostile-texts.ts'

export function describeShowing(make: MakeChannel): void {
  test('shows title, parts, buttons and link of a message, in that order', async () => {
    const under = await opened(make)
    await under.channel.deliver({ id: 'd1', place: under.place, message: QUESTION })
    const message = onlyMessage(under)
    expect(missing(QUESTION, message)).toEqual([])
    if (under.traits.answersBy === 'buttons')
      expect(message.buttons).toEqual(QUESTION.buttons.map(({ id, text }) => ({ id, text })))
    expect(message.links).toEqual(['https://holdpoint.example/approvals/h1'])
    expect(message.live).toEqual([])
    await under.close()
  })

  test('says of itself what the platform does', async () => {
    const under = await opened(make)
    const { dedupes, buttons, signsReplies } = under.channel.about
    expect({ dedupes, answersBy: buttons ? 'buttons' : 'text', signsReplies }).toEqual({
      dedupes: under.traits.dedupes,
      answersBy: under.traits.answersBy,
      signsReplies: under.traits.envelope === 'authenticated',
    })
    await under.close()
  })

  test('a message to a person is shown to that person alone', async () => {
    const under = await opened(make)
    await under.channel.deliver({ id: 'd1', place: under.person, message: QUESTION })
    expect(under.drawn(under.person)).toHaveLength(1)
    expect(under.drawn()).toHaveLength(0)
    await under.close()
  })

  test('hostile text is shown as its characters, wherever it stands', { timeout: 60_000 }, async () => {
    const under = await opened(make)
    for (const [words, text] of HOSTILE_TEXTS) {
      for (const [place, message] of messagesWith(text)) {
        const which = `${words}, as ${place}`
        expect(under.channel.fits(message), which).toBe(true)
        await under.channel.deliver({ id: randomUUID(), place: under.place, message })
        const drawn = lastMessage(under)
        expect(missing(message, drawn), which).toEqual([])
        expect(findHiddenCharacters(drawn.text), which).toEqual([])
        expect(drawn.live, which).toEqual([])
        expect(drawn.links, which).toEqual(['https://holdpoint.example/approvals/h1'])
        if (under.traits.answersBy === 'buttons')
          expect(drawn.buttons, which).toEqual(message.buttons.map(({ id, text: label }) => ({ id, text: label })))
      }
    }
    await under.close()
  })

  test('hostile text is said as its characters', async () => {
    const under = await opened(make)
    for (const [words, text] of HOSTILE_TEXTS) {
      await under.channel.say(under.place, `"${text}" is no answer`)
      const drawn = lastMessage(under)
      expect(comparable(drawn.text), words).toContain(comparable(`"${text}" is no answer`))
      expect([drawn.live, drawn.links, drawn.buttons], words).toEqual([[], [], []])
    }
    await under.close()
  })

  test('an update takes the place of the message, and its buttons are gone', async () => {
    const under = await opened(make)
    if (under.traits.updates) {
      const delivered = await under.channel.deliver({ id: 'd1', place: under.place, message: QUESTION })
      // The reference is kept in a store: whoever updates has nothing else.
      await under.channel.update(JSON.parse(JSON.stringify(delivered)) as DeliveredMessage, DECIDED)
      const message = onlyMessage(under)
      expect(missing(DECIDED, message)).toEqual([])
      expect(message.text).not.toContain('7F3K')
      expect([message.buttons, message.links, message.live]).toEqual([[], [], []])
    }
    await under.close()
  })

  test('an update shows hostile text as its characters too', async () => {
    const under = await opened(make)
    if (under.traits.updates) {
      const delivered = await under.channel.deliver({ id: 'd1', place: under.person, message: QUESTION })
      for (const [words, text] of HOSTILE_TEXTS) {
        const message: ChannelMessage = { ...DECIDED, parts: [{ kind: 'line', tone: 'plain', text }] }
        await under.channel.update(delivered, message)
        const [drawn] = under.drawn(under.person)
        expect(drawn && missing(message, drawn), words).toEqual([])
        expect(drawn?.live, words).toEqual([])
      }
    }
    await under.close()
  })

  test('the same delivery again shows no second message, where the platform takes our id', async () => {
    const under = await opened(make)
    const delivery = { id: 'd1', place: under.place, message: QUESTION }
    const first = await under.channel.deliver(delivery)
    if (under.traits.dedupes) {
      expect(await under.channel.deliver(delivery)).toEqual(first)
      expect(under.drawn()).toHaveLength(1)
    }
    expect(first).toMatchObject({ id: 'd1', place: under.place })
    await under.close()
  })

  test('what fits is shown whole, up to the last size that fits', async () => {
    const under = await opened(make)
    for (const [words, grown] of GROWING) {
      const size = largestThatFits((count) => under.channel.fits(grown(count)))
      expect(size, words).toBeGreaterThan(0)
      const message = grown(size)
      await under.channel.deliver({ id: `d-${words}`, place: under.place, message })
      expect(missing(message, lastMessage(under), withoutBlanks), words).toEqual([])
    }
    await under.close()
  })

  test('a long statement fits; what no platform shows whole does not, and is not sent', async () => {
    const under = await opened(make)
    expect(under.channel.fits(withBlock('x'.repeat(2000)))).toBe(true)
    for (const [words, grown] of GROWING) {
      const message = grown(200_000)
      expect(under.channel.fits(message), words).toBe(false)
      await expect(under.channel.deliver({ id: 'd1', place: under.place, message }), words).rejects.toMatchObject({
        name: 'ChannelError',
        kind: 'refused',
      })
    }
    expect(under.drawn()).toHaveLength(0)
    await under.close()
  })
}

async function opened(make: MakeChannel): Promise<ChannelUnderTest> {
  const under = await make('good')
  await under.channel.open(rememberingReceiver())
  return under
}

function withBlock(text: string): ChannelMessage {
  return { ...QUESTION, parts: [{ kind: 'block', label: 'Arguments', text }] }
}

/** Messages of a growing size, in every way in which one can grow. */
const GROWING: readonly (readonly [string, (size: number) => ChannelMessage])[] = [
  ['letters', (size) => withBlock('x'.repeat(size))],
  ['Chinese', (size) => withBlock('删'.repeat(size))],
  ['emoji', (size) => withBlock('👍'.repeat(size))],
  ['quotes', (size) => withBlock('"<&'.repeat(size))],
  ['short-lines', (size) => withBlock('x\n'.repeat(size))],
  ['title', (size) => ({ ...QUESTION, title: 'T'.repeat(size) })],
  ['line', (size) => ({ ...QUESTION, parts: [{ kind: 'line', tone: 'plain', text: 'y'.repeat(size) }] })],
  [
    'parts',
    (size) => ({
      ...QUESTION,
      parts: Array.from({ length: Math.min(size, 5000) }, (_, index) => ({
        kind: 'line',
        tone: 'plain',
        text: `part ${index}`,
      })),
    }),
  ],
  [
    'fields',
    (size) => ({
      ...QUESTION,
      parts: [
        {
          kind: 'fields',
          label: 'Order',
          rows: Array.from({ length: Math.min(size, 5000) }, (_, index) => ({
            name: `name ${index}`,
            now: `now ${index}`,
            after: `after ${index}`,
          })),
        },
      ],
    }),
  ],
]

function largestThatFits(fits: (size: number) => boolean): number {
  let good = 0
  let bad = 200_000
  while (bad - good > 1) {
    const middle = (good + bad) >> 1
    if (fits(middle)) good = middle
    else bad = middle
  }
  return good
}

/** A text in each place in which one may stand. */
function messagesWith(text: string): readonly (readonly [string, ChannelMessage])[] {
  const label = text.slice(0, 60)
  const parts = (...list: ChannelMessage['parts']): ChannelMessage => ({ ...QUESTION, parts: list })
  return [
    [
      'title and lines',
      {
        ...parts(
          { kind: 'line', tone: 'plain', text },
          { kind: 'line', tone: 'warning', text },
          { kind: 'line', tone: 'muted', text },
        ),
        title: text.slice(0, 120),
      },
    ],
    ['claim and block', parts({ kind: 'claim', label, text }, { kind: 'block', label, text })],
    [
      'fields',
      parts({
        kind: 'fields',
        label,
        rows: [
          { name: text, now: text, after: text },
          { name: 'n', now: text, after: null },
        ],
      }),
    ],
    ['button', { ...QUESTION, buttons: [{ id: 'b1', text: oneLine(label), tone: 'approve', asksReason: null }] }],
  ]
}

/** A button's text is ours or the policy's: short, in one line, and visible already. */
function oneLine(text: string): string {
  return showLeftoverCharacters(text.replaceAll(/\s+/g, ' ')).slice(0, 60).trim()
}

/** The beginnings of those texts of a message that are not shown, or not in the order in which they should be. */
function missing(message: ChannelMessage, drawn: DrawnMessage, as = comparable): readonly string[] {
  const shown = as(drawn.text)
  let from = 0
  return textsOf(message)
    .filter((text) => {
      const at = shown.indexOf(as(text), from)
      if (at >= 0) from = at + as(text).length
      return at < 0
    })
    .map((text) => text.slice(0, 200))
}

/** For long texts, which a platform may take only in pieces. */
function withoutBlanks(text: string): string {
  return comparable(text).replaceAll(' ', '')
}

function textsOf({ title, parts }: ChannelMessage): readonly string[] {
  const texts = parts.flatMap((part): readonly string[] => {
    switch (part.kind) {
      case 'line':
        return [part.text]
      case 'claim':
      case 'block':
        return [part.label, part.text]
      case 'fields':
        return [
          part.label,
          ...part.rows.flatMap(({ name, now, after }) => [name, now, ...(after === null ? [] : [after])]),
        ]
    }
  })
  return [title, ...texts]
}

/**
 * What a reader can compare: hidden characters as the markers in which every surface shows them, and white space as one blank,
 * since a platform breaks lines as it likes. A line end may be shown as a marker, where one would begin a line of ours.
 */
function comparable(text: string): string {
  return showLeftoverCharacters(text)
    .replaceAll(/⟦U\+000[9AD]⟧/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function onlyMessage(under: ChannelUnderTest): DrawnMessage {
  expect(under.drawn()).toHaveLength(1)
  return lastMessage(under)
}

function lastMessage(under: ChannelUnderTest): DrawnMessage {
  const message = under.drawn().at(-1)
  if (message === undefined) throw new Error('Nothing was drawn.')
  return message
}
