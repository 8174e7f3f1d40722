/** Every file and folder that we make in the home is our own, whatever the umask; an open configuration is told. */
import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { envelopeOf } from '../harness/answers.ts'
import { approve, startHoldpoint } from '../harness/decide.ts'
import { endWrap, startWrap } from '../harness/run-wrap.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import { waitFor } from '../harness/wait-for.ts'

const NO_UMASK = ['--import', 'data:text/javascript,process.umask(0)']

/** The configuration is the person's own file. */
function openToOthers(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.endsWith('holdpoint.yaml'))
    .filter((path) => (statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077)
}

describe.skipIf(process.platform === 'win32').concurrent('what others may do', () => {
  test('[X11.E10] with umask 000 no file in the home is open to others, while it runs and after', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home, { nodeOptions: NO_UMASK })
    await wrap.client.call('get_item', { id: 1 })
    const { approval_id: id } = envelopeOf(await wrap.client.call('delete_item', { id: 1 }))
    await waitFor('a spool', () =>
      readdirSync(home.path, { recursive: true }).some((name) => String(name).endsWith('.lock')),
    )
    expect(openToOthers(home.path)).toEqual([])
    await approve(home, id)
    await wrap.client.call('delete_item', { id: 1 })
    expect(openToOthers(home.path)).toEqual([])
    expect(statSync(home.path).mode & 0o777).toBe(0o700)
    await wrap.kill('SIGKILL')
    expect(openToOthers(home.path)).toEqual([])
  })

  test('[X11.E10] a configuration that others can write is told at the start and by policy check', async () => {
    const home = createTemporaryHome()
    const folder = join(home.folder, 'shared')
    mkdirSync(folder)
    const file = join(folder, 'policy.yaml')
    writeFileSync(file, 'profile: strict\n')
    const check = async (): Promise<string> =>
      (await startHoldpoint(home, ['policy', 'check', '--config', file])).stdout.replaceAll('\n', ' ')
    chmodSync(folder, 0o755)
    chmodSync(file, 0o644)
    expect(await check()).toContain('is fine')
    chmodSync(file, 0o666)
    expect(await check()).toContain(`Everybody can write to ${file}`)
    expect(await check()).not.toContain('is fine')
    const wrap = await startWrap(home, { options: ['--config', file] })
    expect(wrap.stderr()).toContain(`Everybody can write to ${file}`)
    await endWrap(wrap)
    chmodSync(file, 0o660)
    expect(await check()).toContain(`Its group can write to ${file}`)
    chmodSync(file, 0o600)
    chmodSync(folder, 0o777)
    expect(await check()).toContain(`Everybody can write to ${folder}`)
    // Where nobody can replace another's file, an open folder is none.
    chmodSync(folder, 0o1777)
    expect(await check()).toContain('is fine')
    chmodSync(folder, 0o777)
    const link = join(home.folder, 'linked.yaml')
    symlinkSync(file, link)
    const linked = await startHoldpoint(home, ['policy', 'check', '--config', link])
    expect(linked.stdout).toContain(`Everybody can write to ${folder}`)
  })
})
