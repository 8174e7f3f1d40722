/** What many calls of the day share. Their paths stand in a project whose place is only known when the day is replayed. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const PROJECT = '{project}'

export const at = (file) => (file === '.' ? PROJECT : `${PROJECT}/${file}`)

export const edit = (file, oldText, newText) => ({ path: at(file), edits: [{ oldText, newText }] })

export const shop = (args = {}) => ({ owner: 'acme', repo: 'shop', ...args })

export const inProject = (args, folder) =>
  JSON.parse(JSON.stringify(args).replaceAll(PROJECT, JSON.stringify(folder).slice(1, -1)))

/** As much of a repository as tells one: the files themselves are never read. */
export function createProject(folder) {
  for (const part of ['.git', 'src/cart', 'src/payment', 'test/cart', 'docs', 'migrations']) {
    mkdirSync(path.join(folder, part), { recursive: true })
  }
  writeFileSync(path.join(folder, '.git', 'HEAD'), 'ref: refs/heads/main\n')
  return folder
}
