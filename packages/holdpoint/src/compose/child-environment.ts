/** The environment of a wrapped server: ours, without what would let it decide on its own calls. */
export function childEnvironment(added: { readonly [name: string]: string }): { [name: string]: string | undefined } {
  const { HOLDPOINT_TOKEN: _token, ...environment } = process.env
  return { ...environment, ...added }
}
