/**
 * Commands that we print are run as they are printed, by a shell, in a folder that has nothing to do with the clone.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { envelopeOf } from '../harness/answers.ts'
import { startHoldpoint } from '../harness/decide.ts'
import { endWrap, startWrap } from '../harness/run-wrap.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import type { TemporaryHome } from '../harness/temporary-home.ts'

const HERE = { HOLDPOINT_COMMAND: '' }

function typed(command: string, home: TemporaryHome): { readonly status: number | null; readonly text: string } {
  const environment = { ...home.environment, ...HERE }
  const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', command], {
    cwd: mkdtempSync(join(tmpdir(), 'holdpoint-elsewhere-')),
    env: environment,
    encoding: 'utf8',
  })
  return { status, text: stdout + stderr }
}

describe.skipIf(process.platform === 'win32').concurrent('what is printed works where it is read', () => {
  test('[X11.E11] the command of an envelope', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home, { environment: HERE })
    const answer = await wrap.client.call('delete_item', { id: 1 })
    const { approval_id: id } = envelopeOf(answer)
    const command = /run themselves: (.+? open \S+?)\. /.exec(JSON.stringify(answer))?.[1] ?? ''
    expect(command).toContain(' open ')
    // `open` wants a terminal and says so; `show` with the same program finds the hold.
    expect(typed(command, home).text).not.toMatch(/not found|Cannot find/)
    expect(typed(command.replace(' open ', ' show '), home)).toMatchObject({ status: 0 })
    expect(typed(command.replace(' open ', ' show '), home).text).toContain(id)
    await endWrap(wrap)
  })

  test('[X11.E11] a hint of the command line', async () => {
    const home = createTemporaryHome()
    const { stdout, stderr } = await startHoldpoint({ ...home, environment: { ...home.environment, ...HERE } }, ['lst'])
    const command = /See them: (.+)/.exec(stdout + stderr)?.[1] ?? ''
    expect(command).toMatch(/ help$/)
    expect(typed(command, home)).toMatchObject({ status: 0 })
    const help = await startHoldpoint({ ...home, environment: { ...home.environment, ...HERE } }, ['help', 'deciding'])
    const listing = /^ {2}(.+ list --state pending)$/m.exec(help.stdout)?.[1] ?? ''
    expect(typed(listing, home)).toMatchObject({ status: 0 })
  })
})
