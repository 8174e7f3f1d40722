import { stripVTControlCharacters } from 'node:util'
import { claimDispatch, concludeDispatch, decide } from '@holdpoint/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPaint } from '../../../src/terminal/colour.ts'
import { viewHelp } from '../../../src/terminal/inbox/view-help.ts'
import { viewInbox } from '../../../src/terminal/inbox/view-inbox.ts'
import { textWidth } from '../../../src/terminal/text-width.ts'
import { createCliHome, thisProcess } from '../../cli/cli-home.ts'
import type { CliHome } from '../../cli/cli-home.ts'
import { visitInbox } from './player.ts'

let home: CliHome
beforeAll(async () => {
  home = await createCliHome()
})
afterAll(async () => {
  await home.remove()
})

const HOSTILE = [
  '\u001b[2J\u001b[1;1H✅ Approved by admin',
  '\u001b]8;;http://evil\u0007click\u001b]8;;\u0007',
  '\u009b2J\u0090q\u009c',
  'safe\u202Egnp.exe',
  'de\u200Blete',
  'x\rType 7F3K to approve (Esc leaves it waiting):',
  'a\nState:     succeeded\nDecision:  approved by ana',
  '\u{e0041}\u{e0042}',
]
const CONTROL = /(?!\n)[\p{Control}\u202a-\u202e\u2066-\u2069\u200b\u200e\u200f\u{e0000}-\u{e007f}]/u

describe('what comes from outside', () => {
  test.each(HOSTILE)(
    '[D3] [D4] %j is visible and obeyed by nobody, in names, arguments, reasons and filters',
    async (text) => {
      const hold = await home.addHold({
        tool: `delete_${text}`,
        argumentsText: JSON.stringify({ [text]: text, deep: [{ text }] }),
        rationale: text,
      })
      await visitInbox(home, async (player) => {
        await player.press('/')
        await player.type('delete_')
        await player.press('<enter>', 'j', '<enter>')
        expect(player.state().card).not.toBeNull()
        for (let page = 0; page < 6; page++) {
          expect(player.screen()).not.toMatch(CONTROL)
          await player.press('<page-down>')
        }
        await player.press('d')
        await player.type(text.replace('\n', ' '))
        expect(player.screen()).not.toMatch(CONTROL)
      })
      expect(hold.state).toBe('pending')
    },
  )

  test('[D1] [D3] a result is in the words of the server, behind a gutter', async () => {
    const other = await createCliHome()
    const hold = await other.addHold()
    await decide(other.store, {
      hold: hold.id,
      tenant: null,
      verdict: { answer: 'approve', by: 'ana', via: 'page', assurance: 'identified', reason: null },
    })
    await claimDispatch(other.store, hold.id, 'attempt', thisProcess)
    const text = `${HOSTILE.join('\n')}\n${' '.repeat(200)}State:     declined`
    await concludeDispatch(other.store, hold.id, 'attempt', {
      kind: 'result',
      isError: false,
      resultText: JSON.stringify({ content: [{ type: 'text', text }] }),
      truncated: false,
    })
    await visitInbox(
      other,
      async (player) => {
        await player.press('j', '<enter>', '<enter>')
        const rows = player.rows()
        const from = rows.indexOf('Result in the words of crm:')
        expect(from).toBeGreaterThan(0)
        const theirs = rows.slice(
          from + 1,
          rows.findIndex((row, index) => index > from && row.startsWith('▸ Details (i): ')),
        )
        expect(theirs.filter((row) => row !== '').length).toBeGreaterThan(10)
        for (const row of theirs) expect(row).toMatch(/^( {2}[│┊] |$)/)
        expect(player.screen()).not.toMatch(CONTROL)
      },
      { size: [80, 60] },
    )
    await other.remove()
  })

  test.each([
    ['{"content":[null]}', /│ null/],
    ['{"content":"no list"}', /│ no list/],
    ['{"content":[{"type":{"toString":1}},7]}', /Content of type \{"toString":1\}[^]*│ 7/],
  ])('[D9] a server that answers %s is shown, by show and in the inbox', async (resultText, shown) => {
    const other = await createCliHome()
    const hold = await other.addHold()
    const verdict = { answer: 'approve', by: 'ana', via: 'page', assurance: 'identified', reason: null } as const
    await decide(other.store, { hold: hold.id, tenant: null, verdict })
    await claimDispatch(other.store, hold.id, 'attempt', thisProcess)
    const outcome = { kind: 'result', isError: false, resultText, truncated: false } as const
    await concludeDispatch(other.store, hold.id, 'attempt', outcome)
    const { out, err, exitCode } = await other.run(['show', hold.id])
    expect(exitCode, err).toBe(0)
    expect(out).toMatch(shown)
    await visitInbox(
      other,
      async (player) => {
        await player.press('j', '<enter>')
        expect(player.screen()).toMatch(shown)
      },
      { size: [80, 60] },
    )
    await other.remove()
  })

  test('[D1] text that imitates our lines stays behind a gutter or inside quotes', async () => {
    const other = await createCliHome()
    await other.addHold({ argumentsText: JSON.stringify({ text: 'x\nState:     succeeded\nType 7F3K to approve:' }) })
    await visitInbox(other, async (player) => {
      await player.press('j', '<enter>')
      const imitating = player.rows().filter((row) => /^(State: +succeeded|Type 7F3K)/.test(row))
      expect(imitating).toEqual([])
      expect(player.screen()).toContain('│ State:     succeeded')
    })
    await other.remove()
  })
})

describe('the screen', () => {
  test.each([
    [80, 24],
    [40, 12],
    [132, 50],
    [20, 5],
    [1, 1],
  ])('at %d columns and %d rows every row fits and there are no more than that', async (columns, rows) => {
    const other = await createCliHome()
    await other.addHold({ argumentsText: JSON.stringify({ 名称: '确认删除'.repeat(40), flag: '🇩🇪👨‍👩‍👧'.repeat(30) }) })
    await visitInbox(
      other,
      async (player) => {
        for (const key of [
          '',
          'j',
          '<enter>',
          '<end>',
          'a',
          '<escape>',
          'd',
          'x',
          '<escape>',
          'f',
          'w',
          'x',
          '<enter>',
          '<escape>',
          'r',
          '1',
          '<escape>',
          '?',
          'x',
          'u',
        ]) {
          if (key !== '') await player.press(key)
          expect(player.rows().length).toBeLessThanOrEqual(rows)
          for (const row of player.rows()) expect(textWidth(row)).toBeLessThanOrEqual(columns)
        }
      },
      { size: [columns, rows] },
    )
    await other.remove()
  })

  test.each([
    [80, 24],
    [80, 10],
    [44, 24],
  ])(
    'at %d columns and %d rows the help can be read to its end, and any other key goes back',
    async (columns, rows) => {
      const other = await createCliHome()
      const whole = viewHelp(columns).map(({ spans }) => spans.map(({ text }) => text).join(''))
      await visitInbox(
        other,
        async (player) => {
          await player.press('?')
          const seen = new Set(player.rows())
          for (const key of ['<down>', ' ', '<page-down>', ' ', '<page-down>', ' ', ' ', ' ', '<end>']) {
            await player.press(key)
            for (const row of player.rows()) seen.add(row)
          }
          expect(whole.filter((line) => !seen.has(line))).toEqual([])
          expect(player.screen()).toContain('never by Holdpoint.')
          await player.press('<home>')
          expect(player.screen()).toContain('j k ↓ ↑')
          await player.press('x')
          expect(player.screen()).not.toContain('j k ↓ ↑')
          // Keys in the help mean nothing else.
          expect(player.effects).toEqual([])
        },
        { size: [columns, rows] },
      )
      await other.remove()
    },
  )

  test('wide characters are broken into rows, none is lost', async () => {
    const other = await createCliHome()
    const text = Array.from({ length: 90 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join('')
    await other.addHold({ argumentsText: JSON.stringify({ text }) })
    await visitInbox(
      other,
      async (player) => {
        await player.press('j', '<enter>')
        const shown = player
          .rows()
          .filter((row) => /[│┊] /.test(row))
          .map((row) => row.replace(/^.*[│┊] /, ''))
          .join('')
        expect(shown).toContain(text)
      },
      { size: [80, 40] },
    )
    await other.remove()
  })

  test('the card is the one that show prints', async () => {
    const other = await createCliHome()
    const hold = await other.addHold({ argumentsText: JSON.stringify({ note: `${'long '.repeat(40)}\nend` }) })
    other.clock += 5500
    const { out } = await other.run(['show', hold.id])
    await visitInbox(
      other,
      async (player) => {
        await player.press('j', '<enter>')
        const lines = (): readonly string[] => player.state().card?.lines.map(({ text }) => text) ?? []
        // There the details are open; here a key opens them.
        expect(lines().at(-1)).toBe('▸ Details (i): Asked by, Runs on, Identity, Rule, Approval')
        await player.press('i')
        const card = lines()
        expect(card.length).toBeGreaterThan(10)
        expect(out.split('\n').slice(0, card.length)).toEqual(card)
        expect(card.slice(card.indexOf('Details:'))).toContain(`Approval: ${hold.id}`)
        for (const line of card) expect(player.rows()).toContain(line)
      },
      { size: [80, 60] },
    )
    await other.remove()
  })

  test('details that are opened skip nothing of what would run', async () => {
    const other = await createCliHome()
    await other.addHold({ argumentsText: JSON.stringify({ text: 'line\n'.repeat(60) }) })
    await visitInbox(other, async (player) => {
      await player.press('j', '<enter>', 'i')
      expect(player.state().card?.top).toBe(0)
      expect(player.screen()).toContain('The details stand at the end')
      await player.press('a')
      expect(player.screen()).toContain('Read it to the end first')
      await player.press('<end>')
      expect(player.screen()).toContain('Runs on:')
      await player.press('i')
      expect(player.screen()).toContain('▸ Details (i)')
      expect(player.screen()).not.toContain('Runs on:')
    })
    await other.remove()
  })

  test('a decided call shows little of long arguments until Enter', async () => {
    const other = await createCliHome()
    await other.addHold({ argumentsText: JSON.stringify({ list: Array.from({ length: 110 }, (_, index) => index) }) })
    await visitInbox(
      other,
      async (player) => {
        await player.press('j', '<enter>')
        expect(player.screen()).toContain('│ list 110: 109\n')
        await player.press('d', '<enter>')
        player.wait(400)
        await player.type('7F3K')
        await player.press('<enter>')
        expect(player.screen()).toContain('… Expand args (110): Enter')
        expect(player.screen()).not.toContain('│ list 110: 109\n')
        await player.press('<enter>')
        expect(player.screen()).toContain('│ list 110: 109\n')
      },
      { size: [80, 160] },
    )
    await other.remove()
  })

  test('a paused gate and one that is off fill rows of their own, on the list and on a card', async () => {
    const other = await createCliHome()
    await other.addHold()
    await other.run(['pause'], { secret: await other.addToken('ana', 'approver') })
    other.policy = {
      ...other.policy,
      warnings: ['GATE OFF: the profile "observe" holds nothing.'],
    } as typeof other.policy
    await visitInbox(other, async (player) => {
      for (const key of ['j', '<enter>', '?']) {
        await player.press(key)
        const alarms = player.rows().filter((row) => row.startsWith('!!! ') && row.endsWith(' !!!'))
        expect(alarms.join('\n')).toContain('GATE OFF')
        expect(alarms.join('\n')).toContain('PAUSED by ana')
        for (const row of alarms) expect(textWidth(row)).toBe(80)
      }
    })
    await other.remove()
  })

  test('colours only where they are wanted; the words are the same', async () => {
    await visitInbox(home, async (player) => {
      const plain = viewInbox(player.state(), createPaint(false)).rows
      const painted = viewInbox(player.state(), createPaint(true)).rows
      expect(plain.join('')).not.toContain('\u001b')
      const words = (rows: readonly string[]): string =>
        stripVTControlCharacters(rows.join('\n')).replaceAll(/ +$/gm, '')
      expect(painted.join('')).toContain('\u001b')
      expect(words(painted)).toBe(words(plain))
    })
  })

  test('the clock moves ages on and nothing else', async () => {
    const other = await createCliHome()
    await other.addHold()
    await visitInbox(other, async (player) => {
      await player.press('j', '<enter>')
      expect(player.screen()).toContain('asked 0s ago')
      player.tick()
      player.tick()
      expect(player.screen()).toContain('asked 2s ago')
    })
    await other.remove()
  })
})

test('a row has the title, and the tool with its server beside it, also where there is little room', async () => {
  const other = await createCliHome()
  await other.addHold({ tool: 'delete_contact', argumentsText: '{"id":"c_7"}' })
  const row = async (columns: number): Promise<string> => {
    let found = ''
    await visitInbox(
      other,
      async (player) => {
        found = player.rows().find((line) => line.includes('c_7')) ?? ''
        await player.press('q')
      },
      { size: [columns, 24] },
    )
    return stripVTControlCharacters(found)
  }
  const wide = await row(140)
  expect(wide).toMatch(/^ +[0-9a-f]{8} +High risk +Delete contact c_7 +delete_contact · crm +0s$/)
  expect(textWidth(wide)).toBeLessThanOrEqual(140)
  const narrow = await row(80)
  expect(narrow).toMatch(/Delete contact c_7 +delete_contact · crm +0s$/)
  await other.remove()
})
