import { PassThrough } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { askForCode } from '../../src/terminal/ask-for-code.ts'
import type { CodeAnswer } from '../../src/terminal/ask-for-code.ts'
import { createPaint, wantsColour } from '../../src/terminal/colour.ts'
import { drawConfirmationCode, matchesConfirmationCode } from '../../src/terminal/confirmation-code.ts'
import { createTerminal } from '../../src/terminal/create-terminal.ts'
import { drawTable } from '../../src/terminal/draw-table.ts'
import { createTerminalQuestions } from '../../src/terminal/terminal-questions.ts'
import { fitText, textWidth } from '../../src/terminal/text-width.ts'

describe('text width', () => {
  test.each([
    ['plain', 5],
    ['', 0],
    ['确认', 4],
    ['ｙｅｓ', 6],
    ['한국어', 6],
    ['👍', 2],
    ['👨‍👩‍👧', 2],
    ['⚠️', 2],
    ['e\u0301', 1],
    ['🇩🇪', 2],
    ['│ …', 3],
  ])('%j takes %d cells', (text, width) => {
    expect(textWidth(text)).toBe(width)
  })

  test('a cut text fits and shows that it was cut', () => {
    expect(fitText('delete_contact', 8)).toBe('delete_…')
    expect(fitText('确认确认', 5)).toBe('确认…')
    expect(fitText('short', 5)).toBe('short')
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 40 }), (text, width) => {
        expect(textWidth(fitText(text, width))).toBeLessThanOrEqual(width)
      }),
    )
  })
})

describe('tables', () => {
  const columns = [
    { title: 'ID', flexible: false },
    { title: 'CALL', flexible: true },
    { title: 'WHO', flexible: true },
  ]

  test('every line fits the width, whatever stands in the cells', () => {
    const cell = fc.record({
      text: fc.string({ unit: 'grapheme', maxLength: 120 }),
      tone: fc.constant('plain' as const),
    })
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, cell), { maxLength: 8 }), (rows) => {
        const printable = rows.map((row) =>
          row.map(({ text, tone }) => ({ text: text.replace(/\p{Control}/gu, '?'), tone })),
        )
        for (const line of drawTable(columns, printable, 80, (_tone, text) => text).split('\n')) {
          expect(textWidth(line)).toBeLessThanOrEqual(80)
        }
      }),
    )
  })

  test('columns line up behind wide characters, and fixed ones are not cut', () => {
    const rows = [
      [plain('7f3k'), plain('删除'), plain('ana')],
      [plain('9c4d'), plain('delete everything there is in the whole warehouse'.repeat(2)), plain('bo')],
    ]
    const [, first = '', second = ''] = drawTable(columns, rows, 60, (_tone, text) => text).split('\n')
    expect(first.startsWith('7f3k  删除')).toBe(true)
    expect(textWidth(first.slice(0, first.indexOf('ana')))).toBe(textWidth(second.slice(0, second.indexOf('bo'))))
    expect(second).toContain('…')
  })
})

describe('colours', () => {
  test('only on a terminal, and not with NO_COLOR or a dumb terminal', () => {
    expect(wantsColour(true, {})).toBe(true)
    expect(wantsColour(true, { NO_COLOR: '' })).toBe(true)
    expect(wantsColour(true, { NO_COLOR: '1' })).toBe(false)
    expect(wantsColour(true, { TERM: 'dumb' })).toBe(false)
    expect(wantsColour(false, {})).toBe(false)
    expect(createPaint(false)('bad', 'x')).toBe('x')
    expect(createPaint(true)('bad', 'x')).toBe('\u001b[31mx\u001b[39m')
  })
})

describe('the code', () => {
  test('is never a word that says no', () => {
    const letters = Array.from('DENYDENYACDE').map((letter) => '34679ACDEFGHJKMNPQRTWXY'.indexOf(letter))
    expect(drawConfirmationCode(() => letters.shift() ?? 0)).toBe('ACDE')
  })

  test('is four characters that are not taken for each other', () => {
    let next = 0
    const code = drawConfirmationCode((limit) => next++ % limit)
    expect(code).toMatch(/^[A-Z0-9]{4}$/)
    const all = new Set(
      Array.from({ length: 2000 }, () => drawConfirmationCode((limit) => Math.floor(Math.random() * limit))).join(''),
    )
    expect([...all].filter((character) => '01258BILOSUVZ'.includes(character))).toEqual([])
  })

  test('is read without regard to case or surrounding space, and nothing else', () => {
    expect(matchesConfirmationCode('7F3K', ' 7f3k ')).toBe(true)
    for (const typed of ['', '7F3', '7F3KK', 'yes', '7F 3K', '确认'])
      expect(matchesConfirmationCode('7F3K', typed)).toBe(false)
  })

  test('[L4] only the right code confirms, however soon it is typed', async () => {
    expect(await ask({ typed: '7f3k\r' })).toEqual({ kind: 'confirmed' })
    expect(await ask({ typed: '\r' })).toEqual({ kind: 'not-confirmed', why: 'wrong-code' })
    expect(await ask({ typed: 'yes\r' })).toEqual({ kind: 'not-confirmed', why: 'wrong-code' })
    expect(await ask({ typed: '7f3k' })).toEqual({ kind: 'not-confirmed', why: 'no-answer' })
    expect(await ask({ typed: '\u0003' })).toEqual({ kind: 'not-confirmed', why: 'no-answer' })
    expect(await ask({ typed: '\u0004' })).toEqual({ kind: 'not-confirmed', why: 'no-answer' })
  })

  test('[L4] what was typed before the question is dropped, the code itself too', async () => {
    expect(await ask({ before: 'yes\rno', typed: '7f3k\r' })).toEqual({ kind: 'confirmed' })
    expect(await ask({ before: '7f3k\r', typed: '\r' })).toEqual({ kind: 'not-confirmed', why: 'wrong-code' })
  })

  test('the whole text is displayed before the question, in the words of the contract', async () => {
    const shown = Array.from({ length: 2000 }, (_, line) => `line ${line}`).join('\n')
    const { output } = await askWith({ shown, typed: '7F3K\r' })
    expect(output.indexOf('line 1999')).toBeGreaterThan(0)
    expect(output.indexOf('Type 7F3K to approve')).toBeGreaterThan(output.indexOf('line 1999'))
  })

  test('an input that has ended already is no answer', async () => {
    const input = new PassThrough()
    input.end()
    const output = new PassThrough()
    output.resume()
    const answer = await askForCode({ shown: 'x', purpose: 'approve', code: '7F3K' }, { input, output })
    expect(answer).toEqual({ kind: 'not-confirmed', why: 'no-answer' })
  })
})

describe('the line of a process', () => {
  const offers = {
    scope: null,
    yes: 'Run it once',
    no: "Don't run it",
    allow: [],
    deny: [],
    limited: { allow: null, deny: null },
  }
  const question = { id: 'a', title: 'delete_item', shown: () => 'all of it', offers }

  /** Types, waits for what appears, types again. */
  async function sit(...turns: readonly (readonly [keys: string, appears: RegExp])[]): Promise<readonly string[]> {
    const input = new PassThrough()
    const output = new PassThrough()
    const verdicts: string[] = []
    let written = ''
    output.on('data', (chunk: Buffer) => (written += chunk.toString('utf8')))
    const questions = createTerminalQuestions({
      input,
      output,
      randomInteger: () => 0,
      opened: () => {},
      decide: async ({ answer }) => (verdicts.push(answer), 'Stored.'),
      interrupt: () => {},
      left: () => {},
    })
    questions.show([question])
    for (const [keys, appears] of turns) {
      const from = written.length
      // What a terminal brings never comes in the turn in which something was written to it.
      await new Promise((resolve) => void setImmediate(resolve))
      input.write(keys)
      await expect.poll(() => written.slice(from)).toMatch(appears)
    }
    questions.close()
    return verdicts
  }

  const PROMPT = /Type 3333 to approve it/

  test('[L4] the code decides, however soon it comes after the question', async () => {
    expect(await sit(['\r', PROMPT], ['3333\r', /Stored/])).toEqual(['approve'])
    expect(await sit(['\r', PROMPT], ['n\r', /Stored/])).toEqual(['decline'])
  })

  test('[L4] what was typed together with the line that opens the question is dropped', async () => {
    expect(await sit(['\rn\r3333\r', PROMPT], ['\r', /It goes on waiting/])).toEqual([])
  })
})

describe('the terminal', () => {
  test.each([
    [true, true, true],
    [true, false, false],
    [false, true, false],
    [false, false, false],
  ])(
    '[L4] input %s and output %s being terminals makes it interactive: %s',
    (inputIsTerminal, outputIsTerminal, interactive) => {
      const terminal = createTerminal({
        input: Object.assign(new PassThrough(), { isTTY: inputIsTerminal }),
        output: Object.assign(new PassThrough(), { isTTY: outputIsTerminal }),
        environment: {},
        randomInteger: () => 0,
      })
      expect(terminal.interactive).toBe(interactive)
      expect(terminal.width).toBe(80)
    },
  )
})

function plain(text: string): { text: string; tone: 'plain' } {
  return { text, tone: 'plain' }
}

async function ask(keys: { before?: string; typed: string }): Promise<CodeAnswer> {
  return (await askWith({ shown: 'what will happen', ...keys })).answer
}

async function askWith(keys: {
  shown: string
  before?: string
  typed: string
}): Promise<{ answer: CodeAnswer; output: string }> {
  const input = Object.assign(new PassThrough(), { isTTY: true })
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80 })
  let written = ''
  if (keys.before !== undefined) input.write(keys.before)
  output.on('data', (chunk: Buffer) => {
    const before = written.includes('Type 7F3K')
    written += chunk.toString('utf8')
    if (before || !written.includes('Type 7F3K')) return
    input.write(keys.typed)
    if (!/\p{Control}/u.test(keys.typed)) input.end()
  })
  const answer = await askForCode({ shown: keys.shown, purpose: 'approve', code: '7F3K' }, { input, output })
  return { answer, output: written }
}
