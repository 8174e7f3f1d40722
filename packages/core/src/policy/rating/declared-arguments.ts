/**
 * Which arguments a tool's own schema declares. An argument that an agent made up may raise a rating and never lower
 * it: else `delete_contact {id, sql: "SELECT 1"}` would pass as a read.
 */
import type { ToolDefinition } from '../../call/call.ts'
import { isJsonObject } from '../../json/is-json-object.ts'

export function declaresArgument(tool: ToolDefinition | null, name: string): boolean {
  const properties = tool?.inputSchema['properties']
  return isJsonObject(properties) && Object.hasOwn(properties, name)
}
