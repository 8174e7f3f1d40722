/**
 * What is known of hosts, as data: how long they let a call wait and which of their declarations proved unreliable. A
 * name is only a claim, so nothing here can loosen anything: a profile shortens waits and skips rails. Unknown hosts
 * get the safe defaults. Each line says where that can be read; what is not published stays out or is `null`.
 */
import type { ClientIdentity, DialogSize, Rail } from '@holdpoint/core'

export interface HostProfile {
  readonly host: string
  /** Matched against the client's own name, whole. */
  readonly names: RegExp
  /** The host gives up on a call after this long; `null`: not known. */
  readonly cutsAfterMs: number | null
  /** Its clock starts anew with progress, or stands still while a question is open. */
  readonly waitsLonger: 'with-progress' | 'while-asked' | 'no'
  /** Rails that it declares and that do not work. */
  readonly avoid: readonly Rail[]
  readonly dialog: HostDialog
  /** How it can be told that no person sits before it; `null`: nothing is known. */
  readonly headless: HeadlessSign | null
  readonly sources: readonly HostSource[]
}

export type HeadlessSign =
  /** A variable that it sets for its servers, and the values that mean so. */
  | { readonly variable: string; readonly values: RegExp }
  /** It asks in its terminal, and its program of this name has none. */
  | { readonly program: string }

/** What a process that a host started can see of it. */
export interface HostSigns {
  readonly environment: { readonly [name: string]: string | undefined }
  /** Whether the ancestor of this name has no terminal; `false` where that cannot be seen. */
  readonly lacksTerminal: (program: string) => boolean
}

/** What its dialog for forms shows and can send back. */
export interface HostDialog extends DialogSize {
  /** `decision-only`: it cannot send a form back with optional fields left empty. */
  readonly fields: 'all' | 'decision-only'
  /** Whether options may contain commas. */
  readonly commas: boolean
}

export interface HostSource {
  readonly says: string
  /** A public address, or the results of `npm run hosts`. */
  readonly at: string
  /** Of the statement; where it carries none, when it was read. */
  readonly date: string
}

/** Of a host whose dialog was never measured: half a terminal of 80 columns, and no more is approved there. */
const UNMEASURED: HostDialog = { lines: 12, columns: 76, fields: 'all', commas: true }
/** Measured in a terminal of 80 columns: three lines whole; of more, two and then "… (+13 more lines)". */
const THREE_LINES: HostDialog = { ...UNMEASURED, lines: 3, columns: 72 }

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Names and capabilities of clients as servers recorded them; read for the names below. */
const RECORDED: HostSource = {
  says: 'the name with which it introduces itself, and what it declares',
  at: 'https://github.com/apify/mcp-client-capabilities',
  date: '2026-02-02',
}

/** Run here, without a person: the name that it gives, what it declares, what it does with a form. */
const RUN_HERE: HostSource = {
  says: 'the name that it gives, what it declares, and what it does with a form where no person is there',
  at: 'hosts/results.json',
  date: '2026-11-17',
}

export const HOST_PROFILES: readonly HostProfile[] = [
  {
    host: 'Claude Code',
    names: /^claude-code$/i,
    cutsAfterMs: 28 * HOUR,
    waitsLonger: 'with-progress',
    avoid: [],
    dialog: THREE_LINES,
    headless: { variable: 'CLAUDE_CODE_ENTRYPOINT', values: /^sdk-/ },
    sources: [
      RECORDED,
      RUN_HERE,
      {
        says: 'a tool call may take about 28 hours unless MCP_TOOL_TIMEOUT says otherwise',
        at: 'https://dev.to/quintetkit/i-set-a-500ms-timeout-and-got-28-hours-20p3',
        date: '2026-11-16',
      },
      {
        says: 'remote servers are given up after 300 s without progress; it sends a progress token, and each notification starts that anew',
        at: 'https://github.com/vfarcic/dot-ai/pull/708',
        date: '2026-08-05',
      },
      {
        says: 'elicitation since 2.1.76',
        at: 'https://github.com/modelcontextprotocol/modelcontextprotocol/pull/2398',
        date: '2026-03-14',
      },
    ],
  },
  {
    host: 'Claude Desktop',
    names: /^claude(-ai| desktop)?$/i,
    cutsAfterMs: MINUTE,
    waitsLonger: 'no',
    avoid: [],
    dialog: UNMEASURED,
    headless: null,
    sources: [
      RECORDED,
      {
        says: 'calls of local servers are cut at about 60 s whatever is configured',
        at: 'https://github.com/anthropics/claude-code/issues/63379',
        date: '2026-05-28',
      },
      {
        says: 'claude.ai cuts calls of remote servers at about 60 s',
        at: 'https://github.com/anthropics/claude-ai-mcp/issues/115',
        date: '2026-07-10',
      },
    ],
  },
  {
    host: 'ChatGPT',
    names: /^(openai-mcp|chatgpt)$/i,
    cutsAfterMs: MINUTE,
    waitsLonger: 'no',
    avoid: [],
    dialog: UNMEASURED,
    headless: null,
    sources: [
      RECORDED,
      {
        says: 'calls are cut at about 60 s, and no progress token is sent',
        at: 'https://community.openai.com/t/handling-long-running-tasks-in-chatgpt-apps/1369488',
        date: '2026-11-16',
      },
    ],
  },
  {
    host: 'VS Code',
    names: /^visual[- ]studio[- ]code([- ].*)?$/i,
    cutsAfterMs: null,
    waitsLonger: 'no',
    avoid: [],
    dialog: UNMEASURED,
    headless: null,
    sources: [
      RECORDED,
      {
        says: 'elicitation by address',
        at: 'https://github.com/microsoft/vscode/pull/277253',
        date: '2025-11-13',
      },
      { says: 'MCP Apps', at: 'https://github.com/microsoft/vscode/pull/290483', date: '2026-01-26' },
    ],
  },
  {
    host: 'Cursor',
    names: /^cursor(-vscode)?$/i,
    cutsAfterMs: 5 * MINUTE,
    waitsLonger: 'no',
    avoid: [],
    dialog: UNMEASURED,
    headless: null,
    sources: [
      RECORDED,
      {
        says: 'a call is cancelled after exactly 5 minutes',
        at: 'https://github.com/cursor/cursor/issues/3510',
        date: '2025-08-19',
      },
    ],
  },
  {
    host: 'Goose',
    names: /^goose([- ].*)?$/i,
    cutsAfterMs: 5 * MINUTE,
    waitsLonger: 'no',
    avoid: [],
    dialog: { ...UNMEASURED, commas: false },
    headless: { program: 'goose' },
    sources: [
      RECORDED,
      RUN_HERE,
      {
        says: 'an extension has 300 s unless configured otherwise',
        at: 'https://github.com/aaif-goose/goose/pull/8295',
        date: '2026-04-03',
      },
      {
        says: 'a form is shown at once, with the time that is left',
        at: 'https://github.com/aaif-goose/goose/pull/6650',
        date: '2026-01-22',
      },
    ],
  },
  {
    host: 'Codex',
    names: /^codex([- ](mcp-client|cli))?$/i,
    cutsAfterMs: 5 * MINUTE,
    waitsLonger: 'while-asked',
    avoid: [],
    // Measured in a terminal of 80 columns and 24 lines: it shows 17, and breaks what is longer than 76 columns.
    dialog: { ...UNMEASURED, columns: 72, fields: 'decision-only' },
    headless: null,
    sources: [
      RECORDED,
      RUN_HERE,
      {
        says: 'a tool call has 300 s unless configured otherwise; 120 s before that',
        at: 'https://github.com/openai/codex/pull/28234',
        date: '2026-06-15',
      },
      {
        says: 'the time of an open elicitation does not count',
        at: 'https://github.com/openai/codex/pull/17566',
        date: '2026-04-12',
      },
    ],
  },
  {
    host: 'Copilot CLI',
    names: /^(github-copilot-developer|copilot-cli|github-copilot-cli)$/i,
    cutsAfterMs: MINUTE,
    waitsLonger: 'no',
    avoid: ['url'],
    dialog: UNMEASURED,
    headless: null,
    sources: [
      RECORDED,
      RUN_HERE,
      {
        says: 'calls are cut at 60 s whatever is configured',
        at: 'https://github.com/github/copilot-cli/issues/1535',
        date: '2026-02-19',
      },
      {
        says: 'elicitation in its terminal',
        at: 'https://github.com/github/app/issues/1001',
        date: '2026-06-12',
      },
    ],
  },
  {
    host: 'Cline',
    names: /^(cline|@cline\/[a-z-]+)$/i,
    cutsAfterMs: MINUTE,
    waitsLonger: 'no',
    avoid: [],
    dialog: UNMEASURED,
    headless: null,
    sources: [
      RECORDED,
      RUN_HERE,
      {
        says: 'a server has 60 s unless configured otherwise',
        at: 'https://github.com/cline/cline/pull/8509',
        date: '2026-01-10',
      },
    ],
  },
  {
    host: 'Windsurf',
    names: /^windsurf(-client)?$/i,
    cutsAfterMs: null,
    waitsLonger: 'no',
    avoid: [],
    dialog: UNMEASURED,
    headless: null,
    sources: [RECORDED],
  },
  {
    host: 'Zed',
    names: /^zed$/i,
    cutsAfterMs: MINUTE,
    waitsLonger: 'no',
    avoid: [],
    dialog: UNMEASURED,
    headless: null,
    sources: [
      RECORDED,
      {
        says: 'a server has 60 s unless configured otherwise',
        at: 'https://github.com/zed-industries/zed/pull/45378',
        date: '2025-12-19',
      },
    ],
  },
  {
    host: 'Gemini CLI',
    names: /^gemini-cli-mcp-client([- ].*)?$/i,
    cutsAfterMs: MINUTE,
    waitsLonger: 'no',
    avoid: [],
    dialog: UNMEASURED,
    headless: null,
    sources: [
      RECORDED,
      RUN_HERE,
      {
        says: 'calls are cut at 60 s, progress or not',
        at: 'https://github.com/google-gemini/gemini-cli/issues/7324',
        date: '2025-08-28',
      },
    ],
  },
  {
    host: 'OpenCode',
    names: /^opencode$/i,
    cutsAfterMs: null,
    waitsLonger: 'no',
    avoid: [],
    dialog: UNMEASURED,
    headless: null,
    sources: [RUN_HERE],
  },
  {
    host: 'Qwen Code',
    names: /^qwen-cli-mcp-client(-.*)?$/i,
    cutsAfterMs: null,
    waitsLonger: 'no',
    avoid: [],
    dialog: UNMEASURED,
    headless: null,
    sources: [RUN_HERE],
  },
  {
    host: 'Continue',
    names: /^continue-cli-client$/i,
    cutsAfterMs: null,
    waitsLonger: 'no',
    avoid: [],
    dialog: UNMEASURED,
    headless: null,
    sources: [RUN_HERE],
  },
]

export function dialogOf(client: ClientIdentity): HostDialog {
  return profileOf(client)?.dialog ?? UNMEASURED
}

/** How this process was started, where the host says so to its servers: part of what is learnt about a client. */
export function modeIn({ environment }: HostSigns): string | null {
  const variables = HOST_PROFILES.flatMap(({ headless }) =>
    headless !== null && 'variable' in headless ? [headless.variable] : [],
  )
  const found = variables.map((name) => environment[name]).find((value) => value !== undefined)
  return found?.slice(0, LONGEST_MODE) ?? null
}

const LONGEST_MODE = 40

export function runsHeadless(client: ClientIdentity, { environment, lacksTerminal }: HostSigns): boolean {
  const sign = profileOf(client)?.headless ?? null
  if (sign === null) return false
  return 'variable' in sign ? sign.values.test(environment[sign.variable] ?? '') : lacksTerminal(sign.program)
}

export function profileOf(client: ClientIdentity): HostProfile | null {
  return HOST_PROFILES.find((profile) => profile.names.test(client.name)) ?? null
}
