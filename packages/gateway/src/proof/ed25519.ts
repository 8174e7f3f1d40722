/**
 * Ed25519 as Node has it, for statements that others check: a private key that never leaves this process or its file, and a public
 * one as 43 characters (base64url of 32 bytes). It knows nothing of what is signed, and loads nothing else: `wrap` makes its key before
 * it starts its server.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

export interface Signer {
  readonly publicKey: string
  /** The signature of a text, as base64url. */
  readonly sign: (text: string) => string
}

/** Where a server that we start finds the public key of whoever signs for it. */
export const GATEWAY_KEY_VARIABLE = 'HOLDPOINT_GATEWAY_KEY'

/** With a key that lives as long as this process. */
export function createSigner(): Signer {
  return signerWith(generateKeyPairSync('ed25519').privateKey)
}

/** `privateKey`: from `newPrivateKey`. Throws where it is none. */
export function signerOf(privateKey: string): Signer {
  return signerWith(createPrivateKey(privateKey))
}

/** As it is kept in a file: PEM. */
export function newPrivateKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
}

function signerWith(key: KeyObject): Signer {
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('The key is no Ed25519 key.')
  return {
    publicKey: createPublicKey(key).export({ format: 'jwk' }).x ?? '',
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64url'),
  }
}

const PUBLIC_KEY = /^[\w-]{43}$/

/** Checks signatures of one key; `null`: that is no public key. */
export function checkerOf(publicKey: string): ((text: string, signature: string) => boolean) | null {
  if (!PUBLIC_KEY.test(publicKey)) return null
  let key: KeyObject
  try {
    key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' })
  } catch {
    return null
  }
  return (text, signature) => verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'))
}
