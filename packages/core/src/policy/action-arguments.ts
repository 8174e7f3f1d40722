/** The verb in arguments named `action`, `method` or `operation`: `issue_write` with `method: delete` deletes. */
import type { Call, ToolDefinition } from '../call/call.ts'
import { firstInStrings } from './argument-strings.ts'
import { declaresArgument } from './declared-arguments.ts'
import { findVerb, higherVerb } from './verbs.ts'
import type { VerbFinding } from './verbs.ts'

const ACTION_NAMES: ReadonlySet<string> = new Set(['action', 'method', 'operation'])

export interface ActionFinding {
  readonly verb: VerbFinding
  readonly argument: string
  /** Whether the tool's schema knows the argument. Only then may it rate what nothing else rates. */
  readonly declared: boolean
}

export function findActionVerb(call: Call, tool: ToolDefinition | null): ActionFinding | null {
  let highest: ActionFinding | null = null
  for (const argument in call.arguments) {
    if (!ACTION_NAMES.has(argument.toLowerCase())) continue
    let verb: VerbFinding | null = null
    firstInStrings(call.arguments[argument] ?? null, (text) => {
      verb = higherVerb(verb, findVerb(text))
      return null
    })
    if (verb === null) continue
    if (highest === null || higherVerb(highest.verb, verb) !== highest.verb) {
      highest = { verb, argument, declared: declaresArgument(tool, argument) }
    }
  }
  return highest
}
