/**
 * What the log and the agent are told of calls that passed, or that nobody was asked about. In English, and for people in
 * Simplified Chinese, without what only an agent has to be told.
 */
export const CALL_SENTENCES = {
  previewOnly: ['preview: nothing ran', '仅预览：没有执行任何操作'],
  confirmedByAgent: ['confirmed by the agent itself (accept_agent_confirm)', '由代理自行确认（accept_agent_confirm）'],
  autoApproved: [
    'auto-approved: the tenant sets auto_approve_high_risk; GATE OFF',
    '自动批准：租户设置了 auto_approve_high_risk；GATE OFF（闸门已关）',
  ],
  wouldHaveBeenAsked: ['GATE OFF: would have been asked', 'GATE OFF（闸门已关）：本应询问'],
  nothingToActOnSays: ['nothing to act on, says {tool}', '{tool} 表示没有可作用的对象'],
  stateForbids: ['its state forbids it', '其当前状态不允许'],
  dryRunByRecipe: ['dry run by recipe: {parameter}=true', '按配方试运行：{parameter}=true'],
  deniedByPolicy: [
    '{tool} is denied by policy: {=why} Do not retry or seek the same effect another way.',
    '策略拒绝了 {tool}：{=why}',
  ],
  deniedWhilePaused: [
    '{tool} is denied: an operator has paused everything above low risk. Tell the user; do not retry.',
    '{tool} 被拒绝：操作员已暂停所有高于低风险的调用。',
  ],
  storeUnavailable: [
    '{tool} did not run: Holdpoint cannot reach its store, and nothing above low risk passes without it. Tell the user; retrying at once will not help.',
    '{tool} 没有运行：Holdpoint 无法访问其存储，没有存储时高于低风险的调用一律不放行。',
  ],
} as const
