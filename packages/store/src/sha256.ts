/** SHA-256 over the UTF-8 form of a text, in hex: what the core takes as an argument. */
import { hash } from 'node:crypto'

export function sha256(text: string): string {
  return hash('sha256', text)
}
