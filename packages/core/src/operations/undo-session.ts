/**
 * The session in which offers to take a call back stand. No client's session has this name, so an offer, or its
 * refusal, uses up nothing of what agents may ask, and agents cannot choose the name that sets it apart.
 */
export const UNDO_SESSION = 'holdpoint undo'
