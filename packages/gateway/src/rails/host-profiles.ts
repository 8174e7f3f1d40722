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
  host(
    'Claude Code',
    /^claude-code$/i,
    {
      cutsAfterMs: 28 * HOUR,
      waitsLonger: 'with-progress',
      dialog: THREE_LINES,
      headless: { variable: 'CLAUDE_CODE_ENTRYPOINT', values: /^sdk-/ },
    },
    [
      RECORDED,
      RUN_HERE,
      read(
        'a tool call may take about 28 hours unless MCP_TOOL_TIMEOUT says otherwise',
        'https://dev.to/quintetkit/i-set-a-500ms-timeout-and-got-28-hours-20p3',
        '2026-11-16',
      ),
      read(
        'remote servers are given up after 300 s without progress; it sends a progress token, and each notification starts that anew',
        'https://github.com/vfarcic/dot-ai/pull/708',
        '2026-08-05',
      ),
      read(
        'elicitation since 2.1.76',
        'https://github.com/modelcontextprotocol/modelcontextprotocol/pull/2398',
        '2026-03-14',
      ),
    ],
  ),
  host('Claude Desktop', /^claude(-ai| desktop)?$/i, { cutsAfterMs: MINUTE }, [
    RECORDED,
    read(
      'calls of local servers are cut at about 60 s whatever is configured',
      'https://github.com/anthropics/claude-code/issues/63379',
      '2026-05-28',
    ),
    read(
      'claude.ai cuts calls of remote servers at about 60 s',
      'https://github.com/anthropics/claude-ai-mcp/issues/115',
      '2026-07-10',
    ),
  ]),
  host('ChatGPT', /^(openai-mcp|chatgpt)$/i, { cutsAfterMs: MINUTE }, [
    RECORDED,
    read(
      'calls are cut at about 60 s, and no progress token is sent',
      'https://community.openai.com/t/handling-long-running-tasks-in-chatgpt-apps/1369488',
      '2026-11-16',
    ),
  ]),
  host('VS Code', /^visual[- ]studio[- ]code([- ].*)?$/i, {}, [
    RECORDED,
    read('elicitation by address', 'https://github.com/microsoft/vscode/pull/277253', '2025-11-13'),
    read('MCP Apps', 'https://github.com/microsoft/vscode/pull/290483', '2026-01-26'),
  ]),
  host('Cursor', /^cursor(-vscode)?$/i, { cutsAfterMs: 5 * MINUTE }, [
    RECORDED,
    read('a call is cancelled after exactly 5 minutes', 'https://github.com/cursor/cursor/issues/3510', '2025-08-19'),
  ]),
  host(
    'Goose',
    /^goose([- ].*)?$/i,
    { cutsAfterMs: 5 * MINUTE, dialog: { ...UNMEASURED, commas: false }, headless: { program: 'goose' } },
    [
      RECORDED,
      RUN_HERE,
      read(
        'an extension has 300 s unless configured otherwise',
        'https://github.com/aaif-goose/goose/pull/8295',
        '2026-04-03',
      ),
      read(
        'a form is shown at once, with the time that is left',
        'https://github.com/aaif-goose/goose/pull/6650',
        '2026-01-22',
      ),
    ],
  ),
  host(
    'Codex',
    /^codex([- ](mcp-client|cli))?$/i,
    {
      cutsAfterMs: 5 * MINUTE,
      waitsLonger: 'while-asked',
      // Measured in a terminal of 80 columns and 24 lines: it shows 17, and breaks what is longer than 76 columns.
      dialog: { ...UNMEASURED, columns: 72, fields: 'decision-only' },
    },
    [
      RECORDED,
      RUN_HERE,
      read(
        'a tool call has 300 s unless configured otherwise; 120 s before that',
        'https://github.com/openai/codex/pull/28234',
        '2026-06-15',
      ),
      read(
        'the time of an open elicitation does not count',
        'https://github.com/openai/codex/pull/17566',
        '2026-04-12',
      ),
    ],
  ),
  host(
    'Copilot CLI',
    /^(github-copilot-developer|copilot-cli|github-copilot-cli)$/i,
    { cutsAfterMs: MINUTE, avoid: ['url'] },
    [
      RECORDED,
      RUN_HERE,
      read(
        'calls are cut at 60 s whatever is configured',
        'https://github.com/github/copilot-cli/issues/1535',
        '2026-02-19',
      ),
      read('elicitation in its terminal', 'https://github.com/github/app/issues/1001', '2026-06-12'),
    ],
  ),
  host('Cline', /^(cline|@cline\/[a-z-]+)$/i, { cutsAfterMs: MINUTE }, [
    RECORDED,
    RUN_HERE,
    read('a server has 60 s unless configured otherwise', 'https://github.com/cline/cline/pull/8509', '2026-01-10'),
  ]),
  host('Windsurf', /^windsurf(-client)?$/i, {}, [RECORDED]),
  host('Zed', /^zed$/i, { cutsAfterMs: MINUTE }, [
    RECORDED,
    read(
      'a server has 60 s unless configured otherwise',
      'https://github.com/zed-industries/zed/pull/45378',
      '2025-12-19',
    ),
  ]),
  host('Gemini CLI', /^gemini-cli-mcp-client([- ].*)?$/i, { cutsAfterMs: MINUTE }, [
    RECORDED,
    RUN_HERE,
    read(
      'calls are cut at 60 s, progress or not',
      'https://github.com/google-gemini/gemini-cli/issues/7324',
      '2025-08-28',
    ),
  ]),
  host('OpenCode', /^opencode$/i, {}, [RUN_HERE]),
  host('Qwen Code', /^qwen-cli-mcp-client(-.*)?$/i, {}, [RUN_HERE]),
  host('Continue', /^continue-cli-client$/i, {}, [RUN_HERE]),
]

/** A host, with what is known of it where that is not the usual. */
function host(name: string, names: RegExp, known: Partial<HostProfile>, sources: readonly HostSource[]): HostProfile {
  const usual = { cutsAfterMs: null, waitsLonger: 'no', avoid: [], dialog: UNMEASURED, headless: null } as const
  return { host: name, names, ...usual, ...known, sources }
}

function read(says: string, at: string, date: string): HostSource {
  return { says, at, date }
}

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
