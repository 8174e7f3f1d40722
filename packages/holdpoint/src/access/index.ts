/** Who a caller is: tokens and signed-in browsers. */
export { createAccess } from './access.ts'
export type { Access } from './access.ts'
export type { AccessOptions } from './access-options.ts'
export type { KeyHolder, ConfigToken } from './key-holder.ts'
export type { MintedSignIn, SignInExchange } from './sign-in.ts'
export type { TokenCreation, TokenRequest } from './tokens.ts'
