// What a tool of the warehouse is: its advertised shape and one synchronous function on the database.
// Input schemas are strict and change nothing: an argument that the tool does not know is an error, and what the ledger
// records is what the caller sent.

import type { ToolAnnotations } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import type { Database } from './database.ts'

export type Reply<Data = object> =
  | { readonly kind: 'said'; readonly text: string }
  | { readonly kind: 'data'; readonly data: Data }
  | { readonly kind: 'refused'; readonly reason: string }

export interface Tool {
  readonly name: string
  readonly description: string
  readonly annotations: ToolAnnotations | undefined
  readonly inputSchema: z.ZodObject
  readonly outputSchema: z.ZodObject | undefined
  readonly run: (database: Database, args: never) => Reply
}

interface PlainTool<Input extends z.ZodObject> {
  readonly name: string
  readonly description: string
  readonly annotations?: ToolAnnotations
  readonly inputSchema: Input
  readonly run: (database: Database, args: z.output<Input>) => Reply
}

interface StructuredTool<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: string
  readonly description: string
  readonly annotations?: ToolAnnotations
  readonly inputSchema: Input
  readonly outputSchema: Output
  readonly run: (database: Database, args: z.output<Input>) => Exclude<Reply<z.output<Output>>, { kind: 'said' }>
}

/** A tool that answers in text. */
export function defineTool<Input extends z.ZodObject>(tool: PlainTool<Input>): Tool {
  return { annotations: undefined, outputSchema: undefined, ...tool }
}

/** A tool with an output schema: every answer that is no refusal is data of that shape. */
export function defineStructuredTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: StructuredTool<Input, Output>,
): Tool {
  return { annotations: undefined, ...tool }
}

export function said(text: string): { readonly kind: 'said'; readonly text: string } {
  return { kind: 'said', text }
}

export function data<Data extends object>(value: Data): { readonly kind: 'data'; readonly data: Data } {
  return { kind: 'data', data: value }
}

export function refused(reason: string): { readonly kind: 'refused'; readonly reason: string } {
  return { kind: 'refused', reason }
}
