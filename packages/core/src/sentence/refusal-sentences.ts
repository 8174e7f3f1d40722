/** Why an answer of a person did not count. In English, and in Simplified Chinese. */
export const SENDING = {
  callSent: ['the call was sent', '调用已发出'],
  callSentAt: ['the call was sent at {moment}', '调用已于 {moment} 发出'],
} as const

/** What is wrong with JSON. */
export const JSON_FAULTS = {
  jsonTooLong: ['the message is longer than {n} characters', '消息超过 {n} 个字符'],
  jsonTooMany: ['the message has more than {n} values; send it in parts', '消息包含的值超过 {n} 个；请分批发送'],
  jsonGoesOn: ['something follows the end of the message', '消息结束之后还有内容'],
  jsonTooDeep: ['arrays and objects nest deeper than {n}', '数组和对象的嵌套超过 {n} 层'],
  jsonNoValue: ['a value was expected', '此处应为一个值'],
  jsonNoKey: ['a key in quotes was expected', '此处应为带引号的键'],
  jsonKeyTwice: ['the key occurs twice in one object', '同一个键在一个对象中出现了两次'],
  jsonNoColon: ['a colon was expected', '此处应为冒号'],
  jsonObjectOpen: ['a comma or the end of the object was expected', '此处应为逗号或对象的结尾'],
  jsonArrayOpen: ['a comma or the end of the array was expected', '此处应为逗号或数组的结尾'],
  jsonMinusAlone: ['a digit must follow the minus sign', '减号之后应为数字'],
  jsonPointAlone: ['a digit must follow the decimal point', '小数点之后应为数字'],
  jsonExponentAlone: ['a digit must follow the exponent sign', '指数符号之后应为数字'],
  jsonInexact: ['the number cannot be carried exactly; send it as a string', '此数字无法精确表示；请作为字符串发送'],
  jsonShortEscape: ['four hexadecimal digits must follow \\u', '\\u 之后应为四位十六进制数字'],
  jsonUnknownEscape: ['unknown escape in a string', '字符串中有无法识别的转义'],
  jsonControl: ['a control character in a string must be escaped', '字符串中的控制字符须转义'],
  jsonSurrogate: ['half of a surrogate pair is no character', '半个代理对不是字符'],
  jsonStringOpen: ['the string does not end', '字符串没有结尾'],
} as const

export const TYPE_CHANGES = {
  typeChanged: ['/{path} was {before=type} and is now {after=type}', '/{path} 原为{before=type}，现为{after=type}'],
  typeOfWholeChanged: [
    'The whole was {before=type} and is now {after=type}',
    '整体原为{before=type}，现为{after=type}',
  ],
} as const

export const REFUSALS = {
  questionExpired: [
    'The question has expired; nothing ran. The agent may ask again.',
    '问题已过期；没有执行任何操作。智能体可以再次请求。',
  ],
  argumentsChangedBy: [
    '{by} has changed the arguments. Look at them as they are now, then decide.',
    '{by} 已修改参数。请先查看现在的参数，再做决定。',
  ],
  otherArgumentsShown: [
    'What was shown is not what this call would run with. Look at it again, then decide.',
    '所显示的内容与此调用将使用的参数不一致。请重新查看后再做决定。',
  ],
  undoStandsAlone: ['An offer to take a call back says nothing about other calls.', '撤回调用的提议不涉及其他调用。'],
  undoAsItIs: [
    'An offer to take a call back is approved as it is, or not at all.',
    '撤回调用的提议只能原样批准，或不批准。',
  ],
  policyDeniesEdit: ['The policy denies the edited call: {why=rating}', '策略拒绝修改后的调用：{why=rating}'],
  policyUnreadable: [
    'The policy cannot be read just now. See why: holdpoint policy check',
    '目前无法读取策略。查看原因：holdpoint policy check',
  ],
  ownTenantOnly: ['An approver pauses and resumes their own tenant only.', '审批人只能暂停和恢复自己的租户。'],
  noticesAreOperators: [
    'What the store noticed concerns every tenant; an operator accepts it: holdpoint audit accept, at the terminal of this home or with an admin’s token.',
    '存储所注意到的事项涉及所有租户；由运维人员接受：在此主目录的终端上或使用管理员令牌执行 holdpoint audit accept。',
  ],
  operatorPaused: [
    '{by} paused every tenant. Only an operator of this home can end that: holdpoint resume, at its terminal or with an admin’s token.',
    '{by} 暂停了所有租户。只有此主目录的操作员可以恢复：在其终端或使用管理员令牌运行 holdpoint resume。',
  ],
  nobodysIdentity: [
    '{n} people have to approve, and {identity} stands for nobody: say whose it is under "people" in the configuration, or use a token made with --person.',
    '需要 {n} 人批准，而 {identity} 不代表任何人：请在配置的“people”中说明它属于谁，或使用以 --person 创建的令牌。',
  ],
  chatAccountUnmapped: [
    'Your account here stands for no person who may decide. An operator maps it under "people" in the configuration.',
    '您在此处的账号不代表任何可以决定的人。请由运维人员在配置的“people”中添加它。',
  ],
  notInPeople: [
    '{identity} stands for no person who may decide here: say whose it is under "people" in the configuration.',
    '{identity} 在此不代表任何可以决定的人：请在配置的“people”中说明它属于谁。',
  ],
  anotherOwner: ['Another process looks after this hold.', '此调用由另一进程负责。'],
  mayHaveTakenEffect: [
    'It is not known that this call had no effect, or it was asked again since: only the agent can call again.',
    '无法确定此调用没有产生影响，或此后已再次询问：只有智能体可以再次调用。',
  ],
  holdIs: ['The hold is {=state}.', '此调用{=state}。'],
  holdHasEnded: ['The hold is {=state}', '此调用{=state}'],
  holdWasResolved: ['The hold is resolved: {note}', '此调用已核实：{note}'],
  holdHasEndedSo: ['The hold is {=state}: {=note}', '此调用{=state}：{=note}'],
  alreadyDecided: [
    'Already {answer=state} by {by} via {=rail}; the hold is {=state}.',
    '{by} 已通过{=rail}作出决定（{answer=state}）；此调用{=state}。',
  ],
  decidedOnOneRail: [
    'This call is decided via {first=rail}, not via {=rail}.',
    '此调用须通过{first=rail}决定，不能通过{=rail}。',
  ],
  decidedOnTwoRails: [
    'This call is decided via {first=rail}, {second=rail}, not via {=rail}.',
    '此调用须通过{first=rail}或{second=rail}决定，不能通过{=rail}。',
  ],
  decidedOnThreeRails: [
    'This call is decided via {first=rail}, {second=rail}, {third=rail}, not via {=rail}.',
    '此调用须通过{first=rail}、{second=rail}或{third=rail}决定，不能通过{=rail}。',
  ],
  assuranceTooWeak: [
    'This call needs an approval with assurance "{needed=assurance}"; this one has "{given=assurance}". Decide on the signed-in page or with an approver\'s token.',
    '此调用需要验证级别为“{needed=assurance}”的批准；本次为“{given=assurance}”。请在已登录的页面上决定，或使用审批人的令牌。',
  ],
  ownSideIsNone: [
    "This call needs {n} approvers; the requester's own side is none of them.",
    '此调用需要 {n} 位审批人；请求者自己一方不算在内。',
  ],
  notAnApprover: [
    '{by} is not among those who may approve this call: {approvers}.',
    '{by} 不在可批准此调用的人之列：{approvers}。',
  ],
  tooLateRunning: ['It is too late: {sent=sending} and is running.', '太晚了：{sent=sending}，正在执行。'],
  tooLateRan: ['It is too late: {sent=sending} and has run.', '太晚了：{sent=sending}，已执行完毕。'],
  tooLateFailed: ['It is too late: {sent=sending} and has failed.', '太晚了：{sent=sending}，并且失败了。'],
  tooLateUnknown: [
    'It is too late: {sent=sending}; what became of it is not known.',
    '太晚了：{sent=sending}；没有人知道结果如何。',
  ],
  tooLateFoundRun: [
    'It is too late: {sent=sending}, and somebody found out that it ran.',
    '太晚了：{sent=sending}，有人查明它已执行。',
  ],
  tooLateFoundNotRun: [
    'It is too late: {sent=sending}, and somebody found out that it did not run.',
    '太晚了：{sent=sending}，有人查明它没有执行。',
  ],
  schemaNotKept: [
    'The schema of this tool was not kept, so its arguments cannot be edited.',
    '没有保存此工具的模式，因此不能修改其参数。',
  ],
  editNotJson: [
    'The edited arguments are not acceptable JSON: {why=json}.',
    '修改后的参数不是可接受的 JSON：{why=json}。',
  ],
  editNoObject: [
    'The edited arguments are an object, as the requested ones are.',
    '修改后的参数须是一个对象，与所请求的参数一样。',
  ],
  editHoldsMask: [
    'The edit has a mask in place of a secret, such as ⟦ghp_…9fA2 (40 characters)⟧. Masks only stand where a call is shown: put the secret itself, or begin the edit anew.',
    '修改中有一处用遮盖代替了密钥，例如 ⟦ghp_…9fA2 (40 个字符)⟧。遮盖只用于显示：请填入密钥本身，或重新开始修改。',
  ],
  editControls: [
    '"{name}" is no argument of this tool; it is never sent on.',
    '“{name}”不是此工具的参数；它从不会被转发。',
  ],
  editKeepsTypes: ['An edit keeps the types: {what=typeChange}.', '修改不能改变类型：{what=typeChange}。'],
  argumentsMust: ['The arguments must {demand}.', '参数不合要求：must {demand}。'],
  argumentMust: ['/{path} must {demand}.', '参数 /{path} 不合要求：must {demand}。'],
  schemaUnusable: [
    "The tool's schema cannot be used to check an edit: {error}.",
    '此工具的模式无法用来检查修改：{error}。',
  ],
  schemaTooLarge: [
    "The tool's schema cannot be used to check an edit: it is too large, too deep or no object.",
    '此工具的模式无法用来检查修改：它过大、嵌套过深或不是对象。',
  ],
  editOfDryRun: [
    'What is shown is a dry run of the requested arguments; others were not tried out. Reject the call with a reason, so that the agent asks for that.',
    '所显示的是对所请求参数的试运行；没有试过其他参数。请说明理由并拒绝此调用，让智能体另行请求。',
  ],
  editElsewhere: [
    'The edited arguments are about something else than what is shown here. Reject the call with a reason, so that the agent asks for that.',
    '修改后的参数所涉及的与此处显示的不是同一对象。请说明理由并拒绝此调用，让智能体另行请求。',
  ],
  editWithoutObject: ['There is nothing for the edited arguments to act on.', '修改后的参数没有可作用的对象。'],
  editNotPossible: [
    'The edited arguments are not possible: {reason=forbidden}',
    '修改后的参数不可行：{reason=forbidden}',
  ],
  editNotJudged: [
    'The configuration has problems, so an edit cannot be judged: holdpoint policy check',
    '配置有问题，因此无法判断修改：holdpoint policy check',
  ],
} as const
