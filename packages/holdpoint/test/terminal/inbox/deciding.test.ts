import { claimDispatch, decide, findArgumentChanges, loseDispatch } from '@holdpoint/core'
import type { Hold } from '@holdpoint/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createCliHome, thisProcess } from '../../cli/cli-home.ts'
import type { CliHome } from '../../cli/cli-home.ts'
import { CODE, visitInbox } from './player.ts'

let home: CliHome
beforeEach(async () => {
  home = await createCliHome()
})
afterEach(async () => {
  await home.remove()
})

const long = JSON.stringify({ text: Array.from({ length: 60 }, (_, line) => `line ${line} of it`).join('\n') })
const contactSchema = { type: 'object', properties: { id: { type: 'integer' }, note: { type: 'string' } } } as const

async function stateOf({ id }: Hold): Promise<string | undefined> {
  return (await home.store.holds.get(id))?.state
}

async function decideElsewhere(hold: Hold, answer: 'approve' | 'decline'): Promise<void> {
  await decide(home.store, {
    hold: hold.id,
    tenant: null,
    verdict: { answer, by: 'ana', via: 'page', assurance: 'identified', reason: null },
  })
}

describe('approving', () => {
  test('[S3.6] the first a focuses, the next opens, the next asks, and the code decides', async () => {
    const hold = await home.addHold()
    await visitInbox(home, async (player) => {
      await player.press('a')
      expect(player.state()).toMatchObject({ selected: hold.id, card: null })
      await player.press('a')
      expect(player.state().card?.hold.id).toBe(hold.id)
      expect(player.effects).toEqual([])
      await player.press('a')
      expect(player.screen()).toContain(`Type ${CODE} to approve`)
      expect(await stateOf(hold)).toBe('pending')
      await player.type(CODE.toLowerCase())
      await player.press('<enter>')
      expect(player.screen()).toContain('Approved.')
      expect(player.screen()).toMatch(/State: +approved/)
    })
    expect((await home.store.holds.get(hold.id))?.verdicts).toMatchObject([
      { answer: 'approve', by: 'local:tester', via: 'terminal', assurance: 'host' },
    ])
  })

  test.each([
    ['another code', ['Z', 'Z', 'Z', 'Z', '<enter>'], 500, 'not the code'],
    ['nothing', ['<enter>'], 500, 'not the code'],
    ['y', ['y', '<enter>'], 500, 'not the code'],
    ['Escape', [...CODE.split(''), '<escape>'], 500, 'Nothing was decided'],
  ])('[L4] %s decides nothing', async (_what, keys, wait, message) => {
    const hold = await home.addHold()
    await visitInbox(home, async (player) => {
      await player.press('j', '<enter>', 'a')
      player.wait(wait)
      await player.press(...keys)
      expect(player.effects).not.toContain('bring')
      expect(player.screen()).toContain(message)
      expect(player.state().prompt).toBeNull()
    })
    expect(await stateOf(hold)).toBe('pending')
  })

  test('[D13] a long call is approved only after its end was on the screen; until then a only scrolls on', async () => {
    const hold = await home.addHold({ argumentsText: long })
    await visitInbox(home, async (player) => {
      await player.press('j', '<enter>')
      expect(player.screen()).toContain('not yet shown to its end')
      await player.press('a')
      expect(player.effects).toEqual([])
      expect(player.screen()).toContain('Read it to the end first')
      for (let page = 0; page < 10 && !player.screen().includes('line 59 of it'); page++) await player.press(' ')
      await player.press('<end>', 'a')
      expect(player.screen()).toContain(`Type ${CODE} to approve`)
    })
    expect(await stateOf(hold)).toBe('pending')
  })

  test('[D13] a window too small for the call approves nothing', async () => {
    await home.addHold()
    await visitInbox(
      home,
      async (player) => {
        await player.press('j', '<enter>', '<end>', 'a')
        expect(player.effects).toEqual([])
        player.resize(80, 3)
        await player.press('<end>', 'a')
        expect(player.effects).not.toContain('prepare')
        player.resize(80, 40)
        await player.press('a')
        expect(player.effects).toContain('prepare')
      },
      { size: [30, 24] },
    )
  })

  test("with an approver's token y is enough, but not at once", async () => {
    const hold = await home.addHold()
    const secret = await home.addToken('ana', 'approver')
    await visitInbox(
      home,
      async (player) => {
        await player.press('j', '<enter>', 'a')
        expect(player.screen()).toContain('Press y to approve')
        await player.press('y')
        expect(player.screen()).toContain('faster than anybody reads')
        player.wait(400)
        await player.press('x', 'y')
      },
      { secret },
    )
    expect((await home.store.holds.get(hold.id))?.verdicts).toMatchObject([{ by: 'ana', via: 'api' }])
  })

  test("[L4] a viewer's token looks and decides nothing", async () => {
    const hold = await home.addHold()
    const secret = await home.addToken('eve', 'viewer')
    await visitInbox(
      home,
      async (player) => {
        await player.press('j', '<enter>', 'a')
        expect(player.screen()).toContain('has the role viewer')
      },
      { secret },
    )
    expect(await stateOf(hold)).toBe('pending')
  })

  test('what this voice may not decide is said at once, without a code', async () => {
    await home.addHold({ ruling: { assurance: 'identified' } })
    await visitInbox(home, async (player) => {
      await player.press('j', '<enter>', 'a')
      expect(player.screen()).toContain('needs an approval with assurance')
      expect(player.state().prompt).toBeNull()
    })
  })

  test('where a yes would not count none is offered, and its keys say why', async () => {
    await home.addHold({ ruling: { approvers: ['ana', 'ben'] } })
    await visitInbox(home, async (player) => {
      expect(player.screen()).toContain('Here you can only decline. To approve: the page (command open)')
      expect(player.screen()).not.toMatch(/Waiting for you|a approve/)
      await player.press('j', '<enter>')
      expect(player.screen()).toMatch(/d Don't run it {2}a says why/)
      expect(player.screen()).not.toMatch(/a Run it once|f allow|e edit/)
      for (const key of ['f', 'e', 'a']) {
        await player.press(key)
        expect(player.screen()).toContain('is not among those who may approve this call: ana, ben.')
        expect(player.state().prompt).toBeNull()
      }
    })
    await home.addHold({ ruling: { approvers: null } })
    await visitInbox(home, async (player) => expect(player.screen()).toContain('Waiting for you (2)'))
  })
})

describe('declining', () => {
  test('asks for a reason, then for the code; the reason is kept', async () => {
    const hold = await home.addHold({ argumentsText: long })
    await visitInbox(home, async (player) => {
      await player.press('j', 'd', 'd')
      await player.type('wrong custoner')
      await player.press('<backspace>', '<backspace>', '<backspace>')
      await player.type('mer')
      expect(player.screen()).toContain('wrong customer')
      await player.press('<enter>')
      expect(player.screen()).toContain(`Type ${CODE} to decline`)
      player.wait(400)
      await player.type(CODE)
      await player.press('<enter>')
      expect(player.screen()).toContain('Declined. It will not run.')
    })
    expect((await home.store.holds.get(hold.id))?.verdicts).toMatchObject([
      { answer: 'decline', reason: 'wrong customer' },
    ])
  })
})

describe('approving with changes', () => {
  test('the edit is checked, shown to its end, and is what is approved', async () => {
    const hold = await home.addHold({
      principal: 'local:tester',
      argumentsText: '{"id":1,"note":"x"}',
      inputSchema: contactSchema,
    })
    await visitInbox(home, async (player) => {
      player.edited = () => '{"id":2,"note":"x"}'
      await player.press('j', '<enter>', 'e')
      player.wait(400)
      for (let page = 0; page < 5; page++) await player.press('<page-down>')
      expect(player.screen()).toContain(`Type ${CODE} to approve`)
      player.wait(400)
      await player.type(CODE)
      await player.press('<enter>')
      expect(player.screen()).toContain('Approved.')
    })
    const decided = await home.store.holds.get(hold.id)
    expect(decided?.edit?.argumentsText).toBe('{"id":2,"note":"x"}')
    expect(findArgumentChanges(hold.call.argumentsText, decided?.edit?.argumentsText ?? '')).toHaveLength(1)
  })

  test('an edit that changes a type is refused with the reason, and one that came to nothing decides nothing', async () => {
    const hold = await home.addHold({
      principal: 'local:tester',
      argumentsText: '{"id":1,"note":"x"}',
      inputSchema: contactSchema,
    })
    await visitInbox(home, async (player) => {
      player.edited = () => '{"id":"2","note":"x"}'
      await player.press('j', '<enter>', 'e')
      expect(player.screen()).toContain('An edit keeps the types')
      player.edited = () => null
      await player.press('e')
      expect(player.screen()).toContain('nothing came of it')
      expect(player.state().prompt).toBeNull()
    })
    expect(await stateOf(hold)).toBe('pending')
  })
})

describe('[X11.B5] a yes that allows more', () => {
  test.each([
    ['s', 1],
    ['a', 0],
  ])('is one of three answers; %s leaves %d standing permissions', async (key, count) => {
    await home.addHold({ ruling: { risk: 'medium', scope: 'folder "/data"' } })
    await visitInbox(home, async (player) => {
      await player.press('j', '<enter>', '<end>')
      const asked = player.screen().replaceAll(/\s+/g, ' ')
      expect(asked).toContain(
        's Yes, and allow delete_contact in the folder /data for this session a Yes, only this once d No m more',
      )
      await player.press(key)
      expect(player.screen()).toMatch(key === 's' ? /to approve and allow/ : /to approve \(/)
      player.wait(400)
      await player.type(CODE)
      await player.press('<enter>')
      expect(player.screen()).toContain('Approved.')
    })
    expect(await home.store.grants.list(null, 10)).toHaveLength(count)
  })
})

describe('[X11.B5] what else can be answered', () => {
  test('stands behind m, and Esc goes back without leaving the call', async () => {
    await home.addHold({ ruling: { risk: 'medium', scope: 'folder "/data"' } })
    await visitInbox(home, async (player) => {
      await player.press('j', '<enter>', '<end>')
      expect(player.screen()).not.toMatch(/f allow for|r refuse for|c cancel/)
      await player.press('m')
      expect(player.screen()).toMatch(/f allow for… {2}r refuse for… {2}c cancel/)
      await player.press('<escape>')
      expect(player.screen().replaceAll(/\s+/g, ' ')).toContain('a Yes, only this once')
      expect(player.state().card).not.toBeNull()
      await player.press('<escape>')
      expect(player.state().card).toBeNull()
    })
  })

  test('s says so where there is no session to allow', async () => {
    await home.addHold({})
    await visitInbox(home, async (player) => {
      await player.press('j', '<enter>', '<end>', 's')
      expect(player.screen()).toContain('There is no yes for the session here: a runs it once.')
      expect(player.state().prompt).toBeNull()
    })
  })
})

describe('others decide too', () => {
  test('a decision elsewhere closes the question and says who, where and when', async () => {
    const hold = await home.addHold()
    await visitInbox(home, async (player) => {
      await player.press('j', '<enter>', 'a')
      await decideElsewhere(hold, 'decline')
      home.clock += 3000
      await player.load()
      expect(player.screen()).toContain('Already declined via page 3s ago, by ana.')
      expect(player.state().prompt).toBeNull()
      expect(player.screen()).toMatch(/State: +declined/)
    })
  })

  test('a decision in the same moment: the loser is told the truth', async () => {
    const hold = await home.addHold()
    await visitInbox(home, async (player) => {
      await player.press('j', '<enter>', 'a')
      player.wait(400)
      await decideElsewhere(hold, 'decline')
      await player.type(CODE)
      await player.press('<enter>')
      expect(player.screen()).toContain('Already declined via page')
      expect(player.screen()).toContain('Yours changed nothing.')
    })
    expect(await stateOf(hold)).toBe('declined')
  })

  test('new calls come in without moving what is selected; a vanished row takes the selection with it', async () => {
    const first = await home.addHold()
    await visitInbox(home, async (player) => {
      await player.press('j')
      home.clock += 1000
      await home.addHold({ tool: 'send_mail' })
      await player.load()
      expect(player.state().selected).toBe(first.id)
      expect(player.screen()).toContain('2 waiting')
      await player.press('/')
      await player.type('send_mail')
      await player.press('<enter>')
      expect(player.state().selected).toBeNull()
      expect(player.screen()).toContain('only with "send_mail"')
      expect(player.screen()).not.toContain('delete_contact')
    })
  })
})

describe('unknown outcomes', () => {
  test('ask for a resolution, with a note', async () => {
    const hold = await home.addHold()
    await decideElsewhere(hold, 'approve')
    await claimDispatch(home.store, hold.id, 'attempt', thisProcess)
    await loseDispatch(home.store, hold.id, 'attempt', 'the server hung up')
    await visitInbox(home, async (player) => {
      expect(player.screen()).toContain('1 with an unknown outcome')
      await player.press('j', '<enter>', 's', 'n', '<enter>')
      expect(player.screen()).toContain('Say how you know')
      await player.type('the order is still there')
      await player.press('<enter>')
      expect(player.screen()).toContain('to record that it did NOT run')
      player.wait(400)
      await player.type(CODE)
      await player.press('<enter>')
      expect(player.screen()).toContain('Recorded. Nothing was sent again.')
    })
    expect(await home.store.holds.get(hold.id)).toMatchObject({ state: 'resolved', outcome: { executed: false } })
  })
})

test.each([
  ['viewer', false],
  ['approver', true],
] as const)('what a recipe read is shown to those who may decide: a token of the role %s', async (role, sees) => {
  const entity = {
    title: 'Delete Marguerite?',
    fields: [{ label: 'name', before: 'Marguerite', after: null }],
    impact: [],
    source: 'get_contact',
    hash: 'entity',
    seen: [{ name: 'name', text: 'Marguerite' }],
  }
  await home.addHold({ entity })
  const decided = await home.addHold({ entity })
  expect((await home.run(['reject', decided.id], { terminal: 'right-code' })).exitCode).toBe(0)
  const secret = await home.addToken('ana', role)
  await visitInbox(
    home,
    async (player) => {
      const { contents } = player.state()
      expect([contents?.waiting.length, contents?.history.length]).toEqual([1, 1])
      expect(player.screen().includes('Marguerite')).toBe(sees)
      await player.press('j', '<enter>')
      await player.load()
      expect(player.screen().includes('Marguerite')).toBe(sees)
      expect(JSON.stringify(player.state()).includes('Marguerite')).toBe(sees)
    },
    { secret },
  )
})
