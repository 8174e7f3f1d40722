/**
 * Where the secrets of chat platforms are read from: a variable of the environment, or a file. What is said of one that cannot
 * be read names the place, never what was found there.
 */
import { readFileSync } from 'node:fs'
import type { SecretReference } from '@holdpoint/core/policy'

export type SecretReading =
  | { readonly ok: true; readonly secret: string }
  | { readonly ok: false; readonly why: string }

type EnvironmentVariables = { readonly [name: string]: string | undefined }

/** An empty one is none: it would be sent to the platform as if it were a secret. */
export function readSecret(reference: SecretReference, environment: EnvironmentVariables): SecretReading {
  if ('variable' in reference) {
    const secret = (environment[reference.variable] ?? '').trim()
    if (secret !== '') return { ok: true, secret }
    return { ok: false, why: `the environment variable ${reference.variable} is not set` }
  }
  try {
    const secret = readFileSync(reference.file, 'utf8').trim()
    return secret === '' ? { ok: false, why: `the file ${reference.file} is empty` } : { ok: true, secret }
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    const why = missing ? `there is no file ${reference.file}` : `the file ${reference.file} cannot be read`
    return { ok: false, why }
  }
}
