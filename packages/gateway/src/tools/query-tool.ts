/** Whether a read takes a query that could be guessed wrong: those are what a cheatsheet is for, beside writes. */
import { isJsonObject } from '@holdpoint/core'
import type { ToolDefinition } from '@holdpoint/core'

const QUERY_TOOL =
  /(?:^|[^a-z])(?:sql|query|queries|search|find|filter|select|aggregate|report|graphql|cypher)(?:[^a-z]|$)/i
const QUERY_ARGUMENT = /^(?:sql|query|statement|filters?|where|cypher|graphql|jql|cql|soql)$/i

export function takesQuery({ name, inputSchema }: ToolDefinition): boolean {
  if (QUERY_TOOL.test(name.replace(/([a-z])([A-Z])/g, '$1_$2'))) return true
  const { properties } = inputSchema
  return isJsonObject(properties) && Object.keys(properties).some((argument) => QUERY_ARGUMENT.test(argument))
}
