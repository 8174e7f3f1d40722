/**
 * Prints what others check our statements with: the public key of this home, and how each server behind a URL is called in them. It
 * prints no secret; the private key is made here if there is none yet.
 */
import type { Command } from '../command.ts'
import { defineCommand, found } from '../define-command.ts'

export const key: Command = defineCommand({
  name: 'key',
  summary: 'the public key that receipts and markers are checked with',
  usage: `holdpoint key [--json] [--quiet]

Prints the public key of this home (Ed25519, base64url). A program that asks
"holdpoint serve" about its own calls checks the receipts of its claims with it.
A server behind a URL that confirms its own tools checks with it what a person
approved at the gateway, and compares the identity that stands beside its name.
A server that "wrap" or "serve" starts is given a key of its own instead.

  holdpoint key
  holdpoint key --json
`,
  arguments: { values: [], flags: [], positionals: [] },
  answer: async (_read, context) => {
    const { publicKey, servers } = await context.storage.signing()
    const lines = servers.map(({ name, identity }) => `${identity}  ${name}\n`).join('')
    return found({ public_key: publicKey, servers }, `${publicKey}\n${lines}`)
  },
})
