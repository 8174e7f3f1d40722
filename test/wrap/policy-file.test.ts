/** Where the policy comes from, and what a change of its file does while a wrap runs. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { codeOf, envelopeOf, textOf } from '../harness/answers.ts'
import { approve, holdpoint } from '../harness/decide.ts'
import { expectLedgerJustified, readLedger } from '../harness/ledger.ts'
import { endWrap, startWrap, waitForQuestion } from '../harness/run-wrap.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import { delay, waitFor } from '../harness/wait-for.ts'

describe.concurrent('the policy file', () => {
  test('[L1] a holdpoint.yaml in the working directory is ignored', async () => {
    const home = createTemporaryHome()
    const project = join(home.folder, 'cloned')
    mkdirSync(join(project, '.holdpoint'), { recursive: true })
    const disarming = 'version: 1\nprofile: observe\n'
    for (const place of ['holdpoint.yaml', 'holdpoint.yml', '.holdpoint/holdpoint.yaml']) {
      writeFileSync(join(project, place), disarming)
    }
    const wrap = await startWrap(home, { cwd: project })
    envelopeOf(await wrap.client.call('delete_item', { id: 1 }))
    expect(wrap.stderr()).not.toContain('GATE OFF')
    expect(readLedger(home)).toEqual([])
    await endWrap(wrap)
  })

  test('[L3] a change that loosens waits until a person accepts exactly it', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    envelopeOf(await wrap.client.call('delete_item', { id: 1 }))
    home.configure('profile: observe')
    await waitFor('the notice', () => wrap.stderr().includes('looser'))
    envelopeOf(await wrap.client.call('delete_item', { id: 2 }))
    expect(readLedger(home)).toEqual([])
    const refused = await holdpoint(home, ['policy', 'accept', '--looser'])
    expect(refused.code).toBe(1)
    expect((await holdpoint(home, ['policy', 'accept', '--looser'], { as: 'approver' })).code).toBe(1)
    envelopeOf(await wrap.client.call('delete_item', { id: 3 }))
    const shown = await holdpoint(home, ['policy', 'accept'])
    expect(shown.stdout).toMatch(/looser/)
    const accepted = await holdpoint(home, ['policy', 'accept', '--looser'], { as: 'admin' })
    expect(accepted.code, accepted.stderr).toBe(0)
    await waitFor('the new policy', () => wrap.stderr().includes('in force'))
    expect(textOf(await wrap.client.call('delete_item', { id: 4 }))).toBe('deleted 4')
    await endWrap(wrap)
    expect(readLedger(home)).toHaveLength(1)
    await expectLedgerJustified(home, ['delete_item'])
  })

  test('[L3] a change that tightens is in force at once', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    home.configure('rules:\n  - { name: no reads, match: { tool: get_item }, answer: deny }')
    await waitFor('the new policy', () => wrap.stderr().includes('in force'))
    expect(codeOf(await wrap.client.call('get_item', { id: 1 }))).toBe('DENIED_BY_POLICY')
    await endWrap(wrap)
  })

  test('[L3] what was approved is judged again by a policy that tightened before it ran', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    const { approval_id: id } = envelopeOf(await wrap.client.call('delete_item', { id: 1 }))
    await endWrap(wrap)
    await approve(home, id)
    home.configure('rules:\n  - { name: never, match: { tool: delete_item }, answer: deny }')
    const next = await startWrap(home)
    expect(codeOf(await next.client.call('delete_item', { id: 1 }))).toMatch(/^(INVALIDATED|DENIED_BY_POLICY)$/)
    await delay(300)
    expect(readLedger(home)).toEqual([])
    await endWrap(next)
    await expectLedgerJustified(home)
  })

  test('[E7] an approver whose token is gone before the call ran approves nothing', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    const { approval_id: id } = envelopeOf(await wrap.client.call('delete_item', { id: 1 }))
    await endWrap(wrap)
    await approve(home, id)
    writeFileSync(home.configFile, 'version: 1\n')
    const next = await startWrap(home)
    expect(codeOf(await next.client.call('delete_item', { id: 1 }))).toBe('INVALIDATED')
    expect(readLedger(home)).toEqual([])
    await endWrap(next)
    await expectLedgerJustified(home)
  })

  test('[H22] a bad reload keeps the last good policy and says so, with file and line', async () => {
    const home = createTemporaryHome('wait: 60s')
    const wrap = await startWrap(home)
    for (const bad of [
      'profil: observe',
      'profile: [observe',
      'rules:\n  - { name: x, match: { tool: a }, when: "args." }',
    ]) {
      home.configure(`wait: 60s\n${bad}`)
      const before = wrap.stderr().length
      await waitFor(`the refusal of ${bad}`, () => wrap.stderr().slice(before).includes('stays in force'))
      expect(wrap.stderr().slice(before)).toMatch(/holdpoint\.yaml:\d+/)
    }
    const before = wrap.stderr().length
    writeFileSync(home.configFile, '')
    await waitFor('the refusal of an empty file', () => wrap.stderr().slice(before).includes('stays in force'))
    const call = wrap.client.call('delete_item', { id: 1 })
    await waitForQuestion(wrap)
    expect(readLedger(home)).toEqual([])
    void call.catch(() => {})
    await wrap.kill('SIGTERM')
  })

  test('[H22] a bad file at the start refuses to run, ends the server, and suggests the word that was meant', async () => {
    const home = createTemporaryHome('profil: strict')
    const wrap = await startWrap(home, { silent: true })
    expect((await wrap.exited).code).toBe(2)
    expect(wrap.stderr()).toMatch(/holdpoint\.yaml:\d+/)
    expect(wrap.stderr()).toContain('profile')
    expect(wrap.stderr()).not.toMatch(/\n\s+at .*:\d+:\d+/)
    expect(wrap.client.lines).toEqual([])
  })
})
