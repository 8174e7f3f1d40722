/** Adds members that are made when they are first asked for: slow parts are made only when they are read. */
export function lazily<Base extends object, More extends object>(
  base: Base,
  makers: { readonly [name in keyof More]: () => More[name] },
): Base & More {
  for (const [name, make] of Object.entries(makers) as [string, () => unknown][]) {
    let made: unknown
    Object.defineProperty(base, name, { enumerable: true, get: () => (made ??= make()) })
  }
  return base as Base & More
}
