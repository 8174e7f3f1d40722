/** What a tool's input schema says of its arguments, for either line of the SDK: a Standard Schema, or a plain shape of them. */

export interface StandardSchema<Output = unknown> {
  readonly '~standard': {
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>
    readonly types?: { readonly output: Output } | undefined
  }
}

export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] }

export interface StandardIssue {
  readonly message: string
  readonly path?: readonly unknown[] | undefined
}

export interface SchemaShape {
  readonly [argument: string]: StandardSchema
}

export type InputSchema = StandardSchema | SchemaShape

type Gives<Schema> = Schema extends { readonly '~standard': { readonly types?: infer Types } }
  ? NonNullable<Types> extends { readonly output: infer Value }
    ? Value
    : unknown
  : unknown

/** An argument that may be absent may be left out. */
type ShapeOutput<Shape> = {
  [Name in keyof Shape as undefined extends Gives<Shape[Name]> ? never : Name]: Gives<Shape[Name]>
} & {
  [Name in keyof Shape as undefined extends Gives<Shape[Name]> ? Name : never]?: Gives<Shape[Name]>
}

/** The arguments that a tool gets, as its schema gives them. */
export type ArgumentsOf<Schema> = Schema extends StandardSchema
  ? Gives<Schema>
  : Schema extends SchemaShape
    ? { [Name in keyof ShapeOutput<Schema>]: ShapeOutput<Schema>[Name] }
    : { readonly [argument: string]: never }
