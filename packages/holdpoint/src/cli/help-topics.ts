/** Longer help that belongs to no single command. */
import { startedByHost } from '../home/started-as.ts'
import { drawEntries, wrapEntries } from './hosts/host-entries.ts'

export interface HelpTopic {
  readonly name: string
  readonly summary: string
  readonly text: string
}

const policy = `The policy decides which calls pass, ask or are denied. No file is needed: reads
pass, small writes ask once per session, and what destroys, pays or sends asks
each time. What nothing rates counts as high.

The file is --config, else HOLDPOINT_CONFIG, else holdpoint.yaml in
HOLDPOINT_HOME (~/.holdpoint). Never the working directory.

  version: 1
  profile: balanced        # observe | relaxed | balanced | strict
  rules:                   # first match wins
    - name: outside mail
      match: { server: mail, tool: "gmail*" }
      when: args.action == "send"
      risk: high
      approvers: [ana]

  holdpoint policy check                         is the file right?
  holdpoint policy explain crm delete_contact    what happens, and why
  holdpoint policy explain --server crm          every tool of a live server
  holdpoint policy suggest --server crm          previews that fit its tools
  holdpoint policy accept                        what changed and waits for you

A reload that loosens the policy waits until a person accepts it.
`

const deciding = `A held call is decided on the page, from a terminal, or with a token; the first
valid decision wins, and the call runs at most once.

  holdpoint inbox                 the list and each call, live; decide by keys
  holdpoint list --state pending
  holdpoint show ID
  holdpoint approve ID            shows everything, then asks to type a code
  holdpoint reject ID --reason "wrong customer"
  holdpoint cancel ID             takes it back before it runs
  holdpoint open ID               the same in your browser, signed in
  holdpoint approve ID --edit FILE|JSON      runs other arguments than asked for
  holdpoint approve ID --allow 30m --times 5 lets the next ones pass unasked
  holdpoint approve ID --allow 2h --where 'amount at most 50; path under /srv'
  holdpoint reject ID --deny session         refuses the next ones unasked
  holdpoint grants list           what was allowed or denied beforehand

In the inbox, at the terminal of "serve" and in forms of the host the same is
said in one line:

  30m 5 times                     any arguments, five more calls
  same session                    only these arguments again
  2h up to 100 of amount          the amounts of all calls together
  30m where amount at most 50; to one of ana, ben

Without a terminal (scripts, CI), set HOLDPOINT_TOKEN to an approver's token:

  holdpoint token create --role approver --name ana

If a call was sent and its answer was lost, it is "unknown". It is never sent
again: check at the server, then holdpoint resolve ID --executed yes|no --note …

On one account of one machine this stops mistakes and injected tool calls, not
an agent with a shell. The boundary is "serve" under another user or machine
that alone holds the credentials.
`

/** With the start of this very program: what is read here can be pasted. */
function hosts(): string {
  const server = ['npx', '-y', '@modelcontextprotocol/server-filesystem', '/data']
  const entries = wrapEntries({
    name: 'files',
    start: startedByHost(),
    words: ['wrap', '--name', 'files', '--', ...server],
    windows: process.platform === 'win32',
  })
  return `Put "holdpoint wrap --" in front of the server's own command. Started by hand in
a terminal, it prints the entries for that very server:

  holdpoint wrap --name files -- ${server.slice(0, 3).join(' ')} /data

${drawEntries(entries)}
A server that is reached by URL: holdpoint wrap --name crm --url URL
It covers MCP tools only, not what an agent does with a shell of its own.
`
}

const channels = `"serve" and "wrap" ask about held calls in Slack, Feishu (Lark) and DingTalk.
People press a button there, or write the word with the code of the question.
Only accounts that the configuration maps to a person decide anything.

  holdpoint connect              the three, and which are set up
  holdpoint connect slack        a guided set-up: app, test, first approver
  holdpoint connect slack --check   connected? For scripts: exit code 0 or 1

What it writes, and you can write by hand:

  people:
    ana: { identities: ['slack:T0123456/U0123456'] }
  channels:
    slack:
      bot_token: \${SLACK_BOT_TOKEN}            # of the environment, or
      app_token: { file: /run/secrets/slack-app }
    ask:
      - to: ['slack:group/C0123456']           # the first that matches counts
  public_url: https://holdpoint.example.com    # links in messages lead there

Secrets are named, never written into it. Further approvers are further people;
what is taken out of people decides nothing from that moment on.
`

export const HELP_TOPICS: readonly HelpTopic[] = [
  { name: 'policy', summary: 'which calls ask, and how to change it', text: policy },
  { name: 'deciding', summary: 'approving and rejecting, by terminal, page or token', text: deciding },
  { name: 'channels', summary: 'questions in Slack, Feishu and DingTalk', text: channels },
  {
    name: 'hosts',
    summary: 'Claude Desktop, Claude Code, Cursor, VS Code, Goose',
    get text() {
      return hosts()
    },
  },
]
