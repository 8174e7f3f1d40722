/**
 * What an author changes of a tool after it was registered, through the SDK's own `update`: under another name it is confirmed as before, and another function runs as the first
 * one did, only for what was released.
 */

/** What comes of `registerTool`, as far as both lines of the SDK agree. */
interface ChangeableTool {
  update?: (updates: ToolUpdates) => unknown
}

interface ToolUpdates {
  readonly name?: string | null
  readonly callback?: ToolCallback
  readonly [other: string]: unknown
}

export type ToolCallback = (...given: readonly unknown[]) => unknown

export interface ToolChanges {
  readonly renamed: (name: string) => void
  /** The function that the SDK gets in the place of an author's. */
  readonly guard: (callback: ToolCallback) => ToolCallback
}

export function followChanges(tool: unknown, { renamed, guard }: ToolChanges): void {
  const changeable = tool as ChangeableTool
  const update = changeable.update?.bind(tool)
  if (update === undefined) return
  changeable.update = (updates) => {
    const { name, callback } = updates
    // Before the SDK tells clients of it: under no name is it unconfirmed, not for a moment.
    if (typeof name === 'string') renamed(name)
    return update(callback === undefined ? updates : { ...updates, callback: guard(callback) })
  }
}
