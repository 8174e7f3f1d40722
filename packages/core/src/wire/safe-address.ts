/** Where a secret or the word of a person may be sent. It parses no address: each caller has its own parser of URLs. */

/** A parsed URL has these. */
export interface ParsedAddress {
  /** With its colon. */
  readonly protocol: string
  readonly hostname: string
}

const THIS_MACHINE: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Encrypted, or not leaving this machine. */
export function isSafeAddress({ protocol, hostname }: ParsedAddress): boolean {
  return protocol === 'https:' || (protocol === 'http:' && THIS_MACHINE.has(hostname))
}
