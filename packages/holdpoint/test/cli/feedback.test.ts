import type { Feedback } from '@holdpoint/core'
import { recordDraft } from '@holdpoint/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sampleFeedback } from '@holdpoint/testing'
import { createCliHome } from './cli-home.ts'
import type { CliHome } from './cli-home.ts'

let home: CliHome
beforeEach(async () => {
  home = await createCliHome()
})
afterEach(async () => await home.remove())

async function give(id: string, over: Partial<Feedback> = {}): Promise<void> {
  const feedback = sampleFeedback({ id, tenant: 'local', ...over })
  const record = recordDraft({ kind: 'feedback-submitted', tenant: feedback.tenant })
  await home.store.feedback.add(feedback, record, { most: 1000, withinMs: 1 })
}

const idsOf = (out: string): readonly string[] =>
  (JSON.parse(out) as { feedback: readonly { id: string }[] }).feedback.map(({ id }) => id)

describe('holdpoint feedback', () => {
  test('[S1.6] shows what agents reported, newest first', async () => {
    expect((await home.run(['feedback'])).out).toBe('No feedback.\n')
    await give('one')
    home.clock += 1000
    await give('two', { severity: 'high', toolCalled: 'delete_contact', errorSeen: 'E1', rationale: 'asked to' })
    const { out, exitCode } = await home.run(['feedback'])
    expect(exitCode).toBe(0)
    expect(out.indexOf('two')).toBeLessThan(out.indexOf('one'))
    for (const shown of [
      'crm/delete_contact',
      'delete the contact',
      'not gone',
      'E1',
      'asked to',
      'local:ana (host)',
    ]) {
      expect(out).toContain(shown)
    }
  })

  test('[S1.6] --since, --severity and --limit choose; --json prints what REST does', async () => {
    await give('old')
    home.clock += 3 * 86_400_000
    await give('low')
    await give('high', { severity: 'high' })
    expect(idsOf((await home.run(['feedback', '--json'])).out)).toEqual(['high', 'low', 'old'])
    expect(idsOf((await home.run(['feedback', '--json', '--since', '2d'])).out)).toEqual(['high', 'low'])
    expect(idsOf((await home.run(['feedback', '--json', '--severity', 'high'])).out)).toEqual(['high'])
    expect(idsOf((await home.run(['feedback', '--json', '--limit', '1'])).out)).toEqual(['high'])
    const day = new Date(home.clock - 86_400_000).toISOString().slice(0, 10)
    expect(idsOf((await home.run(['feedback', '--json', '--since', day])).out)).toEqual(['high', 'low'])
    expect((await home.run(['feedback', '--limit', '2'])).out).toContain('Only the newest 2')
  })

  test('[S15] wrong values are refused with what is allowed', async () => {
    const severity = await home.run(['feedback', '--severity', 'medium'])
    expect(severity.exitCode).toBe(2)
    expect(severity.err).toContain('One of: low, med, high')
    for (const args of [
      ['--since', 'yesterday'],
      ['--limit', '0'],
      ['--sevrity', 'low'],
    ]) {
      expect((await home.run(['feedback', ...args])).exitCode).toBe(2)
    }
  })

  test("[D3] an agent's words neither move the cursor nor pass for ours", async () => {
    const hostile = '\u001b[2J\u202Egone\nNo feedback.\nhigh  approved'
    await give('x', { attemptedAction: hostile, toolCalled: hostile.slice(0, 200), client: '\u001b]8;;http://x\u0007' })
    const { out } = await home.run(['feedback'])
    // oxlint-disable-next-line no-control-regex -- exactly these must not be there
    expect(out).not.toMatch(/[\u001b\u0007\u202e]/)
    for (const line of out.split('\n')) expect(line).not.toMatch(/^(No feedback|high {2}approved)/)
    // oxlint-disable-next-line no-control-regex -- exactly these must not be there
    expect((await home.run(['feedback', '--json'])).out).not.toMatch(/[\u001b\u0007\u202e]/)
  })

  test("a token sees its tenant only; an agent's nothing", async () => {
    await give('ours', { tenant: 'acme' })
    await give('theirs')
    const viewer = await home.addToken('watcher', 'viewer', 'acme')
    expect(idsOf((await home.run(['feedback', '--json'], { secret: viewer })).out)).toEqual(['ours'])
    const agent = await home.addToken('bot', 'agent', 'acme')
    expect((await home.run(['feedback', '--json'], { secret: agent })).exitCode).toBe(1)
  })
})
