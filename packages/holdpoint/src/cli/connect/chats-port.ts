/** Chats as the command line asks about them: how they are set up, whether they can be reached, and the guided set-up. */
import type { ChatPlatform } from '@holdpoint/core'
import type { Actor } from '../actor.ts'
import type { ConfigProblem } from '../../config/config-problem.ts'
import type { CommandAnswer } from '../define-command.ts'
import type { CommandProblem } from '../problem.ts'

export interface ChatsPort {
  look(question: ChatsQuestion): Promise<ChatsLook>
  /** What is said in place of a set-up where the platform's packages are missing; `null`: all are there. */
  notInstalled(platform: ChatPlatform): Promise<CommandProblem | null>
  /** Asks the person at this terminal, and writes the configuration once they have confirmed it. */
  setUp(request: ChatSetUpRequest): Promise<CommandAnswer>
}

export interface ChatsQuestion {
  /** `null`: all. */
  readonly platform: ChatPlatform | null
  /** Whether the credentials of each that is set up are tried. Nothing is sent or received either way. */
  readonly opens: boolean
  /** `null`: HOLDPOINT_CONFIG, else the file in the home, else the defaults. */
  readonly configFile: string | null
}

export type ChatsLook =
  | { readonly ok: true; readonly chats: readonly ChatState[] }
  | { readonly ok: false; readonly problems: readonly ConfigProblem[] }

export interface ChatState {
  readonly platform: ChatPlatform
  /** `set-up`: it was not tried. `connecting`: it could not be reached in time. */
  readonly state: 'not-set-up' | 'not-installed' | 'secret-missing' | 'set-up' | 'connected' | 'connecting' | 'refused'
  /** Never a secret. */
  readonly problem: string | null
  readonly next: string | null
  /** The places that a route names, `slack:group/C0123456`. */
  readonly asks: readonly string[]
}

export interface ChatSetUpRequest {
  readonly platform: ChatPlatform
  readonly configFile: string | null
  /** In place of the platform's own address; `null`: that, or the configured one. */
  readonly apiUrl: string | null
  readonly actor: Actor
}
