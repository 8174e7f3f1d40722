/**
 * Parameters that agents may send to us beside a tool's own: cut out before anything is hashed, shown or forwarded.
 * None of them approves anything: a model can set them. Where the upstream tool owns a name, ours carries a prefix.
 */
import { cutMembers } from '../json/members.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject, JsonValue } from '../json/json-value.ts'
import type { ToolDefinition } from './call.ts'

export const CONTROL_PARAMETERS = ['rationale', 'preview', 'confirm'] as const

export type ControlParameter = (typeof CONTROL_PARAMETERS)[number]

/** Under which name this control parameter travels for this tool. */
export function controlParameterName(parameter: ControlParameter, tool: ToolDefinition | null): string {
  return tool !== null && ownsProperty(tool.inputSchema, parameter) ? `holdpoint_${parameter}` : parameter
}

export interface CutArguments {
  readonly argumentsText: string
  readonly control: { readonly [parameter in ControlParameter]: JsonValue | undefined }
  readonly cut: boolean
}

export function cutControlParameters(
  argumentsText: string,
  argumentsValue: JsonObject,
  tool: ToolDefinition | null,
): CutArguments {
  const control: { -readonly [parameter in ControlParameter]: JsonValue | undefined } = {
    rationale: undefined,
    preview: undefined,
    confirm: undefined,
  }
  const names: string[] = []
  for (const parameter of CONTROL_PARAMETERS) {
    const name = controlParameterName(parameter, tool)
    if (Object.hasOwn(argumentsValue, name)) {
      control[parameter] = argumentsValue[name]
      names.push(name)
    }
  }
  if (names.length === 0) return { argumentsText, control, cut: false }
  return { argumentsText: cutMembers(argumentsText, names).text, control, cut: true }
}

/** A property declared anywhere at the schema's top, also inside its combinators, belongs to the upstream. */
function ownsProperty(schema: JsonObject, name: string): boolean {
  const properties = schema['properties']
  if (isJsonObject(properties) && Object.hasOwn(properties, name)) return true
  return ['allOf', 'anyOf', 'oneOf'].some((combinator) => {
    const branches = schema[combinator]
    return Array.isArray(branches) && branches.some((branch) => isJsonObject(branch) && ownsProperty(branch, name))
  })
}
