/**
 * What the gate of a bot writes into a chat, and hands to the agent that asked. In English, and in Simplified Chinese.
 */
export const CHAT = {
  chatQuestion: ['Please confirm: {title}', '需要确认：{title}'],
  chatIrreversible: ['⚠ It cannot be taken back.', '⚠ 此操作无法撤销。'],
  chatArguments: ['Arguments:', '参数：'],
  chatConfirmWord: ['"confirm"', '“确认”'],
  chatCancelWord: ['"cancel"', '“取消”'],
  chatConfirmCode: ['"confirm {code}"', '“确认 {code}”'],
  chatCancelCode: ['"cancel {code}"', '“取消 {code}”'],
  chatReply: [
    'Reply {confirm} to run it, or {cancel} to drop it, within {time}.',
    '请回复{confirm}执行，或回复{cancel}放弃（{time}内有效）。',
  ],
  chatMinutes: ['{n} min', '{n} 分钟'],
  chatSeconds: ['{n} s', '{n} 秒'],
  chatStillWaits: ['Still waiting for an answer:', '仍在等待答复：'],
  chatSayWhich: ['Nothing was decided yet. Say which one you mean:', '尚未作出决定。请说明是哪一项：'],
  chatWaits: ['{title}: reply {confirm} or {cancel}.', '{title}：请回复{confirm}或{cancel}。'],
  chatUnknownCode: [
    'No question in this chat has the code {code}. Nothing was decided.',
    '此会话中没有编号为 {code} 的问题。没有作出任何决定。',
  ],
  chatMayNotAnswer: [
    'You may not answer this question: {title}. Nothing was decided; this is on record.',
    '您无权答复此问题：{title}。没有作出任何决定；此事已记录。',
  ],
  chatUnsigned: [
    'Nothing was decided: the platform does not sign what comes this way, and anybody could have sent it.',
    '没有作出任何决定：平台没有对以这种方式到达的消息签名，任何人都可能发送它。',
  ],
  chatStoreAway: [
    'Your answer cannot be stored at the moment, so nothing was decided. Reply again shortly.',
    '目前无法保存您的答复，因此没有作出任何决定。请稍后再次回复。',
  ],
  chatDone: ['Done: {title}', '已完成：{title}'],
  chatRunning: ['Confirmed already, and under way: {title}', '已确认，正在执行：{title}'],
  chatFailed: ['Failed: {title}: {why}', '执行失败：{title}：{why}'],
  chatCancelled: ['Operation cancelled', '操作已取消'],
  chatTimeout: ['Operation cancelled (timeout)', '操作已取消（超时）'],
  chatCancelledOf: ['Operation cancelled: {title}', '操作已取消：{title}'],
  chatTimeoutOf: ['Operation cancelled (timeout): {title}', '操作已取消（超时）：{title}'],
  chatOutcomeUnknown: [
    'Outcome unknown: {title}. It was started and did not report its end. Check whether it took effect before you ask for it again.',
    '结果未知：{title}。此操作已经开始，但没有报告结束。再次要求执行之前，请先核实它是否已经生效。',
  ],
  chatLapsed: [
    'Confirmed, but it could not be started in time: {title}. Nothing was done; ask for it again.',
    '已确认，但未能及时开始：{title}。没有执行任何操作；请重新提出。',
  ],
  chatNotRun: ['Not run: {title}: {why=note}', '没有执行：{title}：{why=note}'],
  chatNoPlace: [
    'Nothing was done: this job has no chat to ask in, and the gate has no place for such questions (`unattended`).',
    '没有执行任何操作：此任务没有可以询问的会话，也没有为这类问题指定去处（`unattended`）。',
  ],
  chatTooLong: [
    'Nothing was done: the question has {n} characters, and this chat shows {most} at most. What is not shown whole cannot be confirmed.',
    '没有执行任何操作：问题有 {n} 个字符，而此会话最多显示 {most} 个。没有完整显示的内容不能被确认。',
  ],
  chatHidesTooMuch: [
    'Nothing was done: the arguments have too many hidden characters to be shown.',
    '没有执行任何操作：参数中的隐藏字符过多，无法显示。',
  ],
  chatGateAway: [
    'Nothing was done: the question cannot be stored at the moment. Try again shortly.',
    '没有执行任何操作：目前无法保存此问题。请稍后重试。',
  ],
  chatStaysOpen: [
    'The question stays open in the chat. What is confirmed there runs once this bot is up again.',
    '问题在会话中保持有效。在那里确认的操作，会在此机器人重新启动后执行。',
  ],
} as const
