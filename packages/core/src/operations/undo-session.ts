/**
 * The session in which offers to take a call back stand. No client's session has this name, so an offer, or its refusal,
 * uses up nothing of what agents may ask, and is told from their holds by something that they cannot choose.
 */
export const UNDO_SESSION = 'holdpoint undo'
