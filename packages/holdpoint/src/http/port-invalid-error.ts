/** HOLDPOINT_PORT names no port. Another one than somebody asked for would be found by nobody. */
export class PortInvalidError extends Error {
  readonly code = 'PORT_INVALID'
  /** What a person can do about it. */
  readonly hint = 'Set HOLDPOINT_PORT to a number from 0 to 65535, or unset it.'

  constructor(named: string) {
    super(`HOLDPOINT_PORT is ${JSON.stringify(named.slice(0, 40))}, which is no port.`)
    this.name = 'PortInvalidError'
  }
}
