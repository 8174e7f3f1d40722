/**
 * What somebody at the inbox may say of further calls: by keys or in words, with a yes or a no, and only what may
 * stand.
 */
import type { Hold } from '@holdpoint/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createCliHome, PAYMENT } from '../../cli/cli-home.ts'
import type { CliHome } from '../../cli/cli-home.ts'
import { CODE, visitInbox } from './player.ts'

let home: CliHome
beforeEach(async () => {
  home = await createCliHome()
})
afterEach(async () => {
  await home.remove()
})

async function stateOf({ id }: Hold): Promise<string | undefined> {
  return (await home.store.holds.get(id))?.state
}

describe('allowing for a while', () => {
  test('says what it would cover before the code, and grants it with the approval', async () => {
    await home.addHold({ argumentsText: '{"id":1}' })
    await visitInbox(home, async (player) => {
      await player.press('j', '<enter>', 'f', '1', '1')
      expect(player.screen()).toContain('From now on:')
      expect(player.screen()).toContain('approve and allow')
      player.wait(400)
      await player.type(CODE)
      await player.press('<enter>')
      expect(player.screen()).toContain('Granted:')
    })
    expect(await home.store.grants.list(null, 10)).toMatchObject([{ effect: 'allow', createdBy: 'local:tester' }])
  })

  test('offers what would be accepted from whoever sits there, and takes nothing else', async () => {
    await home.addHold()
    const secret = await home.addToken('ana', 'approver')
    await visitInbox(home, async (player) => {
      await player.press('j', '<enter>', 'f')
      expect(player.screen()).toMatch(/1 this session\s+2 30 minutes\s+w in\s+words…\s+Esc back/)
      await player.press('4')
      expect(player.state().prompt).toMatchObject({ kind: 'standing', answer: 'approve', lasting: null })
    })
    await visitInbox(
      home,
      async (player) => {
        await player.press('j', '<enter>', 'f')
        expect(player.screen()).toMatch(/2 30 minutes\s+3 8 hours\s+4\s+until\s+revoked/)
        await player.press('4')
        expect(player.screen()).toContain('2 any arguments of this tool')
      },
      { secret },
    )
  })

  test('what a tool runs is allowed again with the same arguments alone', async () => {
    await home.addHold({ tool: 'query', argumentsText: '{"sql":"DELETE FROM orders WHERE id = 1"}' })
    await visitInbox(home, async (player) => {
      await player.press('j', '<enter>', 'f', '1')
      expect(player.screen()).toContain('Which calls? 1 only with these arguments  Esc back')
      await player.press('2')
      expect(player.effects).toEqual([])
    })
  })

  test('what may not be granted is said, and nothing is decided', async () => {
    const hold = await home.addHold({ ruling: { irreversible: true } })
    await visitInbox(home, async (player) => {
      await player.press('j', '<enter>')
      expect(player.screen()).not.toContain('f allow for')
      await player.press('f')
      expect(player.screen()).toContain('Cannot be granted: What cannot be undone')
    })
    expect(await stateOf(hold)).toBe('pending')
  })
})

describe('in words', () => {
  test('[L4] what is not understood or may not stand is told, and the line stays to be corrected', async () => {
    const hold = await home.addHold(PAYMENT)
    await visitInbox(home, async (player) => {
      await player.press('j', '<enter>', 'f', 'w')
      expect(player.screen()).toMatch(/For\s+example:\s+30m\s+5\s+times\s+where\s+amount\s+at\s+most\s+40\./)
      for (const [words, why] of [
        ['30m 2 tims', /"2 tims" is not understood/],
        ['2h', /From the host itself/],
        ['session where amount at most 39', /does not meet the condition on\s+\/amount/],
        ['same session where amount at most 50', /two different things/],
      ] as const) {
        await player.press('<clear>')
        await player.type(words)
        await player.press('<enter>')
        expect(player.screen()).toMatch(why)
        expect(player.state().prompt).toEqual({ kind: 'words', answer: 'approve', text: words })
      }
      expect(player.effects).toEqual([])
      await player.press('<clear>')
      await player.type('30m 2 times up to 99 of amount where amount at most 50')
      await player.press('<enter>')
      expect(player.screen()).toMatch(/From now on: allow pay[^]*\/amount at most 50, at most 2 times/)
      expect(await stateOf(hold)).toBe('pending')
      player.wait(400)
      await player.type(CODE)
      await player.press('<enter>')
      expect(player.screen()).toContain('Granted:')
    })
    expect(await home.store.grants.list(null, 10)).toMatchObject([
      {
        effect: 'allow',
        condition: { kind: 'clauses', clauses: [{ path: '/amount', is: 'at-most', most: 50 }] },
        limits: { count: 2, amount: { path: '/amount', total: 99 } },
        assurance: 'host',
      },
    ])
  })

  test('Escape leaves the words, and the call waits', async () => {
    const hold = await home.addHold(PAYMENT)
    await visitInbox(home, async (player) => {
      await player.press('j', '<enter>', 'f', 'w')
      await player.type('session')
      await player.press('<escape>')
      expect(player.state().prompt).toBeNull()
    })
    expect(await stateOf(hold)).toBe('pending')
    expect(await home.store.grants.list(null, 10)).toEqual([])
  })
})

describe('refusing for a while', () => {
  test.each([
    ['by keys', ['1', '2'], { kind: 'any' }],
    ['in words', ['w', ...Array.from('session where id is 1'), '<enter>'], { kind: 'clauses' }],
  ])('%s: asks why, says what it would cover, and stands with the decline', async (_how, keys, condition) => {
    const hold = await home.addHold({ argumentsText: '{"id":1}' })
    await visitInbox(home, async (player) => {
      await player.press('j', '<enter>', 'm')
      expect(player.screen()).toContain('r refuse for…')
      await player.press('r')
      expect(player.screen()).toContain('Decline, and refuse further calls for:')
      await player.press(...keys)
      expect(player.screen()).toContain('Why not?')
      await player.type('not today')
      await player.press('<enter>')
      expect(player.screen()).toContain('From now on: deny delete_contact')
      expect(player.screen()).toContain('decline and refuse')
      expect(await stateOf(hold)).toBe('pending')
      player.wait(400)
      await player.type(CODE)
      await player.press('<enter>')
      expect(player.screen()).toMatch(/Declined\. It will not run\.\s+Granted: deny/)
    })
    expect((await home.store.holds.get(hold.id))?.verdicts).toMatchObject([{ answer: 'decline', reason: 'not today' }])
    expect(await home.store.grants.list(null, 10)).toMatchObject([{ effect: 'deny', condition }])
  })

  test('what cannot be undone can be refused for a while; a denial takes no count', async () => {
    await home.addHold({ ruling: { irreversible: true } })
    await visitInbox(home, async (player) => {
      await player.press('j', '<enter>', 'r', 'w')
      await player.type('session 3 times')
      await player.press('<enter>')
      expect(player.screen()).toContain('A denial has no count and no amount.')
    })
  })
})
