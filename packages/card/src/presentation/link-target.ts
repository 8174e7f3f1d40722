/**
 * Where a link leads, for people: its host in the spelling of the network (so that look-alike letters show), or nothing
 * for what must not be opened from a card.
 */
export interface LinkTarget {
  readonly href: string
  readonly host: string
}

/** No browser opens a longer one, and reading a megabyte takes a while. */
const LONGEST_ADDRESS = 32_768

export function readLinkTarget(address: string): LinkTarget | null {
  if (address.length > LONGEST_ADDRESS || !URL.canParse(address)) return null
  const url = new URL(address)
  if (url.protocol === 'mailto:') return { href: url.href, host: url.pathname }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  return { href: url.href, host: url.host }
}
