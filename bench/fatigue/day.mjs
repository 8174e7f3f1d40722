/**
 * An ordinary day of one developer with an agent: a bug, a review, a question from support, a feature. Written as data, in
 * the order of the day; `is` says what a call is, and not what the policy makes of it:
 *   read         changes nothing
 *   write        changes files of the project, or records of the team (a comment, a proposed change), and can be edited,
 *                closed or changed back
 *   destructive  what is gone is gone
 *   outward      others get it and build on it at once: merged, pushed
 * Comments and pull requests are seen at once too; they are writes here because they change neither code nor data and can be
 * withdrawn. `balanced` asks about each of the two tools once per session and repository, so 9 of the day's 11 go unasked:
 * who wants each of them asked takes `strict`, or a rule.
 *
 * The servers list the tools of real ones with their names, their annotations and the names and types of their parameters.
 * Descriptions are left out and schemas cut down to that: nothing else of a definition enters a rating.
 */
import { AFTERNOON } from './afternoon.mjs'
import { MORNING } from './morning.mjs'
import { NOON } from './noon.mjs'
import { FILES_TOOLS } from './tools-files.mjs'
import { GITHUB_TOOLS } from './tools-github.mjs'
import { POSTGRES_TOOLS } from './tools-postgres.mjs'
import { SQLITE_TOOLS } from './tools-sqlite.mjs'

/** Started as their manuals say, under the names of their programs. */
export const SERVERS = {
  files: { command: ['mcp-server-filesystem', '{project}'], tools: FILES_TOOLS },
  github: { command: ['github-mcp-server', 'stdio'], tools: GITHUB_TOOLS },
  postgres: { command: ['postgres-mcp', '--access-mode=unrestricted'], tools: POSTGRES_TOOLS },
  sqlite: { command: ['mcp-server-sqlite', '--db-path', '{project}/dev.db'], tools: SQLITE_TOOLS },
}

const toCalls = (rows) => rows.map(([is, server, tool, args]) => ({ is, server, tool, arguments: args }))

export const HALVES = [toCalls([...MORNING, ...NOON]), toCalls(AFTERNOON)]
export const DAY = HALVES.flat()
