/** A tool as its server defines it. */
import type { JsonObject, ToolDefinition } from '@holdpoint/core'
import { sha256 } from '../sha256.ts'

export function sampleTool(over: Partial<ToolDefinition> = {}): ToolDefinition {
  const tool = {
    name: 'delete_contact',
    title: null,
    description: null,
    inputSchema: { type: 'object' } satisfies JsonObject,
    outputSchema: null,
    annotations: {},
    textHash: '',
    ...over,
  }
  return { ...tool, hash: over.hash ?? sha256(JSON.stringify([tool.name, tool.inputSchema, tool.annotations])) }
}
