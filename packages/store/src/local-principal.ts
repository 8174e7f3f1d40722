/** The person at this machine, by the account that the process runs under. It says who is asked for, and proves nothing. */
import { userInfo } from 'node:os'
import { LOCAL_PREFIX } from '@holdpoint/core'

export function localAccount(): string {
  return userInfo().username
}

/** What the log and the policy call them: `local:<account>`. */
export function localPrincipal(account: string = localAccount()): string {
  return `${LOCAL_PREFIX}${account}`
}
