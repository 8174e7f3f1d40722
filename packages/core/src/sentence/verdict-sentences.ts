/** What the log tells of an answer that was given. In English, and in Simplified Chinese. */
export const VERDICTS = {
  saidVia: ['{answer=said} via {=rail} ({=assurance})', '{answer=said}，通过{=rail}（{=assurance}）'],
  saidViaBecause: [
    '{answer=said} via {=rail} ({=assurance}): {more}',
    '{answer=said}，通过{=rail}（{=assurance}）：{more}',
  ],
  noDecisionVia: ['no decision via {=rail} (host): {why=form}', '没有做出决定，通过{=rail}（宿主）：{why=form}'],
  foundExecuted: ['executed: {note}', '已执行：{note}'],
  foundNotExecuted: ['not executed: {note}', '没有执行：{note}'],
  viaCommandLine: ['{command} via the command line: {why=lack}', '通过命令行执行 {command}：{why=lack}'],
  cardWithoutNonce: [
    '{what=sent} via card: no valid nonce for this connection',
    '通过卡片{what=sent}：没有此连接的有效随机数',
  ],
} as const

/** What the answer to a form was, that decided nothing. */
export const FORM_FAULTS = {
  answerNoObject: ['the answer is no object', '答复不是对象'],
  answerNoAction: ['the answer is neither accept nor decline nor cancel', '答复既不是接受，也不是拒绝或取消'],
  decisionNotOffered: ['the decision is none of those offered', '该决定不在所给选项之中'],
  answerTooFast: ['the answer came faster than anybody reads', '答复来得比任何人阅读都快'],
  answeredByItself: [
    'the host answered {answer} by itself after {n} ms, faster than anybody reads',
    '宿主在 {n} 毫秒后自行答复 {answer}，比任何人阅读都快',
  ],
  wentToDecide: ['the person decides where the call is shown whole', '此人将在完整显示该调用的地方做决定'],
  formWithoutDecision: ['the form came back without a decision', '表单返回时没有做出决定'],
} as const

/** What a view wanted of a hold. */
export const SENT = {
  cardStatus: ['status', '查询状态'],
  unknownAnswer: ['an unknown answer', '给出未知的答复'],
  sentWithEdits: ['{answer=said} with edits', '{answer=said}（修改参数后）'],
  sentWithGrant: ['{answer=said} with a grant', '{answer=said}（附授权）'],
  sentWithEditsAndGrant: ['{answer=said} with edits and a grant', '{answer=said}（修改参数后，附授权）'],
} as const

/** What a person lacked at the command line. */
export const LACKS = {
  neitherTerminalNorToken: ['neither a terminal nor a token', '既没有终端也没有令牌'],
  tokenInvalid: ['HOLDPOINT_TOKEN is not valid', 'HOLDPOINT_TOKEN 无效'],
  tokenOfRole: ['a token of the role {=role}', '角色为{=role}的令牌'],
} as const
