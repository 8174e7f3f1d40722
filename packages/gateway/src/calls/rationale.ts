/** The agent's one sentence of why. Where it is demanded, a call without it is refused; it is never taken for a fact. */
export type RationaleDemand =
  | { readonly kind: 'required' }
  | { readonly kind: 'advertised' }
  | { readonly kind: 'off' }
  | { readonly kind: 'grace'; readonly until: number }

export type RationaleCheck =
  | { readonly kind: 'fine' }
  /** It passes, and is recorded and warned about. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused'; readonly message: string }

/**
 * Whether calls of a tool are to say why. Where it is demanded, all of them; where it is only advertised, those that a
 * person may be asked about: a read is told nothing of it, and nobody is warned when it says nothing.
 */
export function wantsRationale(demand: RationaleDemand, mayBeAsked: () => boolean): boolean {
  switch (demand.kind) {
    case 'off':
      return false
    case 'advertised':
      return mayBeAsked()
    case 'required':
    case 'grace':
      return true
  }
}

const SHORTEST = 10
const LONGEST = 500

/** `name`: what the parameter is called for this tool. */
export function checkRationale(rationale: unknown, name: string, demand: RationaleDemand, now: number): RationaleCheck {
  if (demand.kind === 'off') return { kind: 'fine' }
  const length = typeof rationale === 'string' ? Array.from(rationale).length : null
  const said = typeof rationale === 'string' && rationale.trim() !== ''
  if (said && length !== null && length >= SHORTEST && length <= LONGEST) return { kind: 'fine' }
  if (demand.kind === 'advertised' || (demand.kind === 'grace' && now < demand.until)) return { kind: 'missing' }
  const wanted = `one sentence of ${SHORTEST} to ${LONGEST} characters that says why you make this call`
  const problem = length === null ? 'is required' : said ? `has ${length} characters` : 'is empty'
  return { kind: 'refused', message: `VALIDATION_ERROR: "${name}" ${problem}: give ${wanted}.` }
}

/**
 * A view of the server's own calls tools as its author wrote it, and hosts do not say which calls are a view's: where one
 * may be calling, a rationale that was not sent at all is only noted. One that was sent comes from a model.
 */
export function demandOnViews(demand: RationaleDemand, rationale: unknown): RationaleDemand {
  return rationale === undefined && demand.kind !== 'off' ? { kind: 'advertised' } : demand
}
