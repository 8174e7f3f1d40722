/** What the service says of requests, keys and the gate. In English, and in Simplified Chinese. */
export const GATE = {
  gateOffObserve: [
    'GATE OFF: the profile "observe" holds nothing; what would be held is recorded.',
    'GATE OFF：方案“observe”不拦下任何调用；本应拦下的会被记录。',
  ],
  gateOffFor: [
    'GATE OFF for {tenants}: high-risk calls are approved automatically.',
    'GATE OFF（{tenants}）：高风险调用会自动批准。',
  ],
  pausedBy: ['PAUSED by {by}: everything above low risk is denied.', '已由 {by} 暂停：低风险以上的调用一律拒绝。'],
  pausedTenantBy: [
    'PAUSED by {by} for the tenant {tenant}: everything above low risk is denied.',
    '租户 {tenant} 已由 {by} 暂停：低风险以上的调用一律拒绝。',
  ],
  resumeToEnd: ['End it: holdpoint resume', '恢复：holdpoint resume'],
  operatorEndsPause: ['Only an operator of this home can end it.', '只有此主目录的操作员可以恢复。'],
} as const

export const PROBLEMS = {
  nothingHere: ['There is nothing here, or nothing for you to see.', '此处没有内容，或没有可供您查看的内容。'],
  sendKey: [
    'Send a valid key as "Authorization: Bearer …". Sign in with `holdpoint open`, or make a token with `holdpoint token create --role approver`.',
    '请以“Authorization: Bearer …”发送有效的密钥。请用 `holdpoint open` 登录，或用 `holdpoint token create --role approver` 创建令牌。',
  ],
  tooManyRequests: ['Too many requests. Try again in {n} s.', '请求过多。请在 {n} 秒后重试。'],
  storeUnreachable: [
    'The store cannot be reached; nothing was changed. Try again shortly.',
    '无法访问存储；没有做任何更改。请稍后重试。',
  ],
  wentWrong: [
    'Something went wrong here; see the log of the service. Nothing was approved by it.',
    '服务内部出错；请查看服务的日志。没有因此批准任何调用。',
  ],
  agentTokenOpensNothing: ["An agent's token opens nothing here.", '智能体的令牌在此无法打开任何内容。'],
  roleDecidesNothing: [
    "A key of role {=role} decides nothing. Sign in with `holdpoint open`, or use an approver's token.",
    '角色为{=role}的密钥不能做决定。请用 `holdpoint open` 登录，或使用审批人的令牌。',
  ],
  wrongAddress: [
    'This address is not one under which Holdpoint is reached. Use http://localhost and its port, from another machine through a tunnel to it.',
    '不能通过此地址访问 Holdpoint。请使用 http://localhost 及其端口；从其他机器访问时，请通过通往它的隧道。',
  ],
  otherWebPages: ['Requests from other web pages are refused.', '来自其他网页的请求会被拒绝。'],
  bodyTooLarge: ['A body may have {n} bytes at most.', '请求正文最多 {n} 字节。'],
  bodyNotUtf8: ['The body is not valid UTF-8.', '请求正文不是有效的 UTF-8。'],
  bodyNotJson: ['The body is not acceptable JSON: {why=json}.', '请求正文不是可接受的 JSON：{why=json}。'],
  bodyCompressed: ['Send the body uncompressed.', '请发送未压缩的请求正文。'],
  bodyWrongType: [
    'Send the body as Content-Type: application/json.',
    '请以 Content-Type: application/json 发送请求正文。',
  ],
  takesPost: ['This changes something, so it takes a POST.', '此操作会做出更改，因此需要用 POST。'],
  notUnderstood: ['{names}: not understood by this version.', '{names}：此版本无法识别。'],
  agentsTokenNeeded: [
    "This is for an agent's token: holdpoint token create --role agent. A token of role {=role} neither asks nor claims.",
    '此处需要智能体的令牌：holdpoint token create --role agent。角色为{=role}的令牌既不能请求也不能认领。',
  ],
  claimForAnotherCall: [
    'The digest is not that of the call which was asked about. Nothing was claimed.',
    '摘要与所请求的调用不一致。没有认领任何调用。',
  ],
  claimNotApproved: ['Nobody has approved it yet. Nothing was claimed.', '尚无人批准。没有认领任何调用。'],
  claimNotYet: [
    'It is approved, and can be taken back until {when}. Claim it then.',
    '已批准，但在 {when} 之前可以收回。请届时再认领。',
  ],
  claimedBefore: [
    'It was claimed before. If that answer was lost, nobody knows that it did not run: do not run it.',
    '它此前已被认领。即使当时的应答丢失，也无法确定它没有执行：请勿执行。',
  ],
  claimNotPossible: ['It cannot be claimed just now. Nothing was claimed.', '目前无法认领。没有认领任何调用。'],
  outcomeOfAnother: [
    'This is not the attempt that was claimed. Nothing was stored.',
    '这不是所认领的那次执行。没有保存任何内容。',
  ],
  outcomeStandsOtherwise: ['Another outcome stands already: the hold is {=state}.', '已有其他结果：此调用{=state}。'],
  sinceUnclear: [
    'since: use a moment such as 2026-05-01T10:00:00Z or a span such as {span}.',
    'since：请使用时刻（如 2026-05-01T10:00:00Z）或时间跨度（如 {span}）。',
  ],
  signInRefused: [
    'This sign-in link is unknown, expired or already used. Run `holdpoint open` for a new one.',
    '此登录链接未知、已过期或已使用过。请运行 `holdpoint open` 获取新的链接。',
  ],
} as const
