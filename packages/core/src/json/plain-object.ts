/**
 * What stands behind an object that is data: nothing, the language's own, or what the strict reader puts behind its
 * own.
 */

/**
 * Behind every object that is read: `__proto__` is an ordinary key of it, and no inherited name can pass for a member.
 * With no prototype at all engines keep an object as a hash table, and what walks its members takes several times as
 * long.
 */
export const NOTHING_INHERITED: object = Object.freeze(Object.create(null) as object)

/** A map, a date or an object of a class is none. */
export function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const behind: unknown = Object.getPrototypeOf(value)
  return behind === Object.prototype || behind === null || behind === NOTHING_INHERITED
}
