/** How the tokens of a text are estimated, by the very function that keeps what agents are told short. */
export { countTokens } from '@holdpoint/core'
