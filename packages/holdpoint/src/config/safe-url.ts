/** The rule of the core for addresses, on the text of one. */
import { isSafeAddress } from '@holdpoint/core'

export function isSafeUrl(text: string): boolean {
  return URL.canParse(text) && isSafeAddress(new URL(text))
}
