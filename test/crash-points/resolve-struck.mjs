/** Resolves the SQLite driver to the struck one, for everybody but the struck one itself. */
const STRUCK = new URL('struck-sqlite.mjs', import.meta.url).href

export async function resolve(specifier, context, next) {
  if (specifier !== '@photostructure/sqlite' || context.parentURL === STRUCK) return await next(specifier, context)
  return { url: STRUCK, format: 'module', shortCircuit: true }
}
