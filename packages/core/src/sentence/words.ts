/** Words of closed sets that stand inside sentences as they are stored. In English, and in Simplified Chinese. */
export const RISK_WORDS = {
  low: ['low', '低'],
  medium: ['medium', '中'],
  high: ['high', '高'],
} as const

/** What a ruling answers. */
export const RULED = {
  passWord: ['pass', '放行'],
  askWord: ['ask', '询问'],
  denyWord: ['deny', '拒绝'],
} as const

/** What a person answered. */
export const SAID = {
  approveWord: ['approve', '批准'],
  declineWord: ['decline', '拒绝'],
  cancelWord: ['cancel', '取消'],
  approveWithEdits: ['approve with edits', '批准（修改参数后）'],
} as const

export const STATES = {
  pending: ['pending', '等待决定'],
  approved: ['approved', '已批准'],
  dispatching: ['dispatching', '正在执行'],
  succeeded: ['succeeded', '已成功'],
  failed: ['failed', '已失败'],
  unknown: ['unknown', '结果未知'],
  resolved: ['resolved', '已核实'],
  declined: ['declined', '已拒绝'],
  cancelled: ['cancelled', '已取消'],
  expired: ['expired', '已过期'],
  invalidated: ['invalidated', '已失效'],
} as const

export const RAILS = {
  railElicitation: ['elicitation', '宿主的表单'],
  railCard: ['card', '宿主的卡片'],
  railUrl: ['url', '宿主的链接'],
  railChannel: ['channel', '消息渠道'],
  railPage: ['page', '收件箱'],
  railTerminal: ['terminal', '终端'],
  railApi: ['api', '编程接口'],
} as const

export const ASSURANCES = {
  assuranceHost: ['host', '宿主'],
  assuranceIdentified: ['identified', '已识别身份'],
  assuranceStrong: ['strong', '强验证'],
} as const

export const ROLES = {
  roleViewer: ['viewer', '查看者'],
  roleApprover: ['approver', '审批人'],
  roleAdmin: ['admin', '管理员'],
  roleAgent: ['agent', '智能体'],
} as const

/** Kinds of JSON values. */
export const TYPES = {
  aList: ['a list', '列表'],
  someText: ['text', '文本'],
  aNumber: ['a number', '数字'],
  trueOrFalse: ['true or false', '真或假'],
  anObject: ['an object', '对象'],
} as const

/** Names that stand where a person's would. */
export const ACTORS = {
  somebody: ['somebody', '某人'],
  policyVoidsGrant: ['policy (the definition changed)', '策略（定义已更改）'],
} as const
