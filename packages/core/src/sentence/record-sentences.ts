/** What the audit log tells beside the kind of a record. In English, and in Simplified Chinese. */
export const TOKENS = {
  tokenOfAgent: ['{id} "{name}", agent', '{id}“{name}”，智能体'],
  tokenOfViewer: ['{id} "{name}", viewer', '{id}“{name}”，查看者'],
  tokenOfApprover: ['{id} "{name}", approver', '{id}“{name}”，审批人'],
  tokenOfAdmin: ['{id} "{name}", admin', '{id}“{name}”，管理员'],
} as const

/** Why a message of ours was given up. */
export const UNDELIVERED = {
  mayStandTwice: [
    'It may have arrived twice already, and the platform did not say so.',
    '消息可能已送达两次，但平台没有确认。',
  ],
} as const

export const RECORDS = {
  sentToGroup: ['to the group {place} through {channel}, message {ref}', '通过 {channel} 发到群 {place}，消息 {ref}'],
  sentToPerson: ['to the person {place} through {channel}, message {ref}', '通过 {channel} 发给 {place}，消息 {ref}'],
  notSentToGroup: [
    'not to the group {place} through {channel}: {problem=undelivered}',
    '未能通过 {channel} 发到群 {place}：{problem=undelivered}',
  ],
  notSentToPerson: [
    'not to the person {place} through {channel}: {problem=undelivered}',
    '未能通过 {channel} 发给 {place}：{problem=undelivered}',
  ],
  askedAgainAfter: ['asked again after {hold}, which had no effect', '在未产生影响的调用 {hold} 之后再次询问'],
  wouldTakeBack: ['would take back {hold}', '将撤回调用 {hold}'],
  headBegun: ['a head is kept from here on; {n} records were there before', '从此处起保存头部；此前已有 {n} 条记录'],
  spoolRecovered: [
    '{n} records of a process that ended without closing; what it wrote down last is as its file told',
    '来自一个未正常关闭的进程的 {n} 条记录；其最后写下的内容以其文件为准',
  ],
  inputAsked: ['input asked', '服务器要求输入'],
  nextRound: ['next round', '下一轮'],
  forEveryTenant: ['for every tenant', '对所有租户'],
  takenOver: ['taken over', '已由另一进程接手'],
  byOneTimeLink: ['by a one-time link', '通过一次性链接'],
  linkUsedTwice: ['a one-time link was used twice', '一次性链接被使用了两次'],
  codeMalformed: ['a malformed code', '格式错误的代码'],
  codeUnknown: ['an unknown code', '未知的代码'],
  codeExpired: ['an expired code', '已过期的代码'],
  codeRemoved: ['a code that was just removed', '刚刚被移除的代码'],
  tokenRelaysAPerson: ['{=token}, relays a person', '{=token}，转达某人的意见'],
  requestWithRole: ['{request} with a key of role {=role}', '{request}，使用角色为{=role}的密钥'],
} as const
