/** What the log tells of an answer that was given. In English, and in Simplified Chinese. */
export const VERDICT_SENTENCES = {
  saidVia: ['{=answer} via {=rail} ({=assurance})', '{=answer}，通过{=rail}（{=assurance}）'],
  saidViaBecause: ['{=answer} via {=rail} ({=assurance}): {more}', '{=answer}，通过{=rail}（{=assurance}）：{more}'],
  approveOnce: ['approve once', '批准（仅此一次）'],
  approveWithEdits: ['approve with edits', '批准（修改参数后）'],
  approveOnceWithEdits: ['approve once with edits', '批准（修改参数后，仅此一次）'],
  noDecisionVia: ['no decision via {=rail} (host): {=why}', '没有做出决定，通过{=rail}（宿主）：{=why}'],
  foundExecuted: ['executed: {note}', '已执行：{note}'],
  foundNotExecuted: ['not executed: {note}', '没有执行：{note}'],
} as const
