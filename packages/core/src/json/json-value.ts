/** A parsed JSON value. Objects made by the strict reader have no prototype, so `__proto__` is an ordinary key. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject

export interface JsonObject {
  readonly [key: string]: JsonValue
}
