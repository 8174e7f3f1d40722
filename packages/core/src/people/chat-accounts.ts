/**
 * Which accounts on chat platforms are one person's, as the configuration maps them: what is asked in one of their chats with the
 * bot alone is asked of the same person in the others. It says nothing of who may decide.
 */
import { CHAT_PLATFORMS, isChatIdentity } from './chat-identity.ts'
import type { ChatPlatform } from './chat-identity.ts'
import { personKey } from './people.ts'
import type { PeopleConfig } from './people.ts'

export interface ChatAccount {
  readonly platform: ChatPlatform
  readonly user: string
}

/**
 * Of the person whose account this is, that one among them; it alone, where it is nobody's or said to be several people's. A
 * workspace is not known before somebody answers, so accounts are told apart by platform and user.
 */
export function accountsOfSamePerson(people: PeopleConfig, account: ChatAccount): readonly ChatAccount[] {
  const byPerson = new Map<string, ChatAccount[]>()
  for (const [person, { identities }] of Object.entries(people)) {
    const accounts = byPerson.get(personKey(person)) ?? []
    byPerson.set(personKey(person), [...accounts, ...identities.flatMap(toAccount)])
  }
  const isMeant = ({ platform, user }: ChatAccount): boolean => platform === account.platform && user === account.user
  const owners = [...byPerson.values()].filter((accounts) => accounts.some(isMeant))
  return owners.length === 1 ? (owners[0] ?? [account]) : [account]
}

function toAccount(identity: string): readonly ChatAccount[] {
  const platform = CHAT_PLATFORMS.find((each) => identity.startsWith(`${each}:`))
  if (platform === undefined || !isChatIdentity(identity)) return []
  return [{ platform, user: identity.slice(identity.indexOf('/') + 1) }]
}
