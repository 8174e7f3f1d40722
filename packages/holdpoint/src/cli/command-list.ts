/** Every command that runs on a CommandContext, and the descriptions of those that `main.ts` runs itself. */
import type { Command, CommandDescription } from './command.ts'
import { approve } from './commands/approve.ts'
import { auditExport } from './commands/audit-export.ts'
import { auditTail } from './commands/audit-tail.ts'
import { auditAccept } from './commands/audit-accept.ts'
import { auditHead } from './commands/audit-head.ts'
import { auditVerify } from './commands/audit-verify.ts'
import { cancel } from './commands/cancel.ts'
import { connect } from './commands/connect.ts'
import { feedback } from './commands/feedback.ts'
import { grantsList } from './commands/grants-list.ts'
import { grantsRevoke } from './commands/grants-revoke.ts'
import { inbox } from './commands/inbox.ts'
import { key } from './commands/key.ts'
import { list } from './commands/list.ts'
import { open } from './commands/open.ts'
import { pause } from './commands/pause.ts'
import { policyAccept } from './commands/policy-accept.ts'
import { policyCheck } from './commands/policy-check.ts'
import { policyExplain } from './commands/policy-explain.ts'
import { policySuggest } from './commands/policy-suggest.ts'
import { reject } from './commands/reject.ts'
import { resolve } from './commands/resolve.ts'
import { resume } from './commands/resume.ts'
import { show } from './commands/show.ts'
import { status } from './commands/status.ts'
import { tokenCreate } from './commands/token-create.ts'
import { tokenList } from './commands/token-list.ts'
import { tokenRevoke } from './commands/token-revoke.ts'
import { demoDescription } from './demo-options.ts'
import { serveDescription } from './serve-options.ts'
import { wrapDescription } from './wrap-options.ts'

export const COMMANDS: readonly Command[] = [
  inbox,
  status,
  list,
  show,
  approve,
  reject,
  cancel,
  resolve,
  grantsList,
  grantsRevoke,
  open,
  pause,
  resume,
  policyCheck,
  policyExplain,
  policySuggest,
  policyAccept,
  connect,
  auditVerify,
  auditHead,
  auditAccept,
  auditTail,
  auditExport,
  feedback,
  key,
  tokenCreate,
  tokenList,
  tokenRevoke,
]

const help: CommandDescription = {
  name: 'help',
  summary: 'help on a command or topic',
  usage: `holdpoint help [command or topic]

  holdpoint help approve
  holdpoint help hosts
`,
}

/** In the order of the overview. */
export const DESCRIPTIONS: readonly CommandDescription[] = [
  wrapDescription,
  serveDescription,
  demoDescription,
  ...COMMANDS,
  help,
]
