/**
 * Calls that this process runs itself, once they were asked about: asked, waited for, claimed once, reported. Two ways lead there, the engine in this
 * process and a service; what both say is what the service's document says. Nothing here decides.
 */
import type { Schemas } from '@holdpoint/client'

export type CallRequest = Schemas['CallRequest']
export type RequestedHold = Schemas['RequestedHold']

export interface HoldRequests {
  /** The identical call joins. Answers once something is due for the requester, or after `wait` seconds. */
  ask(request: CallRequest, signal?: AbortSignal): Promise<Schemas['Asked']>
  /** Answers once something is due for the requester, or after `wait` seconds. */
  look(hold: string, wait: number, signal?: AbortSignal): Promise<RequestedHold>
  /** Of an approved hold, once; what is refused is thrown as `RefusedError`. The receipt has been checked where a key is known. */
  claim(hold: RequestedHold, claim: Schemas['Claim']): Promise<Schemas['Claimed']>
  report(hold: string, report: Schemas['OutcomeReport']): Promise<RequestedHold>
  close(): Promise<void>
}
