/** What the service says of requests, keys, the gate, the card and the audit log. In English, and in Simplified Chinese. */
export const SERVICE_SENTENCES = {
  nothingHere: ['There is nothing here, or nothing for you to see.', '此处没有内容，或没有可供您查看的内容。'],
  sendKey: [
    'Send a valid key as "Authorization: Bearer …". Sign in with `npx holdpoint open`, or make a token with `npx holdpoint token create --role approver`.',
    '请以“Authorization: Bearer …”发送有效的密钥。请用 `npx holdpoint open` 登录，或用 `npx holdpoint token create --role approver` 创建令牌。',
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
  agentTokenOpensNothing: ["An agent's token opens nothing here.", '代理的令牌在此无法打开任何内容。'],
  roleDecidesNothing: [
    "A key of role {=role} decides nothing. Sign in with `npx holdpoint open`, or use an approver's token.",
    '角色为{=role}的密钥不能做决定。请用 `npx holdpoint open` 登录，或使用审批者的令牌。',
  ],
  wrongAddress: [
    'This address is not one under which Holdpoint is reached. Use http://localhost and its port, from another machine through a tunnel to it.',
    '不能通过此地址访问 Holdpoint。请使用 http://localhost 及其端口；从其他机器访问时，请通过通往它的隧道。',
  ],
  otherWebPages: ['Requests from other web pages are refused.', '来自其他网页的请求会被拒绝。'],
  bodyTooLarge: ['A body may have {n} bytes at most.', '请求正文最多 {n} 字节。'],
  bodyNotUtf8: ['The body is not valid UTF-8.', '请求正文不是有效的 UTF-8。'],
  bodyNotJson: ['The body is not acceptable JSON: {=why}.', '请求正文不是可接受的 JSON：{=why}。'],
  bodyCompressed: ['Send the body uncompressed.', '请发送未压缩的请求正文。'],
  bodyWrongType: [
    'Send the body as Content-Type: application/json.',
    '请以 Content-Type: application/json 发送请求正文。',
  ],
  takesPost: ['This changes something, so it takes a POST.', '此操作会做出更改，因此需要用 POST。'],
  notUnderstood: ['{names}: not understood by this version.', '{names}：此版本无法识别。'],
  sinceUnclear: [
    'since: use a moment such as 2026-05-01T10:00:00Z or a span such as {span}.',
    'since：请使用时刻（如 2026-05-01T10:00:00Z）或时间跨度（如 {span}）。',
  ],
  signInRefused: [
    'This sign-in link is unknown, expired or already used. Run `npx holdpoint open` for a new one.',
    '此登录链接未知、已过期或已使用过。请运行 `npx holdpoint open` 获取新的链接。',
  ],
  gateOffObserve: [
    'GATE OFF: the profile "observe" holds nothing; what would be held is recorded.',
    'GATE OFF：方案“observe”不拦下任何调用；本应拦下的会被记录。',
  ],
  gateOffFor: [
    'GATE OFF for {tenants}: high-risk calls are approved automatically.',
    'GATE OFF（{tenants}）：高风险调用会自动批准。',
  ],
  recordMissing: [
    'record {expected} is missing: {found} stands in its place',
    '缺少记录 {expected}：其位置上是 {found}',
  ],
  recordMisplaced: [
    'record {sequence} stands where record {expected} belongs',
    '记录 {sequence} 位于本应是记录 {expected} 的位置',
  ],
  recordChanged: [
    'record {sequence} was changed: its hash does not fit its content',
    '记录 {sequence} 被更改：其哈希与内容不符',
  ],
  recordReplaced: [
    'record {sequence} does not continue the record before it: one of the two was replaced',
    '记录 {sequence} 与前一条记录不相连：两者之一被替换',
  ],
  recordRewritten: [
    'record {sequence} or one before it was rewritten since the checkpoint of {when}',
    '自 {when} 的检查点以来，记录 {sequence} 或其之前的记录被改写',
  ],
  chainMissing: [
    'the whole chain is missing: the checkpoint of {when} counts {n}',
    '整条链缺失：{when} 的检查点计有 {n} 条',
  ],
  recordsMissing: [
    'the records from {first} on are missing: the checkpoint of {when} counts {n}',
    '从 {first} 起的记录缺失：{when} 的检查点计有 {n} 条',
  ],
  checkpointForged: [
    'the checkpoint of {when} was changed or not made by this store: its signature does not fit',
    '{when} 的检查点被更改，或不是由此存储生成：其签名不符',
  ],
  cardNotDrawn: ['the client draws no card of ours for this tool', '客户端没有为此工具显示我们的卡片'],
  cardBesideViews: [
    'the server has views of its own, which could press Confirm',
    '服务器有自己的视图，这些视图可能会按下“确认”',
  ],
  cardNotARail: ['the rule "{rule}" names other rails', '规则“{rule}”指定了其他途径'],
  cardLacksAssurance: [
    'the decision needs assurance "{=assurance}", and a card has the host\'s word only',
    '此决定需要的验证级别为“{=assurance}”，而卡片只有宿主的说法',
  ],
  cardNeedsQuorum: ['the decision needs {n} approvers', '此决定需要 {n} 位审批者'],
  cardNeedsName: ['the decision needs a named approver', '此决定需要指定的审批者'],
  cardTooSmall: ['the arguments are too long for a card', '参数过长，卡片无法显示'],
  cardNotYours: [
    'Refused: only the card that shows this question can answer it. Nothing was decided; this is on record.',
    '已拒绝：只有显示此问题的卡片才能回答它。没有做出任何决定；此事已记录。',
  ],
  cardCannotProve: [
    'This server draws views of its own, so a card cannot prove who answered. Decide on the page. Nothing was decided.',
    '此服务器会显示自己的视图，因此卡片无法证明是谁作答。请在页面上决定。没有做出任何决定。',
  ],
  editTooLongForCard: ['The edited arguments are too long for a card.', '修改后的参数过长，卡片无法显示。'],
  nothingDecided: ['{=why} Nothing was decided.', '{=why}没有做出任何决定。'],
  answerMustBeOneOf: ['"answer" must be one of {answers}.', '“answer”必须是以下之一：{answers}。'],
  fieldNotUnderstood: ['"{name}" is not understood.', '无法识别“{name}”。'],
  editsAreAllArguments: [
    '"edits" are all arguments as they are to be sent: an object, or its JSON text.',
    '“edits”应为将要发送的全部参数：一个对象，或其 JSON 文本。',
  ],
  editsWithApproval: ['"edits" come with an approval only.', '“edits”只能随批准一起提交。'],
  digestOfShown: ['"digest" is that of the arguments that were shown.', '“digest”应为所显示参数的摘要。'],
  grantNotRead: ['The grant: {=why}.', '授权：{=why}。'],
  onceOfApproval: ['"once" is said of an approval only.', '“once”只能用于批准。'],
} as const
