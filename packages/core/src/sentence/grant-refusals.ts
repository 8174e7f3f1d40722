/** Why a standing answer may not stand. In English, and in Simplified Chinese. */
export const GRANT_REFUSALS = {
  grantLength: [
    'It lasts a whole number of milliseconds, from a second to ten years.',
    '有效期应为整数毫秒，从一秒到十年。',
  ],
  grantLengthByHost: [
    'From the host itself it may last for the session or 30 minutes. For longer, use the signed-in page or an approver’s token.',
    '在宿主中给出的授权只能持续到会话结束或 30 分钟。如需更久，请使用已登录的页面或审批人的令牌。',
  ],
  grantRunsAnything: [
    '{tool} runs what it is given. From the host itself only the same arguments are allowed again; for more, use the signed-in page or an approver’s token.',
    '{tool} 会执行交给它的任何内容。在宿主中只能再次允许相同的参数；如需更多，请使用已登录的页面或审批人的令牌。',
  ],
  denialWithoutLimits: ['A denial has no count and no amount.', '拒绝不能附带次数或数额。'],
  timesAreWhole: ['The number of times is a whole number from 1.', '次数应为从 1 起的整数。'],
  totalIsPositive: [
    'The total is a number above 0 with at most six decimals.',
    '总额应为大于 0 的数字，最多六位小数。',
  ],
  nothingToAddUp: [
    'This call has no number from 0 at {path} that could be added up.',
    '此调用在 {path} 处没有可累计的非负数字。',
  ],
  noConditions: ['A list of conditions has at least one.', '条件列表至少要有一个条件。'],
  tooManyConditions: ['More than {n} conditions are not read.', '最多读取 {n} 个条件。'],
  tooManyArguments: ['More than {n} arguments are not remembered.', '最多记住 {n} 个参数。'],
  conditionNotMet: ['This very call does not meet the condition on {path}.', '此调用本身就不符合对 {path} 的条件。'],
  choiceTooLarge: ['A choice has 1 to {n} values.', '可选值应为 1 到 {n} 个。'],
  folderInFull: [
    'The folder is written out in full: no "..", no "~", no variables, no address.',
    '文件夹须写全：不能有“..”、“~”、变量或网址。',
  ],
  boundsInOrder: [
    'A bound is a number from 0, the upper one not below the lower.',
    '界限应为从 0 起的数字，上限不得低于下限。',
  ],
  beginningLength: ['A beginning has 1 to {n} characters.', '开头应为 1 到 {n} 个字符。'],
  runNotByBeginning: [
    'What a database or a shell runs is not granted by how it begins.',
    '数据库或命令行执行的内容不能按其开头授权。',
  ],
  placeNotByBeginning: [
    'A path or an address is not granted by how it begins; use "under" for folders.',
    '路径或地址不能按其开头授权；文件夹请用“under”。',
  ],
  notAnArgumentPath: [
    '"{path}" is no path to an argument. Write it like /amount or /items/*/price.',
    '“{path}”不是参数的路径。请写成 /amount 或 /items/*/price 这样的形式。',
  ],
  irreversibleEachTime: ['What cannot be undone is asked for each time.', '无法撤销的操作每次都要询问。'],
  ruleEachTime: ['The rule "{rule}" is asked for each time.', '规则“{rule}”每次都要询问。'],
  quorumEachTime: [
    '{n} approvers are needed each time; one cannot permit it for all of them.',
    '每次都需要 {n} 位审批人；一个人不能代表所有人允许。',
  ],
  argumentsUnreadable: ['The arguments of this call cannot be read again.', '此调用的参数无法再次读取。'],
  editGrantsNothing: [
    'An approval with changed arguments is about this call alone: nothing can be allowed with it.',
    '修改参数后的批准只针对这一次调用，不能同时授权其他调用。',
  ],
  noScope: ['This call has no scope that could be allowed.', '此调用没有可以授权的范围。'],
  scopeForSession: ['A scope can be allowed for the session only.', '范围只能在本次会话中授权。'],
  cancelGrantsNothing: ['A cancelled call says nothing about the next one.', '取消一个调用并不说明如何对待下一个。'],
} as const

/** What is wrong with how one was asked for. */
export const GRANT_FAULTS = {
  grantNoObject: ['An object is expected', '应为一个对象'],
  grantNameUnknown: ['"{name}" is not understood', '无法识别“{name}”'],
  grantForWrong: ['"for" is "session", "always" or a number of milliseconds', '“for”应为“session”、“always”或毫秒数'],
  grantTimesWrong: ['"times" is a number', '“times”应为数字'],
  grantAmountWrong: ['"amount" is {shape}', '“amount”应为 {shape}'],
  grantConditionWrong: ['Condition {n} in "arguments" is not understood', '无法识别“arguments”中的第 {n} 个条件'],
  grantArgumentsWrong: [
    '"arguments" is "same", "any", "scope" or a list of conditions',
    '“arguments”应为“same”、“any”、“scope”或条件列表',
  ],
} as const
