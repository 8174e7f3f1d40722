/** How people start the program on the machine that serves this page, as the document says; and our texts with it. */
import { PROGRAM, spellCommands } from '@holdpoint/core/sentence'

export function program(): string {
  // Parts of the inbox are also tried where there is no document.
  if (typeof document === 'undefined') return PROGRAM
  const said = document.querySelector<HTMLMetaElement>('meta[name="holdpoint-program"]')?.content ?? ''
  return said === '' ? PROGRAM : said
}

/** For words of ours only. */
export function withProgram(text: string): string {
  return spellCommands(text, program())
}
