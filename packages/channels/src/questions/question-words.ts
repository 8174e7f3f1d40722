/** The words of a question in a chat, in English and in Simplified Chinese. What the core says of a call is translated by the core. */
import { otherLanguage } from '@holdpoint/core/sentence'

const WORDS = {
  risk: ['Risk: {risk}. {why}', '风险：{risk}。{why}'],
  irreversible: ['This cannot be undone.', '此操作无法撤销。'],
  askedBy: [
    'Asked by {principal} through {client}: {tool} on {server}',
    '由 {principal} 通过 {client} 请求：{server} 的 {tool}',
  ],
  answerBy: ['Answer by {when} ({left}).', '请在 {when} 之前答复（{left}）。'],
  leftNone: ['less than a minute from now', '剩余不到 1 分钟'],
  leftMinutes: ['about {n} min from now', '剩余约 {n} 分钟'],
  leftHours: ['about {n} h from now', '剩余约 {n} 小时'],
  leftDays: ['about {n} days from now', '剩余约 {n} 天'],
  arguments: ['Arguments', '参数'],
  noArguments: ['No arguments.', '没有参数。'],
  asTold: ['as {source} of the server tells', '由服务器的 {source} 提供'],
  agentSays: ['The agent says (its claim, not a fact)', '智能体声称（未经证实）'],
  agentSaysNothing: ['The agent gave no reason.', '智能体没有说明理由。'],
  needed: ['{given} of {needed} people have approved.', '{needed} 人中已有 {given} 人批准。'],
  approve: ['Approve', '批准'],
  decline: ['Decline', '拒绝'],
  reason: ['Reason (optional)', '理由（可选）'],
  reasonHint: ['The agent is told what you write here.', '您在此填写的内容会告知智能体。'],
  replyWith: [
    'Or reply "confirm {code}" or "cancel {code}" and why.',
    '也可以回复“确认 {code}”或“取消 {code}”并说明理由。',
  ],
  replyOnly: ['Reply "confirm {code}" or "cancel {code}" and why.', '请回复“确认 {code}”或“取消 {code}”并说明理由。'],
  mentionMe: ['In this group, mention me in the reply.', '在本群中回复时请 @ 我。'],
  codeAlone: [
    'It is approved by its code alone: reply "confirm {code}". To decline it, press the button or reply "cancel {code}".',
    '只能凭代码批准：请回复“确认 {code}”。如要拒绝，请按按钮或回复“取消 {code}”。',
  ],
  declineOnly: ['To decline it, reply "cancel {code}".', '如要拒绝，请回复“取消 {code}”。'],
  pressOnly: [
    'Press a button to answer. What is written here decides nothing: the platform does not sign it.',
    '请按按钮答复。在此书写的内容不作任何决定：平台没有对其签名。',
  ],
  pressToDecline: [
    'To decline it, press the button. It cannot be approved in this chat: the platform does not sign what is written here.',
    '如要拒绝，请按按钮。不能在此会话中批准：平台没有对在此书写的内容签名。',
  ],
  elsewhere: [
    'It cannot be answered in this chat: the platform does not sign what is written here. Answer on the page.',
    '不能在此会话中答复：平台没有对在此书写的内容签名。请在页面上答复。',
  ],
  tooLong: [
    'It is too long to be shown whole here, so it cannot be approved here.',
    '内容过长，无法在此完整显示，因此不能在此批准。',
  ],
  readAll: ['Read all of it', '查看全部内容'],
  openPage: ['Open the page', '打开页面'],
  noPage: [
    'No page can be opened from here: public_url is not set. On the machine of Holdpoint: holdpoint show {id}',
    '此处无法打开页面：未设置 public_url。请在 Holdpoint 所在机器上运行：holdpoint show {id}',
  ],
  leftOut: ['… {n} more characters', '……另有 {n} 个字符'],
  approvedBy: ['Approved by {who}, {when}, {where}.', '已由 {who} 批准，{when}，{where}。'],
  approvedWithChanges: ['Approved with changes by {who}, {when}, {where}.', '已由 {who} 修改后批准，{when}，{where}。'],
  declinedBy: ['Declined by {who}, {when}, {where}.', '已由 {who} 拒绝，{when}，{where}。'],
  cancelledBy: ['Cancelled by {who}, {when}, {where}.', '已由 {who} 取消，{when}，{where}。'],
  cancelled: ['Cancelled. It did not run.', '已取消，没有执行。'],
  expired: ['Nobody answered in time. It did not run.', '无人及时答复，没有执行。'],
  invalidated: ['No longer asked: {why}. It did not run.', '不再询问：{why}。没有执行。'],
  reasonGiven: ['Reason: {reason}', '理由：{reason}'],
  running: ['It is running.', '正在执行。'],
  willRun: ['It runs next.', '即将执行。'],
  runsInClient: ['It runs in {client}, which takes it from here.', '由 {client} 领取并在其自身的进程中执行。'],
  succeeded: ['It ran.', '已执行。'],
  failed: ['It ran and reported an error.', '已执行，但报告了错误。'],
  unknown: [
    'Whether it ran is not known. Look, then record it on the page.',
    '不知道是否已执行。请核实后在页面上记录。',
  ],
  resolvedRan: ['{who} looked into it: it ran.', '{who} 已核实：已执行。'],
  resolvedNotRun: ['{who} looked into it: it did not run.', '{who} 已核实：没有执行。'],
  notKnown: ['This question is not known here any more.', '此处已没有这个问题。'],
  changedSince: [
    'The arguments were changed since this message was written. Read it again, then answer.',
    '此消息发出之后参数已被修改。请重新查看后再答复。',
  ],
  codeDemanded: [
    'A button does not approve this. Read it, then reply "confirm {code}".',
    '此操作不能用按钮批准。请查看后回复“确认 {code}”。',
  ],
  saidBefore: ['You said so before; it counts once.', '您之前已这样答复；只计一次。'],
  notTaken: [
    'Something went wrong here, and your answer was perhaps not taken. Look at the message, then write it again.',
    '此处出错，您的答复可能未被采纳。请查看消息后重新回复。',
  ],
  notCounted: ['Your answer did not count: {why}', '您的答复未被计入：{why}'],
  youApproved: ['Approved. It runs now.', '已批准，即将执行。'],
  youApprovedRequester: ['Approved. Whoever asked runs it.', '已批准，由请求者执行。'],
  youDeclined: ['Declined. It does not run.', '已拒绝，不会执行。'],
  youCounted: ['Your approval counts; more people are needed.', '您的批准已计入，还需要更多人。'],
  tooLate: ['Nothing changed. {what}', '没有变化。{what}'],
  nothingWaits: ['Nothing waits for an answer here.', '此处没有等待答复的问题。'],
  sayWhich: ['Nothing was decided yet. Say which one you mean:', '尚未作出决定。请说明是哪一项：'],
  noAnswer: [
    'Nothing was decided: this is no answer that counts. What waits here:',
    '没有作出任何决定：这不是有效的答复。此处等待答复的有：',
  ],
  waits: ['{title}: reply "confirm {code}" or "cancel {code}".', '{title}：请回复“确认 {code}”或“取消 {code}”。'],
  waitsTooLong: [
    '{title}: too long for this chat. Approve it on the page, or reply "cancel {code}".',
    '{title}：内容过长。请在页面上批准，或回复“取消 {code}”。',
  ],
  andMore: ['{n} more wait; their codes stand in their messages.', '另有 {n} 项等待答复，代码见各自的消息。'],
  notSigned: [
    'Nothing was decided: the platform does not sign what is written in this chat, so it never counts. Use the page or a button of the question.',
    '没有作出任何决定：平台没有对在此会话中书写的内容签名，因此一律不计入。请使用页面或问题上的按钮。',
  ],
  unknownCode: ['No question with the code {code} waits here.', '此处没有代码为 {code} 的问题。'],
  reminder: [
    'Still waiting: {title}. Answer by {when} ({left}) with "confirm {code}" or "cancel {code}".',
    '仍在等待：{title}。请在 {when} 之前（{left}）回复“确认 {code}”或“取消 {code}”。',
  ],
  reminderElsewhere: [
    'Still waiting: {title} ({code}). Answer by {when} ({left}), by its button or on the page.',
    '仍在等待：{title}（{code}）。请在 {when} 之前（{left}）用按钮或在页面上答复。',
  ],
  digest: [
    '{n} more questions wait for an answer. They are not shown one by one here; open the page or run: holdpoint inbox',
    '另有 {n} 个问题等待答复。它们不在此逐一显示；请打开页面或运行：holdpoint inbox',
  ],
  rationaleMissing: [
    '{host} ({who}) calls {what} on {where} without a rationale. From {date} on such calls are refused. This is said once for each caller.',
    '{host}（{who}）在 {where} 上调用 {what} 时没有说明理由。自 {date} 起，此类调用将被拒绝。每个调用方只提示一次。',
  ],
  here: ['in this chat', '在此会话中'],
  onChannel: ['in {channel}', '在 {channel} 中'],
  onRail: ['on the {rail}', '通过{rail}'],
} as const

export type WordName = keyof typeof WORDS

/** Values stand as they are: they are plain text, and so is what is made of them. */
export function questionWord(
  locale: string,
  name: WordName,
  values: { readonly [slot: string]: string | number } = {},
): string {
  return WORDS[name][otherLanguage(locale) === null ? 0 : 1].replaceAll(/\{(\w+)\}/g, (slot, key: string) =>
    Object.hasOwn(values, key) ? String(values[key]) : slot,
  )
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How much time is left of it, roughly: true of the moment at which it is written. */
export function timeLeft(leftMs: number, locale: string): string {
  if (leftMs < MINUTE_MS) return questionWord(locale, 'leftNone')
  if (leftMs < 2 * HOUR_MS) return questionWord(locale, 'leftMinutes', { n: Math.round(leftMs / MINUTE_MS) })
  if (leftMs < 2 * DAY_MS) return questionWord(locale, 'leftHours', { n: Math.round(leftMs / HOUR_MS) })
  return questionWord(locale, 'leftDays', { n: Math.round(leftMs / DAY_MS) })
}

/** The same moment for every reader, wherever they are. */
export function moment(at: number, locale: string): string {
  const style = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const
  return `${new Intl.DateTimeFormat(otherLanguage(locale) ?? 'en', style).format(at)} UTC`
}
