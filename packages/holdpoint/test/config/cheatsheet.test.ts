/** Cheatsheets as files: found beside the configuration, or a problem with file, line and suggestion. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findCheatsheets, readCheatsheet } from '../../src/config/cheatsheet-file.ts'
import { formatConfigProblem } from '../../src/config/config-problem.ts'
import { readConfig } from '../../src/config/read-config.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdpoint-cheatsheet-'))
  mkdirSync(join(folder, 'cheatsheets'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function find(cheatsheet: string): Promise<{ readonly files: object; readonly problems: readonly string[] }> {
  const file = join(folder, 'holdpoint.yaml')
  writeFileSync(file, `version: 1\nservers:\n  crm:\n    cheatsheet: ${cheatsheet}\n`)
  const reading = await readConfig(file, { SHEETS: 'cheatsheets' })
  if (!reading.ok) throw new Error(reading.problems.map(formatConfigProblem).join('\n'))
  const { files, problems } = await findCheatsheets(reading.config, file)
  return { files: { ...files }, problems: problems.map((problem) => formatConfigProblem(reading.locate(problem))) }
}

describe('a cheatsheet', () => {
  test('[S1.7] is found relative to the configuration, also by a reference to the environment', async () => {
    const file = join(folder, 'cheatsheets/crm.md')
    writeFileSync(file, '# CRM\n')
    expect(await find('cheatsheets/crm.md')).toEqual({ files: { crm: file }, problems: [] })
    expect(await find('${SHEETS}/crm.md')).toEqual({ files: { crm: file }, problems: [] })
    expect(await find(file)).toEqual({ files: { crm: file }, problems: [] })
    expect(await readCheatsheet(file)).toEqual({ ok: true, text: '# CRM\n' })
  })

  test('[S1.7] that is missing is a problem at its line, with the name that was probably meant', async () => {
    writeFileSync(join(folder, 'cheatsheets/crm.md'), '')
    const [problem = ''] = (await find('cheatsheets/crmm.md')).problems
    expect(problem).toContain(`${join(folder, 'holdpoint.yaml')}:4:5: There is no cheatsheet`)
    expect(problem).toContain('did you mean "crm.md"?')
    expect((await find('nowhere/at/all.md')).problems[0]).toContain('write the file, or remove "cheatsheet"')
  })

  test('[S1.7] has at most 64 kB of UTF-8, and is a file', async () => {
    const file = join(folder, 'cheatsheets/crm.md')
    writeFileSync(file, 'x'.repeat(65_536))
    expect((await readCheatsheet(file)).ok).toBe(true)
    writeFileSync(file, 'x'.repeat(65_537))
    expect(await readCheatsheet(file)).toMatchObject({
      ok: false,
      message: expect.stringContaining('larger than 64 kB'),
    })
    writeFileSync(file, Buffer.from([0x61, 0xff]))
    expect(await readCheatsheet(file)).toMatchObject({ ok: false, message: expect.stringContaining('not UTF-8') })
    expect(await readCheatsheet(folder)).toMatchObject({ ok: false, message: expect.stringContaining('is no file') })
  })

  test.skipIf(process.platform === 'win32')('that is a pipe keeps nobody waiting', async () => {
    const file = join(folder, 'cheatsheets/pipe.md')
    expect(spawnSync('mkfifo', [file]).status).toBe(0)
    expect(await readCheatsheet(file)).toMatchObject({ ok: false, message: expect.stringContaining('is no file') })
  })
})
