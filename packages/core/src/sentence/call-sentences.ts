/**
 * What the log and the agent are told of calls that passed, or that nobody was asked about. In English, and for people in
 * Simplified Chinese, without what only an agent has to be told.
 */
export const CALL_ANSWERS = {
  deniedByPolicy: [
    '{tool} is denied by policy: {why=rating} Do not retry or seek the same effect another way.',
    '策略拒绝了 {tool}：{why=rating}',
  ],
  deniedWhilePaused: [
    '{tool} is denied: an operator has paused everything above low risk. Tell the user; do not retry.',
    '{tool} 被拒绝：操作员已暂停所有高于低风险的调用。',
  ],
  storeUnavailable: [
    '{tool} did not run: Holdpoint cannot reach its store, and nothing above low risk passes without it. Tell the user; retrying at once will not help.',
    '{tool} 没有执行：Holdpoint 无法访问其存储，没有存储时高于低风险的调用一律不放行。',
  ],
} as const

export const CALL_RECORDS = {
  previewOnly: ['preview: nothing ran', '仅预览：没有执行任何操作'],
  confirmedByAgent: [
    'confirmed by the agent itself (accept_agent_confirm)',
    '由智能体自行确认（accept_agent_confirm）',
  ],
  autoApproved: [
    'auto-approved: the tenant sets auto_approve_high_risk; GATE OFF',
    '自动批准：租户设置了 auto_approve_high_risk；GATE OFF（关口已关闭）',
  ],
  wouldHaveBeenAsked: ['GATE OFF: would have been asked', 'GATE OFF（关口已关闭）：本应询问'],
  nothingToActOnSays: ['nothing to act on, says {tool}', '{tool} 表示没有可作用的对象'],
  stateForbids: ['its state forbids it', '其当前状态不允许'],
  dryRunByRecipe: ['dry run by recipe: {parameter}=true', '按配方试运行：{parameter}=true'],
  stillRunning: ['running after {ms} ms', '{ms} 毫秒后仍在运行'],
  endedDone: ['done after {ms} ms', '{ms} 毫秒后完成'],
  endedInError: ['error after {ms} ms', '{ms} 毫秒后出错'],
  endedUnanswered: ['no answer after {ms} ms', '{ms} 毫秒后仍没有应答'],
  endedCancelled: ['cancelled after {ms} ms', '{ms} 毫秒后取消'],
  notAToolCall: ['not a tool call', '不是工具调用'],
  toolNotListed: ['no such tool', '没有此工具'],
  headersContradict: ['its headers contradict it', '其请求头与之矛盾'],
  rationaleDeprecated: ['deprecated: refused from {date} on', '已弃用：自 {date} 起将被拒绝'],
} as const
