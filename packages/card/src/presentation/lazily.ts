/** Adds members that are made when they are first asked for: what takes long is not done for what nobody looks at. */
export function lazily<Told extends object, More extends object>(
  told: Told,
  makers: { readonly [name in keyof More]: () => More[name] },
): Told & More {
  for (const [name, make] of Object.entries(makers) as [string, () => unknown][]) {
    let made: unknown
    Object.defineProperty(told, name, { enumerable: true, get: () => (made ??= make()) })
  }
  return told as Told & More
}
