/**
 * Somebody sits at the terminal of `serve`. A call waits for them only where they could decide it: nobody waits for a
 * screen that shows nothing.
 */
import { createHash } from 'node:crypto'
import { userInfo } from 'node:os'
import { describe, expect, test } from 'vitest'
import { HOLDPOINT } from '../harness/paths.ts'
import { openTerminal } from '../harness/pseudo-terminal.ts'
import type { TerminalSession } from '../harness/pseudo-terminal.ts'
import { READING_MS } from '../harness/read-form.ts'
import { delay } from '../harness/wait-for.ts'
import { RELAYING } from '../rails/hosts.ts'
import { connectAgent, firstText, heldAs } from '../harness/serve-agent.ts'
import type { Agent } from '../harness/serve-agent.ts'
import { createPlace, stdioServer, TOKENS, withDefaults } from '../harness/serve-harness.ts'
import type { Place } from '../harness/serve-harness.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const ME = `local:${userInfo().username}`
/** Far below the 45 seconds that a call may wait where somebody can be reached. */
const AT_ONCE_MS = 20_000

const CONFIG = {
  servers: { ledger: stdioServer() },
  tokens: [
    { name: 'ci', role: 'approver', sha256: sha256(TOKENS.approver) },
    { name: 'bot', role: 'agent', sha256: sha256(TOKENS.agent) },
    { name: 'front', role: 'agent', sha256: sha256(RELAYING), relays_a_person: true },
  ],
  people: { ci: { identities: ['token:ci'] }, ops: { identities: ['token:ops'] } },
  rules: [
    { name: 'mine', match: { tool: 'send_message' }, risk: 'high', approvers: [ME], assurance: 'host' },
    { name: 'others', match: { tool: 'fail_delete' }, risk: 'high', approvers: ['ci'], assurance: 'host' },
    { name: 'on the page', match: { tool: 'crash_delete' }, risk: 'high', rails: ['page'], assurance: 'host' },
    { name: 'four eyes', match: { tool: 'error_delete' }, risk: 'high', quorum: 2 },
  ],
}

interface Seat {
  readonly place: Place
  readonly session: TerminalSession
  readonly url: string
  agent(token?: string): Promise<Agent>
}

async function sitDown(): Promise<Seat> {
  const place = createPlace()
  place.configure(withDefaults(CONFIG))
  const session = openTerminal([process.execPath, HOLDPOINT, 'serve', '--port', '0'], {
    environment: { ...place.environment, TERM: 'xterm' },
    cwd: place.folder,
  })
  const [, url = ''] = await session.waitForText(/serves on (http:\/\/localhost:\d+)/)
  return {
    place,
    session,
    url,
    agent: async (token = TOKENS.agent) => await connectAgent(url, { era: '2025', token, client: 'desk' }),
  }
}

async function getUp({ place, session }: Seat): Promise<void> {
  await session.kill('SIGINT')
  await place.close()
}

describe('[X4] [S3.6] the terminal of serve', () => {
  test('an identified person has to decide: the envelope comes at once, and the log says why nobody was asked here', async () => {
    const seat = await sitDown()
    const agent = await seat.agent()
    for (const [tool, why] of [
      ['delete_item', /needs an approval with assurance "identified"/],
      ['fail_delete', /is not among those who may approve this call: /],
      ['crash_delete', /This call is decided via page, not via terminal/],
      ['error_delete', /assurance "identified"|needs 2 approvers|stands for nobody/],
    ] as const) {
      const began = performance.now()
      const id = heldAs(await agent.call(tool, { id: 1 }))
      expect(performance.now() - began, tool).toBeLessThan(AT_ONCE_MS)
      const [, said = ''] = await seat.session.waitForText(
        new RegExp(`${id} is not asked at the terminal: ([^\\r\\n]*)`),
      )
      expect(said, tool).toMatch(why)
    }
    expect(seat.session.screen()).not.toContain('Press Enter to see it and decide here')
    expect(seat.place.ledger()).toEqual([])
    await getUp(seat)
  })

  test.each([
    ['its token relays a person', 'delete_item', RELAYING],
    ['the rule names whoever sits here and takes their word', 'send_message', TOKENS.agent],
  ])('%s: the call waits for the terminal, where the code runs it once', async (_why, tool, token) => {
    const seat = await sitDown()
    const agent = await seat.agent(token)
    const calling = agent.call(tool, { id: 7, to: 'a', text: 'b' })
    await seat.session.waitForText(/waits.*Press Enter to see it and decide here/)
    seat.session.type('')
    const [, code = ''] = await seat.session.waitForText(/Type (\w{4}) to approve it/)
    await delay(READING_MS)
    expect(seat.place.ledger()).toEqual([])
    seat.session.type(code)
    const answer = await calling
    expect(answer.answer.result?.['_meta']?.['dev.holdpoint/hold']).toMatchObject({
      state: 'succeeded',
      decided_by: ME,
      via: 'terminal',
    })
    expect(firstText(answer)).toMatch(/deleted 7|sent/)
    expect(seat.place.ledger()).toHaveLength(1)
    await getUp(seat)
  })
})
