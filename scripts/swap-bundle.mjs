// Puts a new bundle in the place of an old one under processes that run from it. They load chunks late, so the files of
// earlier builds stay for an hour after they were replaced; names of chunks carry their hash and never change meaning.
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const KEPT_MS = 60 * 60 * 1000
const ENTRY = 'main.js'

export function swapBundle(from, to, now) {
  mkdirSync(to, { recursive: true })
  const built = readdirSync(from)
  const before = readdirSync(to)
  // The entry comes last: whoever starts meanwhile reads the old one or the new one, with all its chunks in place.
  for (const name of built.toSorted((a, b) => Number(a === ENTRY) - Number(b === ENTRY))) {
    patiently(() => renameSync(join(from, name), join(to, name)))
  }
  const list = `${to}.replaced.json`
  const known = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : {}
  const replaced = {}
  for (const name of before.filter((each) => !built.includes(each))) {
    const since = known[name] ?? now
    if (now - since > KEPT_MS) rmSync(join(to, name), { recursive: true, force: true })
    else replaced[name] = since
  }
  writeFileSync(list, JSON.stringify(replaced))
}

/** On Windows a file that somebody reads at this moment, a virus scanner for one, cannot be replaced. */
function patiently(step) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      step()
      return
    } catch (error) {
      if (attempt === 20 || !['EPERM', 'EACCES', 'EBUSY'].includes(error.code)) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
    }
  }
}
