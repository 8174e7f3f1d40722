/** Where people are asked about a hold in chats, by the configuration: the first route that matches counts. */
import { BOT_IDENTITY } from '../call/call.ts'
import type { ListedHold } from '../hold/listed-hold.ts'
import { HOME_TENANT } from '../people/people.ts'
import { matchesGlob } from './match.ts'
import type { ChannelRoute, ChannelRouteMatch } from './policy-config.ts'

/**
 * `null`: in no chat, be it that no route matches or that its rule asks elsewhere. A bot asks about its holds itself, in the chat
 * where they were asked for: other people are asked only by a route that names the bot or its rule. A route that names no tenant
 * is for the default one, as people in chats are: what another tenant's agent does is told nowhere that its route does not name.
 */
export function findChannelRoute(
  routes: readonly ChannelRoute[],
  { call, ruling }: Pick<ListedHold, 'call' | 'ruling'>,
): ChannelRoute | null {
  if (ruling.rails !== null && !ruling.rails.includes('channel')) return null
  const facts = {
    rule: ruling.rule,
    server: call.server.name,
    tool: call.tool,
    tenant: call.tenant,
    session: call.session,
  }
  const isBots = call.server.identity.startsWith(BOT_IDENTITY)
  const isMet = (globs: readonly string[] | null, text: string): boolean =>
    globs === null || globs.some((glob) => matchesGlob(glob, text))
  return (
    routes.find(
      ({ match }) =>
        (!isBots || match.server !== null || match.rule !== null) &&
        (Object.keys(facts) as (keyof typeof facts)[]).every((name) => isMet(globsOf(match, name), facts[name])),
    ) ?? null
  )
}

function globsOf(match: ChannelRouteMatch, name: keyof ChannelRouteMatch): readonly string[] | null {
  return name === 'tenant' ? (match.tenant ?? [HOME_TENANT]) : match[name]
}
