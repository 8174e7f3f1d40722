/** Puts a program for each server of the day into a folder, since packs know a server by a program found by its name alone. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { SERVERS } from './day.mjs'

/** @returns the folder that has to stand first in PATH */
export function installServers(folder) {
  const bin = path.join(folder, 'bin')
  mkdirSync(bin)
  const server = JSON.stringify(new URL('./day-server.mjs', import.meta.url).href)
  for (const [name, { command }] of Object.entries(SERVERS)) {
    const script = `#!${process.execPath}\nimport(${server}).then(({ serve }) => serve(${JSON.stringify(name)}))\n`
    writeFileSync(path.join(bin, command[0]), script, { mode: 0o755 })
  }
  return bin
}
