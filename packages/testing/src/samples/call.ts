/** A complete call; each test says only what it is about. */
import type { Call, JsonObject } from '@holdpoint/core'
import { digestArguments } from '@holdpoint/core'
import { sha256 } from '../sha256.ts'
import { HELD_CALL } from './hold.ts'

/** Arguments, text and digest belong together, whichever of the first two is given. */
export function sampleCall(over: Partial<Call> = {}): Call {
  const argumentsText =
    over.argumentsText ?? (over.arguments === undefined ? HELD_CALL.argumentsText : JSON.stringify(over.arguments))
  const value = over.arguments ?? (JSON.parse(argumentsText) as JsonObject)
  return { ...HELD_CALL, argumentsText, arguments: value, digest: digestArguments(value, sha256), ...over }
}
