/** One demo per home: a second one would reset the warehouse of the first. */
import { constants, copyFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import type { ProcessIdentity } from '@holdpoint/core'
import { identifySelf, seeProcess } from '@holdpoint/store/process'

export type DemoClaim = { readonly ok: true; release(): void } | { readonly ok: false; readonly pid: number }

const LOOK_EVERY_MS = 5
const WRITTEN_WITHIN_MS = 1000

export function claimDemo(file: string): DemoClaim {
  for (;;) {
    try {
      writeFileSync(file, JSON.stringify(identifySelf('demo')), { flag: 'wx', mode: 0o600 })
      return { ok: true, release: () => rmSync(file, { force: true }) }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const text = readWritten(file)
    const holder = readHolder(text)
    // One that cannot be seen from here was started on another machine or in a container that is no more.
    if (holder !== null && seeProcess(holder) === 'running') return { ok: false, pid: holder.pid }
    removeLeftover(file, text)
  }
}

/**
 * The process that made the file may still be writing it: one that cannot be read gets a moment before it counts as
 * left over.
 */
function readWritten(file: string): string {
  for (let waited = 0; ; waited += LOOK_EVERY_MS) {
    const text = readText(file)
    if (readHolder(text) !== null || waited >= WRITTEN_WITHIN_MS) return text
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_EVERY_MS)
  }
}

/**
 * Moved away and looked at once more: another start that saw the same leftover may have put its own claim in its place.
 */
function removeLeftover(file: string, leftover: string): void {
  const moved = `${file}.${process.pid}`
  try {
    renameSync(file, moved)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  if (readText(moved) === leftover) rmSync(moved, { force: true })
  else giveBack(moved, file)
}

/** Never over a claim that another process made meanwhile. */
function giveBack(moved: string, file: string): void {
  try {
    copyFileSync(moved, file, constants.COPYFILE_EXCL)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  rmSync(moved, { force: true })
}

/** Empty where there is no file. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function readHolder(text: string): ProcessIdentity | null {
  try {
    return JSON.parse(text) as ProcessIdentity
  } catch {
    return null
  }
}
