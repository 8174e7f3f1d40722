/**
 * Whether a value is JSON as it stands: what a person is shown, what is kept and what runs must be one thing. A date or a map is something else once it was
 * written down and read again.
 */

/** The place of the first value that is none, such as `items[2].at`; `null`: all of it is JSON. A member without a value counts as absent. */
export function findNoJson(value: unknown, place: string = ''): string | null {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return null
    case 'number':
      return Number.isFinite(value) ? null : place
    case 'object':
      if (value === null) return null
      if (Array.isArray(value)) return first(value.map((item, index) => findNoJson(item, `${place}[${index}]`)))
      if (!isPlain(value)) return place
      return first(
        Object.entries(value).map(([name, member]) =>
          member === undefined ? null : findNoJson(member, place === '' ? name : `${place}.${name}`),
        ),
      )
    default:
      return place
  }
}

function first(found: readonly (string | null)[]): string | null {
  return found.find((place) => place !== null) ?? null
}

/** Also where another realm made it, as test runners do. */
function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value) as object | null
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
