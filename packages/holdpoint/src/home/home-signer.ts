/**
 * The key with which this home signs what others check: receipts of claims, and for servers behind a URL what a person approved. It is
 * read when something is signed for the first time; most processes of a home never do.
 */
import { newPrivateKey, signerOf } from '@holdpoint/gateway/proof'
import type { Signer } from '@holdpoint/gateway/proof'
import type { HomeDirectory } from '@holdpoint/store/home'

export function readHomeSigner(home: Pick<HomeDirectory, 'signingKey'>): Signer {
  return signerOf(home.signingKey(newPrivateKey))
}

export function createHomeSign(home: Pick<HomeDirectory, 'signingKey'>): Signer['sign'] {
  let signer: Signer | null = null
  return (text) => (signer ??= readHomeSigner(home)).sign(text)
}
