import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { replaceFile } from '../../src/home/replace-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'holdpoint-replace-'))
afterAll(() => rmSync(folder, { recursive: true }))

const modeOf = (path: string): number => statSync(path).mode & 0o777

test.skipIf(process.platform === 'win32')('[X13.S3] a new file is its account’s alone, with its folder', () => {
  const file = join(folder, 'secrets', 'token')
  replaceFile(file, 's3cret\n')
  expect(readFileSync(file, 'utf8')).toBe('s3cret\n')
  expect(modeOf(file)).toBe(0o600)
  expect(modeOf(join(folder, 'secrets'))).toBe(0o700)
  expect(readdirSync(join(folder, 'secrets'))).toEqual(['token'])
})

test.skipIf(process.platform === 'win32')(
  '[X13.S3] one that was there keeps its mode, and a link leads where it led',
  () => {
    const [file, link] = [join(folder, 'real.yaml'), join(folder, 'holdpoint.yaml')]
    writeFileSync(file, 'old')
    chmodSync(file, 0o640)
    symlinkSync(file, link)
    replaceFile(link, 'new')
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
    expect(readFileSync(file, 'utf8')).toBe('new')
    expect(modeOf(file)).toBe(0o640)
  },
)
