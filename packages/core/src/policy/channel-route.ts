/** Where people are asked about a hold in chats, by the configuration: the first route that matches counts. */
import type { ListedHold } from '../hold/listed-hold.ts'
import { matchesGlob } from './match.ts'
import type { ChannelRoute } from './policy-config.ts'

/** `null`: in no chat. */
export function findChannelRoute(
  routes: readonly ChannelRoute[],
  { call, ruling }: Pick<ListedHold, 'call' | 'ruling'>,
): ChannelRoute | null {
  const facts = {
    rule: ruling.rule,
    server: call.server.name,
    tool: call.tool,
    tenant: call.tenant,
    session: call.session,
  }
  const isMet = (globs: readonly string[] | null, text: string): boolean =>
    globs === null || globs.some((glob) => matchesGlob(glob, text))
  return (
    routes.find(({ match }) =>
      (Object.keys(facts) as (keyof typeof facts)[]).every((name) => isMet(match[name], facts[name])),
    ) ?? null
  )
}
