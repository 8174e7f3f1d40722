/** The call of a hold with the arguments that were approved: with edits, what is granted, judged and sent is what was approved. */
import type { Call } from '../call/call.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import { readStrict } from '../json/read-strict.ts'
import { approvedArguments, approvedDigest } from './edit.ts'
import type { Hold } from './hold.ts'

/** `null`: its arguments cannot be read again. */
export function approvedCall(hold: Hold): Call | null {
  const argumentsText = approvedArguments(hold)
  const reading = readStrict(argumentsText)
  if (!reading.ok || !isJsonObject(reading.value)) return null
  return { ...hold.call, argumentsText, arguments: reading.value, digest: approvedDigest(hold) }
}
