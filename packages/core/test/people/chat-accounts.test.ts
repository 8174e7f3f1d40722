import { accountsOfSamePerson } from '@holdpoint/core'
import type { PeopleConfig } from '@holdpoint/core'
import { describe, expect, test } from 'vitest'

const people: PeopleConfig = {
  ana: { identities: ['slack:T1/U1', 'token:ana', 'local:ana'], roles: ['approver'] },
  Ana: { identities: ['feishu:tk/ou_1'], roles: ['approver'] },
  ben: { identities: ['slack:T1/U2', 'slack:T1/U9', 'slack:T 1/U8'], roles: ['approver'] },
  cleo: { identities: ['slack:T2/U9'], roles: ['approver'] },
}
const of = (platform: 'slack' | 'feishu', user: string): readonly string[] =>
  accountsOfSamePerson(people, { platform, user }).map((account) => `${account.platform} ${account.user}`)

describe('[E15] accounts of one person', () => {
  test('are those that the configuration maps to them, under each spelling of their name', () => {
    expect(of('slack', 'U1')).toEqual(['slack U1', 'feishu ou_1'])
    expect(of('feishu', 'ou_1')).toEqual(['slack U1', 'feishu ou_1'])
  })

  test('one that is nobody’s, several people’s or written badly stands alone', () => {
    expect(of('slack', 'U7')).toEqual(['slack U7'])
    expect(of('slack', 'U9')).toEqual(['slack U9'])
    expect(of('slack', 'U8')).toEqual(['slack U8'])
    expect(of('feishu', 'U1')).toEqual(['feishu U1'])
  })
})
