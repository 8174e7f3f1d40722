/**
 * Writes a file in one step: its readers see the old text or the new one, whole. A new file is for this account alone; one that
 * was there keeps its mode, and a link keeps leading where it led.
 */
import { randomUUID } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'

export function replaceFile(path: string, text: string): void {
  const file = realPathOf(path)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const fresh = `${file}.${randomUUID()}`
  try {
    const descriptor = openSync(fresh, 'wx', modeOf(file))
    try {
      writeSync(descriptor, text)
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    renameSync(fresh, file)
  } catch (error) {
    rmSync(fresh, { force: true })
    throw error
  }
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

function modeOf(file: string): number {
  try {
    return statSync(file).mode & 0o777
  } catch {
    return 0o600
  }
}
