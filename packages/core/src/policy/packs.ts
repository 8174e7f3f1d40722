/**
 * Ratings shipped as data for common public servers. A pack speaks only of servers that are started or reached in a way
 * it lists and of tools it names exactly; it refuses to guess about the rest, and about arguments it does not know.
 */
import type { ServerIdentity, ToolDefinition } from '../call/call.ts'
import type { SqlEngine } from '../sql/sql-reader.ts'
import { ATLASSIAN_PACK } from './packs/atlassian.ts'
import { AWS_PACK } from './packs/aws.ts'
import { DESKTOP_COMMANDER_PACK } from './packs/desktop-commander.ts'
import { DOCKER_PACK } from './packs/docker.ts'
import { FETCH_PACK } from './packs/fetch.ts'
import { FILESYSTEM_PACK } from './packs/filesystem.ts'
import { GIT_PACK } from './packs/git.ts'
import { GIT_MCP_SERVER_PACK } from './packs/git-mcp-server.ts'
import { GITHUB_PACK } from './packs/github.ts'
import { GITLAB_PACK } from './packs/gitlab.ts'
import { GMAIL_PACK } from './packs/gmail.ts'
import { GOOGLE_CALENDAR_PACK } from './packs/google-calendar.ts'
import { GOOGLE_DRIVE_PACK } from './packs/google-drive.ts'
import { KUBERNETES_PACK } from './packs/kubernetes.ts'
import { LINEAR_PACK } from './packs/linear.ts'
import { MEMORY_PACK } from './packs/memory.ts'
import { MYSQL_PACK } from './packs/mysql.ts'
import { NOTION_PACK } from './packs/notion.ts'
import { PLAYWRIGHT_PACK } from './packs/playwright.ts'
import { POSTGRES_PACK } from './packs/postgres.ts'
import { PUPPETEER_PACK } from './packs/puppeteer.ts'
import { SENTRY_PACK } from './packs/sentry.ts'
import { SHELL_PACK } from './packs/shell.ts'
import { SLACK_PACK } from './packs/slack.ts'
import { SQLITE_PACK } from './packs/sqlite.ts'
import { STRIPE_PACK } from './packs/stripe.ts'
import type { Rating } from './rating/rating.ts'
import { isAbove } from './risk-order.ts'
import type { Risk } from './ruling.ts'
import { launchOf } from './rating/server-launch.ts'
import { say } from '../sentence/say.ts'

export interface RatingPack {
  readonly name: string
  /** Where the ratings come from: the packages and versions whose tools were read. */
  readonly source: string
  readonly date: string
  /**
   * How the server is started or reached, in the form of `server-launch.ts`. An address stands for all paths below it.
   */
  readonly servers: readonly string[]
  readonly tools: { readonly [tool: string]: PackEntry }
  /** Tools whose server calls them destructive, or writing, and that were rated knowing it. */
  readonly knownDestructive: readonly string[]
}

export type PackEntry =
  | Risk
  /**
   * Rated by the SQL in that argument, as that engine reads it: a read is low; a write, what cannot be read and no SQL
   * at all are high.
   */
  | { readonly sql: string; readonly engine: SqlEngine }
  /** Rated by the word in that argument. Any other word, and none, is high. */
  | { readonly word: string; readonly risks: { readonly [word: string]: Risk } }
  /**
   * Medium, where all arguments together would make too fine a scope: asked once for the tool, for each site it visits,
   * or for what these arguments say.
   */
  | { readonly once: 'tool' | 'site' | readonly string[] }

/** What a pack says of one tool. `rate-by-pack.ts` says what it means for a call. */
export interface PackFinding {
  readonly rule: string
  readonly origin: string
  readonly entry: PackEntry
  /** What the annotations say and the pack did not know: below this the call cannot fall. */
  readonly floor: Rating | null
}

export const PACKS: readonly RatingPack[] = [
  FILESYSTEM_PACK,
  MEMORY_PACK,
  GIT_PACK,
  GIT_MCP_SERVER_PACK,
  FETCH_PACK,
  SHELL_PACK,
  DESKTOP_COMMANDER_PACK,
  GITHUB_PACK,
  GITLAB_PACK,
  PLAYWRIGHT_PACK,
  PUPPETEER_PACK,
  POSTGRES_PACK,
  SQLITE_PACK,
  MYSQL_PACK,
  SLACK_PACK,
  NOTION_PACK,
  LINEAR_PACK,
  ATLASSIAN_PACK,
  SENTRY_PACK,
  STRIPE_PACK,
  GOOGLE_DRIVE_PACK,
  GMAIL_PACK,
  GOOGLE_CALENDAR_PACK,
  KUBERNETES_PACK,
  DOCKER_PACK,
  AWS_PACK,
]

/** `raise` is what the annotations say: it counts unless the pack was written knowing it. */
export function findInPacks(
  packs: readonly RatingPack[],
  server: ServerIdentity,
  toolName: string,
  tool: ToolDefinition | null,
  raise: Rating | null,
): PackFinding | null {
  const launch = launchOf(server)
  if (launch === null) return null
  for (const pack of packs) {
    if (!Object.hasOwn(pack.tools, toolName) || !recognises(pack, launch)) continue
    const entry = pack.tools[toolName]
    if (entry === undefined) continue
    const known = tool?.annotations.destructiveHint === true && pack.knownDestructive.includes(toolName)
    const origin = say('packOrigin', { pack: pack.name, source: pack.source, date: pack.date })
    return { rule: `pack ${pack.name}`, origin, entry, floor: known ? null : raise }
  }
  return null
}

export function recognises(pack: RatingPack, launch: string): boolean {
  return pack.servers.some(
    (known) => launch === known || (known.startsWith('https://') && launch.startsWith(`${known.replace(/\/$/, '')}/`)),
  )
}

/** The rating below which a finding's floor does not let a call fall. */
export function atLeast(floor: Rating | null, rating: Rating): Rating {
  return floor !== null && isAbove(floor.risk, rating.risk) ? floor : rating
}
