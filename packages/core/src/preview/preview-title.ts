/**
 * The names of a call in one line, as titles began before they were words: holds that were stored then are said in the reader's
 * language by them. It never uses the server's own title for the tool, which may mislead.
 */
import { say } from '../sentence/say.ts'
import { clipVisible } from './clip-visible.ts'
import { showInOneLine } from './visible-text.ts'

const NAME_LENGTH = 48

export function titleStart(tool: string, server: string): string {
  return say('callOn', titleNames(tool, server))
}

export function titleNames(tool: string, server: string): { readonly tool: string; readonly server: string } {
  return { tool: oneLine(tool), server: oneLine(server) }
}

function oneLine(name: string): string {
  return clipVisible(showInOneLine(name), NAME_LENGTH)
}
