/** Pausing denies everything above low risk until a person resumes. */
import type { GateState } from '../api/answers.ts'
import { request } from '../api/request.ts'
import { problemText } from './inbox.ts'
import type { Inbox } from './inbox.ts'

export async function setPaused(inbox: Inbox, paused: boolean): Promise<void> {
  const answer = await request<GateState>('POST', paused ? '/admin/pause' : '/admin/resume')
  const { session, words } = inbox.state()
  if (!answer.ok) return inbox.toast(problemText(answer.problem, words), 'bad')
  if (session !== null) inbox.change({ session: { ...session, gate: answer.body } })
  inbox.toast(paused ? words.nowPaused : words.nowResumed, 'plain')
}
