/** Why a card cannot decide, or its answer did not count. In English, and in Simplified Chinese. */
export const CARD_REFUSALS = {
  cardNotDrawn: ['the client draws no card of ours for this tool', '客户端没有为此工具显示我们的卡片'],
  cardBesideViews: [
    'the server has views of its own, which could press Confirm',
    '服务器有自己的视图，这些视图可能会按下“确认”',
  ],
  cardNotARail: ['the rule "{rule}" names other rails', '规则“{rule}”指定了其他途径'],
  cardLacksAssurance: [
    'the decision needs assurance "{=assurance}", and a card has the host\'s word only',
    '此决定需要的验证级别为“{=assurance}”，而卡片只有宿主的说法',
  ],
  cardNeedsQuorum: ['the decision needs {n} approvers', '此决定需要 {n} 位审批人'],
  cardNeedsName: ['the decision needs a named approver', '此决定需要指定的审批人'],
  cardTooSmall: ['the arguments are too long for a card', '参数过长，卡片无法显示'],
  cardBesideDialog: ['or in the dialog that your client shows', '或在客户端显示的对话框中决定'],
  cardNotYours: [
    'Refused: only the card that shows this question can answer it. Nothing was decided; this is on record.',
    '已拒绝：只有显示此问题的卡片才能回答它。没有做出任何决定；此事已记录。',
  ],
  cardCannotProve: [
    'This server draws views of its own, so a card cannot prove who answered. Decide on the page. Nothing was decided.',
    '此服务器会显示自己的视图，因此卡片无法证明是谁作答。请在页面上决定。没有做出任何决定。',
  ],
  editTooLongForCard: ['The edited arguments are too long for a card.', '修改后的参数过长，卡片无法显示。'],
  nothingDecided: ['{why=message} Nothing was decided.', '{why=message}没有做出任何决定。'],
  answerMustBeOneOf: ['"answer" must be one of {answers}.', '“answer”必须是以下之一：{answers}。'],
  fieldNotUnderstood: ['"{name}" is not understood.', '无法识别“{name}”。'],
  editsAreAllArguments: [
    '"edits" are all arguments as they are to be sent: an object, or its JSON text.',
    '“edits”应为将要发送的全部参数：一个对象，或其 JSON 文本。',
  ],
  editsWithApproval: ['"edits" come with an approval only.', '“edits”只能随批准一起提交。'],
  digestOfShown: ['"digest" is that of the arguments that were shown.', '“digest”应为所显示参数的摘要。'],
  grantNotRead: ['The grant: {why=grantFault}.', '授权：{why=grantFault}。'],
} as const
