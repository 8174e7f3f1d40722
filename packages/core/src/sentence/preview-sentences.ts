/** What the person who is asked reads beside the call itself. In English, and in Simplified Chinese. */

/** Said anew from their values, never recognised: they have too few words of their own to be recognised safely. */
export const TITLES = {
  callOn: ['{tool} on {server}', '在 {server} 上调用 {tool}'],
  undoTitle: ['Undo: {title}', '撤销：{title}'],
  runOnce: ['Run it once', '仅运行这一次'],
  runNot: ["Don't run it", '不运行'],
  yesAndAllow: ['Yes, and allow {tool} {=scope} for this session', '是，并在本次会话中允许{=scope}调用 {tool}'],
  yesOnce: ['Yes, only this once', '是，仅此一次'],
  noAnswer: ['No', '否'],
  notThere: ['(not there)', '（不存在）'],
  emptyList: ['(none)', '（无）'],
} as const

export const AGO = {
  before: ['before', '此前'],
  secondsAgo: ['{n} s ago', '{n} 秒前'],
  minutesAgo: ['{n} min ago', '{n} 分钟前'],
  hoursAgo: ['{n} h ago', '{n} 小时前'],
} as const

export const WARNINGS = {
  hiddenInArguments: [
    'The arguments contain hidden characters; they are shown by their code.',
    '参数含有隐藏字符，以其编码显示。',
  ],
  lookAlikeArguments: [
    'Two arguments look alike, {one} and {other}; the server may take one for the other.',
    '有两个参数看起来相同：{one} 与 {other}；服务器可能把其中一个当作另一个。',
  ],
  standsFor: ['The name "{name}" stands for "{other}".', '名称“{name}”代表“{other}”。'],
  hiddenInTool: ['The name of the tool contains hidden characters.', '工具名称含有隐藏字符。'],
  binaryInArguments: [
    'The arguments contain binary data that cannot be inspected here.',
    '参数含有无法在此查看的二进制数据。',
  ],
  definitionChanged: [
    'The server changed the definition of {tool} after it was first seen.',
    '{tool} 首次出现之后，服务器更改了它的定义。',
  ],
  runsAsTask: ['It is to run as a task of the server: {task}', '它将作为服务器的任务运行：{task}'],
  takesBackHold: ['This takes back hold {hold}: {title}.', '这将撤回调用 {hold}：{title}。'],
  identicalRan: ['An identical call ran {=ago}.', '{=ago}执行过一个相同的调用。'],
  identicalFailed: ['An identical call failed {=ago}.', '{=ago}有一个相同的调用失败了。'],
  identicalUnknown: [
    'An identical call may have run {=ago}: its outcome is UNKNOWN. Check before you approve it again.',
    '{=ago}有一个相同的调用可能已执行：其结果未知。再次批准前请先核实。',
  ],
  identicalResolved: [
    'An identical call of unknown outcome was resolved {=ago}: {note}.',
    '{=ago}有人核实了一个结果未知的相同调用：{note}。',
  ],
  identicalResolvedWithoutNote: [
    'An identical call of unknown outcome was resolved {=ago}: no note.',
    '{=ago}有人核实了一个结果未知的相同调用，没有附注。',
  ],
  identicalDeclined: ['An identical call was declined {=ago}.', '{=ago}有一个相同的调用被拒绝。'],
  identicalCancelled: ['An identical call was cancelled {=ago}.', '{=ago}有一个相同的调用被取消。'],
  changedSinceApproved: ['Changed since it was approved: {how=change}', '批准之后发生了变化：{how=change}'],
  cannotBeShown: ['What this is about could not be shown: {why=unread}.', '无法显示此调用所涉及的内容：{why=unread}。'],
  cannotBeShownInItsWords: [
    'What this is about could not be shown: {tool} of {server} failed, and says in its own words: {words}',
    '无法显示此调用所涉及的内容：{server} 的 {tool} 失败，其原话为：{words}',
  ],
  recipeUnclear: [
    '"{condition}" of the preview recipe gave no yes or no.',
    '预览配方中的“{condition}”没有给出是或否。',
  ],
  recipeFailed: [
    '"{condition}" of the preview recipe could not be evaluated: {error}',
    '预览配方中的“{condition}”无法求值：{error}',
  ],
} as const

/** Why what a call is about could not be read. */
export const UNREAD = {
  noSuchTool: ['the server has no tool {tool}', '服务器没有工具 {tool}'],
  readWouldAsk: ['{tool} may not be read without asking ({why=rating})', '未经询问不得用 {tool} 读取（{why=rating}）'],
  readDenied: ['{tool} is denied by policy ({why=rating})', '策略拒绝 {tool}（{why=rating}）'],
  logUnwritable: ['the audit log cannot be written', '审计日志无法写入'],
  notFoundAgain: ['{tool} cannot be looked up', '无法查到 {tool}'],
  noSuchFlag: [
    '{tool} declares no parameter "{parameter}" that is true or false',
    '{tool} 没有声明取值为真或假的参数“{parameter}”',
  ],
  lookAlikesNotSent: [
    'the arguments hold two names that look alike, {one} and {other}, and such arguments are not sent to look',
    '参数中有两个看起来相同的名称 {one} 与 {other}，这样的参数不会为查看而发送',
  ],
  rehearsalUnclear: ['the dry run could not be told from the real call', '无法把试运行与真正的调用区分开'],
  noAnswerFrom: ['{tool} did not answer within {n} s', '{tool} 在 {n} 秒内没有应答'],
  answerTooLarge: ['{tool} answered with more than {n} kB', '{tool} 的应答超过 {n} kB'],
  askedBack: ['{tool} asked for input instead of answering', '{tool} 要求输入而没有应答'],
  answerUnreadable: ['the answer of {tool} is neither structured nor JSON', '{tool} 的应答既不是结构化数据也不是 JSON'],
  failedInItsWords: ['{tool} failed, and says in its own words: {words}', '{tool} 失败，其原话为：{words}'],
} as const

export const UNRECOGNISED = {
  cannotBeKnown: ['cannot be told ({error})', '无法得知（{error}）'],
} as const
