/**
 * Hosts that declare forms and answer them by themselves, as headless ones do: what no person can have given decides
 * nothing, the call stays decidable elsewhere, and the next process does not ask in vain again.
 */
import { describe, expect, test } from 'vitest'
import { codeOf, envelopeOf, textOf } from '../harness/answers.ts'
import { approve, showHold } from '../harness/decide.ts'
import { expectLedgerJustified, readLedger } from '../harness/ledger.ts'
import { answerAtOnce, READING_MS, TOO_FAST } from '../harness/read-form.ts'
import { endWrap, startWrap } from '../harness/run-wrap.ts'
import type { RunningWrap, WrapSetting } from '../harness/run-wrap.ts'
import type { Message } from '../harness/stdio-client.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import { delay, waitFor } from '../harness/wait-for.ts'

const FORM = { elicitation: { form: {} } }
const FORM_AND_URL = { elicitation: { form: {}, url: {} } }

const questionsTo = ({ client }: RunningWrap): readonly Message[] =>
  client.messages.filter(({ method }) => method === 'elicitation/create')

/** Answers every question with this, as fast as a program does, or after a while. */
function answersWith({ client, child }: RunningWrap, answer: object, afterMs = 0): void {
  let answered = 0
  child.stdout.on('data', () => {
    const questions = client.messages.filter(({ method }) => method === 'elicitation/create')
    for (const question of questions.slice(answered)) {
      answered++
      void delay(afterMs).then(() => client.respond(question.id ?? '', answer))
    }
  })
}

interface Tried {
  readonly home: ReturnType<typeof createTemporaryHome>
  readonly wrap: RunningWrap
  readonly answer: Message
}

/** A new home each time: what counted because the machine stalled must not count against the next try. */
async function callAtOnce(result: object, setting: WrapSetting): Promise<Tried> {
  return await answerAtOnce(
    TOO_FAST.decline,
    async (_round, asksNow) => {
      const home = createTemporaryHome()
      const wrap = await startWrap(home, setting)
      answersWith(wrap, result)
      await wrap.client.request('tools/list')
      asksNow()
      return { home, wrap, answer: await wrap.client.call('delete_item', { id: 7 }) }
    },
    ({ wrap, answer }) =>
      'action' in result && result.action === 'accept'
        ? codeOf(answer) === null
        : wrap.stderr().includes('by itself after'),
  )
}

describe.concurrent('[X11.F1] [X11.B4] a host that answers by itself', () => {
  test.each([
    ['decline', { action: 'decline' }],
    ['cancel', { action: 'cancel' }],
    ['accept without a form', { action: 'accept' }],
    ['accept with a no', { action: 'accept', content: { decision: "Don't run it" } }],
    ['an answer that is none', {}],
  ])('%s: nothing is decided, nobody is said to have', async (_what, result) => {
    const setting = { clientName: 'by-itself', capabilities: FORM }
    const { home, wrap, answer } = await callAtOnce(result, setting)
    const { approval_id: id } = envelopeOf(answer)
    expect(JSON.stringify(answer)).not.toContain('by user')
    expect(await showHold(home, id)).toMatchObject({ state: 'pending', decided_by: null })
    expect(questionsTo(wrap)).toHaveLength(1)

    await endWrap(wrap)
    const next = await startWrap(home, setting)

    // It is decided elsewhere, and the identical call gets the result, once.
    await approve(home, id)
    expect(textOf(await next.client.call('delete_item', { id: 7 }))).toBe('deleted 7')
    expect(readLedger(home, 'delete_item')).toHaveLength(1)
    await endWrap(next)
    const other = await startWrap(home, { clientName: 'another', capabilities: FORM })
    answersWith(other, { action: 'decline' }, READING_MS)
    expect(codeOf(await other.client.call('delete_item', { id: 10 }))).toBe('DECLINED')
    expect(questionsTo(other)).toHaveLength(1)
    await endWrap(other)
    await expectLedgerJustified(home)
  })

  test('that refuses so is asked no form again, neither by this process nor by the next one', async () => {
    const setting = { clientName: 'refuses', capabilities: FORM }
    const { home, wrap } = await callAtOnce({ action: 'cancel' }, setting)
    envelopeOf(await wrap.client.call('delete_item', { id: 8 }))
    expect(questionsTo(wrap)).toHaveLength(1)
    await endWrap(wrap)
    const next = await startWrap(home, setting)
    envelopeOf(await next.client.call('delete_item', { id: 9 }))
    expect(questionsTo(next)).toHaveLength(0)
    expect(next.stderr()).toContain('it is doubtful for this client: the host answered')
    await endWrap(next)
    await expectLedgerJustified(home)
  })

  test('is asked to open the page next, and where it refuses that by itself too the envelope follows', async () => {
    const setting = { clientName: 'refuses-all', capabilities: FORM_AND_URL }
    const { home, wrap, answer } = await callAtOnce({ action: 'cancel' }, setting)
    envelopeOf(answer)
    expect(questionsTo(wrap).map(({ params }) => params.mode ?? 'form')).toEqual(['form', 'url'])
    envelopeOf(await wrap.client.call('delete_item', { id: 8 }))
    expect(questionsTo(wrap)).toHaveLength(2)
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })

  test('that ends rather than ask is not asked by the next process', async () => {
    const home = createTemporaryHome()
    const setting = { clientName: 'ends', capabilities: FORM }
    const wrap = await startWrap(home, setting)
    void wrap.client.call('delete_item', { id: 7 }).catch(() => {})
    await waitFor('the question', () => questionsTo(wrap)[0])
    await endWrap(wrap)
    const next = await startWrap(home, setting)
    envelopeOf(await next.client.call('delete_item', { id: 7 }))
    expect(questionsTo(next)).toEqual([])
    expect(next.stderr()).toContain('the client ended when it was asked')
    await endWrap(next)
    await expectLedgerJustified(home)
  })

  test('is not asked at all where its environment says that it runs without a person', async () => {
    const home = createTemporaryHome()
    const environment = { CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' }
    const wrap = await startWrap(home, { clientName: 'claude-code', capabilities: FORM_AND_URL, environment })
    envelopeOf(await wrap.client.call('delete_item', { id: 7 }))
    expect(questionsTo(wrap)).toEqual([])
    expect(wrap.stderr()).toContain('elicitation: the host runs without a person')
    await endWrap(wrap)
    const seated = { clientName: 'claude-code', capabilities: FORM, environment: { CLAUDE_CODE_ENTRYPOINT: 'cli' } }
    const inTerminal = await startWrap(home, seated)
    answersWith(inTerminal, { action: 'decline' }, READING_MS)
    expect(codeOf(await inTerminal.client.call('delete_item', { id: 8 }))).toBe('DECLINED')
    await endWrap(inTerminal)
    await expectLedgerJustified(home)
  })
})
