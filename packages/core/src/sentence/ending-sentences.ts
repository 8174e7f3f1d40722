/**
 * Why a hold ended without a verdict, or why it is unknown how its call ended. In English, and in Simplified Chinese.
 */
export const NOTES = {
  nobodyDecided: ['Nobody decided in time.', '无人及时决定。'],
  approvalLapsed: ['The approval lapsed before the call ran.', '批准在调用执行之前已失效。'],
  revokedBy: ['Revoked by {by}', '已由 {by} 收回'],
  revokedBecause: ['Revoked by {by}: {reason}', '已由 {by} 收回：{reason}'],
  changedSinceShown: ['What it is about has changed since it was shown.', '此调用所涉及的内容在显示之后发生了变化。'],
  changedSinceShownInBrief: [
    'what it is about has changed since it was shown',
    '此调用所涉及的内容在显示之后发生了变化',
  ],
  changedSinceShownShort: ['changed since it was shown', '显示之后发生了变化'],
  changedSinceShownSo: ['changed since it was shown: {how=change}', '显示之后发生了变化：{how=change}'],
  toolGone: ['the server no longer has this tool', '服务器已没有此工具'],
  definitionDrifted: ['the tool definition changed since it was shown', '工具定义在显示之后发生了变化'],
  descriptionDrifted: ['the tool description changed since it was shown', '工具描述在显示之后发生了变化'],
  policyDenies: ['the policy now denies it: {why=rating}', '策略现在拒绝它：{why=rating}'],
  policyAsksNoMore: ['the policy no longer asks about it; call again', '策略不再询问它；请重新调用'],
  peopleChanged: [
    'who stands for whom has changed, and too few people have approved it now',
    '身份所代表的人已变化，批准的人数现在不足',
  ],
  policyAsksMore: ['the policy now asks for more', '策略现在的要求更高'],
  mayNoLongerApprove: ['{by} may no longer approve', '{by} 已无权批准'],
  answeredUnknown: [
    'the client answered the question with something unknown: {why=form}',
    '客户端对问题的回答无法识别：{why=form}',
  ],
  madeRoom: [
    'It made room: only the newest {n} offers to take a call back stand open.',
    '为新的提议让位：只保留最新的 {n} 个撤回提议。',
  ],
  storeRestored: [
    'The store was restored or its log cut; what was decided before is asked again. It did not run from here.',
    '存储被恢复或其日志被截断；此前的决定需重新询问。它没有在此执行。',
  ],
  clockWasSetBack: [
    "The machine's clock was set back, so the approval has lapsed. It did not run.",
    '机器时钟被往回拨，因此批准已失效。它没有执行。',
  ],
  askedAheadOfTime: [
    'It was asked while the clock was ahead; the clock has been accepted as it is now. It did not run.',
    '它是在时钟超前时提出的；现已接受当前时钟。它没有执行。',
  ],
  notWhatWasApproved: [
    'the stored call is not what was approved: its arguments were changed in the store',
    '存储的调用不是已批准的那个：其参数在存储中被更改',
  ],
  approvalSpent: [
    'the log says that this approval was used or ended before: the hold was changed in the store',
    '日志表明此批准此前已被使用或终止：该暂停在存储中被更改',
  ],
  approvalNotOnRecord: [
    'the log knows no such approval: the hold was changed in the store',
    '日志中没有这样的批准：该暂停在存储中被更改',
  ],
  questionNotSent: ['The question could not be sent to the chat. It did not run.', '问题未能发送到会话。它没有执行。'],
  runnerEnded: [
    'The process that would have run it has ended, and no other can. It did not run.',
    '负责执行它的进程已结束，其他进程无法代劳。它没有执行。',
  ],
} as const

/** How what a call is about differs from what was shown. */
export const CHANGES = {
  recipeGone: ['its preview recipe is no longer in the configuration', '其预览配方已不在配置中'],
  noLongerThere: ['it is no longer there', '它已不存在'],
  nothingToActOn: ['there is nothing for the approved arguments to act on', '已批准的参数没有可作用的对象'],
  notPossible: [
    'the approved arguments are not possible: {reason=forbidden}',
    '已批准的参数不可行：{reason=forbidden}',
  ],
  aboutSomethingElse: ['the approved arguments are about something else', '已批准的参数指向了别的对象'],
  tooLongToTell: ['something in it that is too long to be told here', '其中有内容过长，无法在此说明'],
} as const

/** Why a call was not sent, or its outcome is unknown. */
export const FAILURES = {
  sentBeforeRestore: [
    'the store was restored while the call was under way, or to a time when it was',
    '存储在调用进行期间被恢复，或被恢复到调用进行的时刻',
  ],
  senderEnded: [
    'The process that sent the call ended before it stored an outcome.',
    '发送此调用的进程在保存结果之前已结束。',
  ],
  senderUnheard: [
    'The process that sent the call has not been heard of for longer than its lease; whether the call ran is not known.',
    '发送此调用的进程已超过租约期限没有消息；不知道调用是否已执行。',
  ],
  requesterUnheard: [
    'Whoever was to run it reported no outcome in time; whether it ran is not known.',
    '负责执行它的一方没有及时报告结果；不知道它是否已执行。',
  ],
  requesterDoesNotKnow: ['Whoever ran it does not know whether it took effect.', '执行它的一方不知道它是否已生效。'],
  requesterDoesNotKnowSaying: [
    'Whoever ran it does not know whether it took effect: {words}',
    '执行它的一方不知道它是否已生效：{words}',
  ],
  leaseLapsed: [
    'this process was away for longer than its lease, so it starts nothing that was decided meanwhile',
    '此进程离开的时间超过了其租约，因此不会启动期间已决定的调用',
  ],
  inputUnanswered: ['The server asked for input and nobody answered it in time.', '服务器要求输入，但无人及时回答。'],
  serverSilent: ['The server did not answer within {n} s.', '服务器在 {n} 秒内没有应答。'],
  stoppedEarly: ['Holdpoint was stopped before the server answered.', 'Holdpoint 在服务器应答之前被停止。'],
  pausedBeforeSending: ['everything above low risk is paused', '低风险以上的调用已全部暂停'],
  notLookedAtAgainInBrief: ['it could not be looked at again', '无法再次查看'],
  notLookedAtAgain: ['it could not be looked at again: {why}', '无法再次查看：{why}'],
  serverNotRunning: ['the server is not running', '服务器没有运行'],
  cancelledUnsent: ['it was cancelled before it was sent', '它在发送之前被取消'],
  streamClosed: ['the server closed the stream without an answer', '服务器关闭了数据流而没有应答'],
  streamNotResumed: ['the server closed the stream and did not resume it', '服务器关闭了数据流且没有恢复'],
  answeredWithoutResult: ['the server answered {status} without a result', '服务器以 {status} 应答，但没有结果'],
  answerCutOff: ['the answer was too large or cut off', '应答过大或被截断'],
  answeredHttp: ['the server answered HTTP {status}', '服务器以 HTTP {status} 应答'],
  answeredHttpSaying: ['the server answered HTTP {status}: {words}', '服务器以 HTTP {status} 应答：{words}'],
  serverNotStarted: ['the server could not be started: {error}', '服务器无法启动：{error}'],
  serverEndedBy: ['the server was ended by {signal}', '服务器被 {signal} 结束'],
  serverExited: ['the server exited with code {code}', '服务器已退出，代码 {code}'],
  handshakeUnanswered: [
    'the restarted server did not answer the handshake within {n} s',
    '重新启动的服务器在 {n} 秒内没有应答握手',
  ],
  handshakeRefused: ['the restarted server refused the handshake', '重新启动的服务器拒绝了握手'],
  idInUse: ['another request of this id is still open', '另一个使用相同编号的请求尚未结束'],
  noAnswerTo: ['no answer to {method} within {n} ms', '{method} 在 {n} 毫秒内没有得到应答'],
  connectionClosed: ['the connection was closed', '连接已关闭'],
} as const

/** Why a recipe forbids a call, where it gives no words of its own. */
export const FORBIDDEN = {
  itsStateForbids: ['Its state forbids it.', '其当前状态不允许。'],
} as const
