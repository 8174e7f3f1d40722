/** Where things stand in this repository. */
import { fileURLToPath } from 'node:url'

const at = (relative: string): string => fileURLToPath(new URL(`../../${relative}`, import.meta.url))

export const REPOSITORY: string = at('')
export const HOLDPOINT: string = at('packages/holdpoint/bin/holdpoint.js')
export const LEDGER_SERVER: string = at('test/fixtures/ledger-server.mjs')
export const CONFIRMING_SERVER: string = at('test/fixtures/confirming-server.mjs')
export const LEDGER_HTTP: string = at('test/fixtures/ledger-http.mjs')
export const crashPoint = (name: string): string => at(`test/crash-points/${name}`)
