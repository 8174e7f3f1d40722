/** Approvals and passed calls as `<tool-card>` wants them. */
import type { Invocation } from '@holdpoint/card'
import { listSecrets } from '@holdpoint/core'
import { fromApproval } from '@holdpoint/card/presentation'
import type { ActivityCall, ListedDetail } from '../../api/answers.ts'
import { inPageLanguage } from '../../words/in-page-language.ts'
import type { Words } from '../../words/words.ts'

type Trust = Invocation['server']['trust']

export function fromDetail(approval: ListedDetail, trust: Trust, words: Words): Invocation {
  const { toolTitle = null, icon } = approval.preview ?? {}
  // A form is filled with the arguments as they are sent: it would show what is masked. An edit begins with their JSON.
  const isMasked = approval.preview !== undefined && listSecrets(approval.preview.arguments, 'en', 1).length > 0
  const schema = isMasked ? null : (approval.input_schema ?? null)
  return {
    ...fromApproval(
      { ...approval, via: approval.via === null ? null : inPageLanguage(approval.via, 'rail', words) },
      { trust, state: approval.server_state ?? null },
      { locale: words.language },
    ),
    ...(toolTitle === null ? {} : { title: toolTitle }),
    ...(icon === undefined ? {} : { icon }),
    ...(schema === null ? {} : { inputSchema: schema }),
  }
}

/** Only its head is drawn: the log keeps neither arguments nor results of calls that were not held. */
export function fromCall(call: ActivityCall, trust: Trust): Invocation {
  return {
    id: `${call.chain}-${call.sequence}`,
    tool: call.tool ?? '',
    server: { name: call.server ?? '', trust, state: null },
    state: stateOf(call),
    arguments: null,
  }
}

function stateOf(call: ActivityCall): Invocation['state'] {
  switch (call.outcome) {
    case 'done':
      return 'success'
    case 'running':
    case 'error':
    case 'cancelled':
      return call.outcome
    case 'unknown':
      return 'error'
    case null:
      return 'cancelled'
  }
}

/** What passes above low risk is recorded before it is sent. */
export function hasPassed({ kind }: ActivityCall): boolean {
  return kind === 'call-passed' || kind === 'call-intended'
}
