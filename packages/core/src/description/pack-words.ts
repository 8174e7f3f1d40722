/**
 * What is known of the tools of public servers beside their ratings: how a call of them is said in words, what it does that a
 * person cares about, which read shows what it is about, and which call takes it back. Data, read from the servers' own tools
 * in the version that the pack of ratings names. It rates nothing, and a server that no pack recognises gets none of it.
 */
import type { ServerIdentity } from '../call/call.ts'
import { PACKS, recognises } from '../policy/packs.ts'
import { launchOf } from '../policy/rating/server-launch.ts'
import type { Effect } from './effect.ts'
import type { Titles } from './titles.ts'
import { ATLASSIAN_WORDS } from './words/atlassian.ts'
import { AWS_WORDS } from './words/aws.ts'
import { DESKTOP_COMMANDER_WORDS } from './words/desktop-commander.ts'
import { DOCKER_WORDS } from './words/docker.ts'
import { FETCH_WORDS } from './words/fetch.ts'
import { FILESYSTEM_WORDS } from './words/filesystem.ts'
import { GIT_WORDS } from './words/git.ts'
import { GIT_MCP_SERVER_WORDS } from './words/git-mcp-server.ts'
import { GITHUB_WORDS } from './words/github.ts'
import { GITLAB_WORDS } from './words/gitlab.ts'
import { GMAIL_WORDS } from './words/gmail.ts'
import { GOOGLE_CALENDAR_WORDS } from './words/google-calendar.ts'
import { GOOGLE_DRIVE_WORDS } from './words/google-drive.ts'
import { KUBERNETES_WORDS } from './words/kubernetes.ts'
import { LINEAR_WORDS } from './words/linear.ts'
import { MEMORY_WORDS } from './words/memory.ts'
import { NOTION_WORDS } from './words/notion.ts'
import { PLAYWRIGHT_WORDS } from './words/playwright.ts'
import { PUPPETEER_WORDS } from './words/puppeteer.ts'
import { SENTRY_WORDS } from './words/sentry.ts'
import { SHELL_WORDS } from './words/shell.ts'
import { SLACK_WORDS } from './words/slack.ts'
import { MYSQL_WORDS, POSTGRES_WORDS, SQLITE_WORDS } from './words/sql-servers.ts'
import { STRIPE_WORDS } from './words/stripe.ts'

export interface PackWords {
  /** The pack of ratings whose servers these words are for. */
  readonly pack: string
  /** Made when it is asked for: a gateway that holds nothing carries none of it. */
  readonly tools: { readonly [tool: string]: ToolWords }
}

export interface ToolWords {
  /** In the language of `title-template.ts`. */
  readonly title: Titles
  /** Instead of it, for a read that found something there, and for one that found nothing. */
  readonly titleWhenThere?: Titles
  readonly titleWhenNew?: Titles
  readonly effect?: Effect
  readonly effectWhenThere?: Effect
  readonly effectWhenNew?: Effect
  readonly preview?: PackPreview
  readonly undo?: PackCall
}

/** A call of the same server. Each argument is a path into what is known: `args.path`, `entity.content`, or a text in quotes. */
export interface PackCall {
  readonly call: string
  readonly with: { readonly [argument: string]: string }
}

/** A read before the question, by a tool that the same pack rates low. */
export interface PackPreview extends PackCall {
  /** Fields of what was read, by name or by names joined with dots. */
  readonly show: readonly string[]
  /**
   * The text at `now` in what was read is what stands there; the call puts the argument `whole` in its place, or replaces in
   * it what the items of the argument `edits` say.
   */
  readonly compare?: { readonly now: string; readonly by: { readonly whole: string } | { readonly edits: string } }
  /** A read that finds nothing means that the call makes something new; else it means that there is nothing to act on. */
  readonly mayBeNew?: boolean
}

export const WORDS: readonly PackWords[] = [
  ATLASSIAN_WORDS,
  AWS_WORDS,
  DESKTOP_COMMANDER_WORDS,
  DOCKER_WORDS,
  FETCH_WORDS,
  FILESYSTEM_WORDS,
  GIT_MCP_SERVER_WORDS,
  GIT_WORDS,
  GITHUB_WORDS,
  GITLAB_WORDS,
  GMAIL_WORDS,
  GOOGLE_CALENDAR_WORDS,
  GOOGLE_DRIVE_WORDS,
  KUBERNETES_WORDS,
  LINEAR_WORDS,
  MEMORY_WORDS,
  MYSQL_WORDS,
  NOTION_WORDS,
  PLAYWRIGHT_WORDS,
  POSTGRES_WORDS,
  PUPPETEER_WORDS,
  SENTRY_WORDS,
  SHELL_WORDS,
  SLACK_WORDS,
  SQLITE_WORDS,
  STRIPE_WORDS,
]

export function wordsOfTool(server: ServerIdentity, tool: string): ToolWords | null {
  const launch = launchOf(server)
  if (launch === null) return null
  for (const words of WORDS) {
    const known = PACKS.find(({ name }) => name === words.pack)
    if (known === undefined || !recognises(known, launch)) continue
    const { tools } = words
    if (Object.hasOwn(tools, tool)) return tools[tool] ?? null
  }
  return null
}
