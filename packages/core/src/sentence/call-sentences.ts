/**
 * Sentences for the log and the agent about calls that passed, or that no person was asked about. In English, and for
 * people in Simplified Chinese, without what only an agent needs.
 */
export const CALL_ANSWERS = {
  deniedByGrant: [
    '{tool} is denied: {by} said so on {when} UTC, and it stands. Tell the user; do not retry or seek the same effect another way.',
    '{tool} 被拒绝：{by} 已于 {when} UTC 作此决定，且仍然有效。',
  ],
  deniedByGrantForSuch: [
    '{tool} with such arguments is denied: {by} said so on {when} UTC, and it stands. Tell the user; do not retry or seek the same effect another way.',
    '以此类参数调用 {tool} 被拒绝：{by} 已于 {when} UTC 作此决定，且仍然有效。',
  ],
  clientAsksTooMuch: [
    '{n} questions of this client are open already. Let a person decide those first.',
    '此客户端已有 {n} 个待决的问题。请先决定这些问题。',
  ],
  connectionAsksTooMuch: [
    '{n} questions of this connection are open already, under whatever names. Let a person decide those first.',
    '此连接已有 {n} 个待决的问题，无论使用何种名称。请先决定这些问题。',
  ],
  principalAsksTooMuch: [
    '{n} questions of {principal} are open already. Let a person decide those first.',
    '{principal} 已有 {n} 个待决的问题。请先决定这些问题。',
  ],
  hidesTooMuch: [
    '{tool} cannot be shown to anybody: a text in its arguments has more than {n} characters that cannot be seen. Nothing ran, and nobody was asked. Send it without them.',
    '无法向任何人展示 {tool}：其参数中有一段文本含有超过 {n} 个不可见字符。没有执行任何操作，也没有询问任何人。',
  ],
  principalHoldsTooMuch: [
    'The open questions of {principal} take {taken} already, {most} is the most, and this call takes {size}. Let a person decide those first, or send less in one call.',
    '{principal} 的待决问题已占用 {taken}，上限为 {most}，而此调用需要 {size}。请先决定这些问题，或减小单次调用的内容。',
  ],
  tenantHoldsTooMuch: [
    'The open questions of the tenant {tenant} take {taken} already, {most} is the most, and this call takes {size}. Let a person decide those first, or send less in one call.',
    '租户 {tenant} 的待决问题已占用 {taken}，上限为 {most}，而此调用需要 {size}。请先决定这些问题，或减小单次调用的内容。',
  ],
  callTooLargeToHold: [
    '{tool} cannot be held for a decision: this call takes {size}, and {most} is the most. Send less in one call.',
    '无法暂存 {tool} 以待决定：此调用需要 {size}，上限为 {most}。请减小单次调用的内容。',
  ],
  otherCallOfThatName: [
    'Nothing ran. This call id stands for a call of another tool or with other arguments already. Make a new call with an id of its own.',
    '没有执行任何操作。此调用标识已用于另一工具或其他参数的调用。',
  ],
  declinedTooOften: [
    '{tool} was declined {n} times in this session and is not asked for again. Ask the user what they want instead.',
    '{tool} 在本次会话中已被拒绝 {n} 次，不再询问。',
  ],
  nothingThereToActOn: [
    'Nothing ran, and nobody was asked: there is nothing for {tool} to act on. {source} of {server} says, in its own words: {words} Check the arguments before you call again.',
    '没有执行任何操作，也没有询问任何人：{tool} 没有可作用的对象。{server} 的 {source} 的原话为：{words}',
  ],
  nobodyAskedFor: ['Nothing ran, and nobody was asked: {words}', '没有执行任何操作，也没有询问任何人：{words}'],
  notPossibleNow: [
    'Nothing ran, and nobody was asked: {tool} is not possible now. {reason=forbidden} Do not retry it; tell the user.',
    '没有执行任何操作，也没有询问任何人：现在无法执行 {tool}。{reason=forbidden}',
  ],
  outcomeNotStored: [
    'Holdpoint cannot reach its store, so it cannot say what became of this call. Do not retry; tell the user.',
    'Holdpoint 无法访问其存储，因此无法说明此调用的结果。',
  ],
  deniedByPolicy: [
    '{tool} is denied by policy: {why=rating} Do not retry or seek the same effect another way.',
    '策略拒绝了 {tool}：{why=rating}',
  ],
  deniedWhilePaused: [
    '{tool} is denied: everything above low risk is paused. Tell the user; do not retry.',
    '{tool} 被拒绝：低风险以上的调用已全部暂停。',
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
