/** The agent's one sentence of why. Where it is demanded, a call without it is refused; it is never taken for a fact. */
export type RationaleDemand =
  | { readonly kind: 'required' }
  | { readonly kind: 'advertised' }
  | { readonly kind: 'off' }
  | { readonly kind: 'grace'; readonly until: number }

export type RationaleCheck = { readonly kind: 'fine' } | { readonly kind: 'refused'; readonly message: string }

const SHORTEST = 10
const LONGEST = 500

export function checkRationale(rationale: unknown, demand: RationaleDemand, now: number): RationaleCheck {
  if (demand.kind === 'off' || demand.kind === 'advertised') return { kind: 'fine' }
  if (demand.kind === 'grace' && now < demand.until) return { kind: 'fine' }
  if (typeof rationale !== 'string') {
    return {
      kind: 'refused',
      message: `VALIDATION_ERROR: "rationale" is required: one sentence of ${SHORTEST} to ${LONGEST} characters that says why you make this call.`,
    }
  }
  const { length } = rationale
  if (length < SHORTEST || length > LONGEST) {
    return {
      kind: 'refused',
      message: `VALIDATION_ERROR: "rationale" must have ${SHORTEST} to ${LONGEST} characters; this one has ${length}.`,
    }
  }
  return { kind: 'fine' }
}
