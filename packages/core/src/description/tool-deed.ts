/**
 * The deed in a tool's name, in words: `delete_sales_order` is "Delete sales order", `issues_delete` "Delete issues",
 * `notion-update-page` "Update notion page". Words that are no verb we know stay as they are. It rates nothing: the policy
 * has its own lists.
 */
import { clipVisible } from '../preview/clip-visible.ts'
import { showInOneLine } from '../preview/visible-text.ts'
import type { Effect } from './effect.ts'

export interface ToolDeed {
  readonly en: string
  readonly zh: string
  readonly verbEn: string
  readonly verbZh: string
  readonly effect: Effect | null
  readonly writes: boolean
  readonly sends: boolean
  readonly runs: boolean
  /** Its `query` is a statement, not words to look for. */
  readonly isQuery: boolean
}

interface Verb {
  readonly zh: string
  readonly effect: Effect | null
}

const verb = (zh: string, effect: Effect | null = null): Verb => ({ zh, effect })

const VERBS: { readonly [word: string]: Verb } = {
  add: verb('添加', 'createsThing'),
  append: verb('追加', 'createsThing'),
  apply: verb('应用', 'deploys'),
  approve: verb('批准', 'changesAccess'),
  archive: verb('归档', 'changesThing'),
  assign: verb('分配', 'changesThing'),
  ban: verb('封禁', 'changesAccess'),
  cancel: verb('取消', 'endsSomething'),
  charge: verb('收款', 'movesMoney'),
  clear: verb('清空', 'deletesThing'),
  click: verb('点击', 'runsInPage'),
  close: verb('关闭', 'changesThing'),
  comment: verb('评论', 'writesPublicly'),
  commit: verb('提交', 'createsThing'),
  copy: verb('复制', 'createsThing'),
  correct: verb('更正', 'changesThing'),
  create: verb('创建', 'createsThing'),
  delete: verb('删除', 'deletesThing'),
  deploy: verb('部署', 'deploys'),
  destroy: verb('销毁', 'deletesThing'),
  disable: verb('停用', 'endsSomething'),
  drop: verb('删除', 'deletesThing'),
  edit: verb('编辑', 'changesThing'),
  email: verb('发送邮件', 'sendsMessage'),
  enable: verb('启用', 'changesThing'),
  exec: verb('执行', 'runsCommand'),
  execute: verb('执行', 'runsCommand'),
  fill: verb('填写', 'runsInPage'),
  forward: verb('转发', 'sendsMessage'),
  fulfill: verb('履行', 'changesThing'),
  grant: verb('授予', 'changesAccess'),
  insert: verb('插入', 'createsThing'),
  invite: verb('邀请', 'sendsMessage'),
  kill: verb('终止', 'stopsService'),
  merge: verb('合并', 'mergesCode'),
  modify: verb('修改', 'changesThing'),
  move: verb('移动', 'changesThing'),
  navigate: verb('打开', 'opensAddress'),
  notify: verb('通知', 'sendsMessage'),
  pay: verb('支付', 'movesMoney'),
  post: verb('发布', 'writesPublicly'),
  publish: verb('发布', 'writesPublicly'),
  purge: verb('清除', 'deletesThing'),
  push: verb('推送', 'pushesCode'),
  put: verb('写入', 'changesThing'),
  rebuild: verb('重建', 'changesThing'),
  receive: verb('接收', 'changesThing'),
  refund: verb('退款', 'movesMoney'),
  remove: verb('移除', 'deletesThing'),
  rename: verb('重命名', 'changesThing'),
  reply: verb('回复', 'sendsMessage'),
  reset: verb('重置', 'deletesThing'),
  restart: verb('重启', 'stopsService'),
  restore: verb('恢复', 'changesThing'),
  revoke: verb('撤销', 'changesAccess'),
  rollback: verb('回滚', 'deploys'),
  run: verb('执行', 'runsCommand'),
  save: verb('保存', 'createsThing'),
  scale: verb('伸缩', 'deploys'),
  send: verb('发送', 'sendsMessage'),
  set: verb('设置', 'changesThing'),
  share: verb('共享', 'changesAccess'),
  start: verb('启动', 'changesThing'),
  stop: verb('停止', 'stopsService'),
  submit: verb('提交', 'sendsMessage'),
  terminate: verb('终止', 'stopsService'),
  transfer: verb('转移', 'movesMoney'),
  trigger: verb('触发'),
  truncate: verb('清空', 'deletesThing'),
  type: verb('输入', 'runsInPage'),
  uninstall: verb('卸载', 'endsSomething'),
  install: verb('安装', 'runsCommand'),
  update: verb('更新', 'changesThing'),
  upload: verb('上传', 'createsThing'),
  upsert: verb('写入', 'changesThing'),
  wipe: verb('清除', 'deletesThing'),
  withdraw: verb('提取', 'movesMoney'),
  write: verb('写入', 'changesThing'),
}

const LONGEST_DEED = 64
const WRITING = /^(write|save|create|put|append|update|upload|overwrite|insert)$/
const SENDING = /^(send|email|forward|reply|notify|invite|share)$/
const RUNNING = /^(run|exec|execute|evaluate|eval|invoke)$/

/** Programs whose commands people call by both words: "git push", not "push git". */
const PROGRAMS = /^(git|docker|kubectl|helm|npm|terraform)$/

export function deedOf(tool: string): ToolDeed {
  const words = wordsOf(tool)
  const program = words.length > 1 && PROGRAMS.test(words[0] ?? '') ? `${words[0]} ` : ''
  const deed = deedIn(program === '' ? words : words.slice(1))
  if (program === '') return deed
  const en = deed.en.charAt(0).toLowerCase() + deed.en.slice(1)
  return { ...deed, en: clip(upper(program) + en), zh: clip(program + deed.zh) }
}

function deedIn(words: readonly string[]): ToolDeed {
  const at = words.findIndex((word) => Object.hasOwn(VERBS, word))
  const found = words[at] ?? null
  const rest = words.filter((_word, index) => index !== at).join(' ')
  const known = found === null ? null : (VERBS[found] ?? null)
  const plain = clip(words.join(' '))
  const verbEn = found === null ? upper(plain) : upper(found)
  const verbZh = known?.zh ?? plain
  return {
    en: found === null ? upper(plain) : clip(`${upper(found)}${rest === '' ? '' : ` ${rest}`}`),
    zh: known === null ? plain : clip(`${known.zh}${rest === '' ? '' : ` ${rest}`}`),
    verbEn,
    verbZh,
    effect: known?.effect ?? null,
    writes: found !== null && WRITING.test(found),
    sends: found !== null && SENDING.test(found),
    runs: words.some((word) => RUNNING.test(word)),
    isQuery: words.some((word) => /^(sql|query|execute|database|db)$/.test(word)),
  }
}

/** Snake, kebab, dotted and camel case apart, lower case; a name in another script is one word. */
function wordsOf(tool: string): readonly string[] {
  const apart = tool
    .slice(0, 200)
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
  // Only what separates words in names may go: a line end or a hidden character is shown for what it is.
  const words = apart.split(/[ _.:/-]+/).filter((word) => word !== '')
  return words.map((word) => showInOneLine(word.toLowerCase()))
}

function clip(text: string): string {
  return clipVisible(text, LONGEST_DEED)
}

function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
