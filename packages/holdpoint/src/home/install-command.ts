/**
 * The one command that installs packages where this program finds them: beside itself. It installs nothing by itself, since what a
 * gateway loads is its owner's to choose.
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { quoted } from './started-as.ts'

const PLACE = /^(.*)[\\/]node_modules[\\/]/

/** @param packages `name@version` */
export function installCommand(packages: readonly string[]): string {
  const program = { file: fileURLToPath(import.meta.url), windows: process.platform === 'win32', exists: existsSync }
  return installCommandFor(program, packages)
}

export interface InstalledProgram {
  /** One of our own files. */
  readonly file: string
  readonly windows: boolean
  readonly exists: (path: string) => boolean
}

export function installCommandFor(program: InstalledProgram, packages: readonly string[]): string {
  const { file, windows, exists } = program
  const names = packages.join(' ')
  // In a clone they come with everything else.
  const [, folder] = PLACE.exec(file) ?? []
  if (folder === undefined) return 'npm run setup'
  // A folder of npm's own for packages of the whole machine has no manifest.
  if (!exists(`${folder}${windows ? '\\' : '/'}package.json`)) return `npm install --global ${names}`
  return `npm install --prefix ${quoted(folder, { windows })} ${names}`
}
