/** The rating packs as data, the servers they recognise and refuse, and what their entries mean for real calls. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { ServerIdentity } from '../../src/call/call.ts'
import type { JsonObject } from '../../src/json/json-value.ts'
import { WORDS } from '../../src/description/pack-words.ts'
import { PACKS } from '../../src/policy/index.ts'
import type { PackEntry, Risk } from '../../src/policy/index.ts'
import { recognises } from '../../src/policy/packs.ts'
import { isAbove } from '../../src/policy/risk-order.ts'
import { launchOf } from '../../src/policy/rating/server-launch.ts'
import { findVerb } from '../../src/policy/rating/verbs.ts'
import { loadSqlReader } from '../../src/sql/index.ts'
import { HARMLESS } from './harmless-names.ts'
import { policyOf, sampleCall, sampleTool, WRAP } from './policy-sample.ts'

const command = (display: string): ServerIdentity => ({ name: 'x', identity: display, display, transport: 'stdio' })
const address = (display: string): ServerIdentity => ({ name: 'x', identity: display, display, transport: 'http' })
const packOf = (server: ServerIdentity): string | null => {
  const launch = launchOf(server)
  return launch === null ? null : (PACKS.find((pack) => recognises(pack, launch))?.name ?? null)
}

/** As the servers' own manuals say to start them. */
const REAL_COMMANDS: readonly (readonly [pack: string, line: string])[] = [
  ['filesystem', 'npx -y @modelcontextprotocol/server-filesystem /data'],
  ['filesystem', 'npx -y @modelcontextprotocol/server-filesystem@2026.8.31 /data'],
  ['filesystem', 'cmd /c npx -y @modelcontextprotocol/server-filesystem "C:\\\\Users\\\\a b"'],
  ['filesystem', 'npx.cmd -y @modelcontextprotocol/server-filesystem /data'],
  ['filesystem', '/usr/bin/node /app/node_modules/@modelcontextprotocol/server-filesystem/dist/index.js /data'],
  [
    'filesystem',
    '"C:\\\\node\\\\node.exe" "C:\\\\a\\\\node_modules\\\\@modelcontextprotocol\\\\server-filesystem\\\\dist\\\\index.js"',
  ],
  ['filesystem', '/opt/node/v22/bin/node /app/node_modules/@modelcontextprotocol/server-filesystem/dist/index.js'],
  ['filesystem', '/opt/homebrew/bin/npx -y @modelcontextprotocol/server-filesystem /data'],
  ['filesystem', '"C:\\\\Program Files\\\\nodejs\\\\npx.cmd" -y @modelcontextprotocol/server-filesystem'],
  ['git', '/usr/local/bin/mcp-server-git'],
  ['git-mcp-server', 'npx -y @cyanheads/git-mcp-server@latest'],
  ['git', 'docker run --rm -i --mount type=bind,src=/Users/ana,dst=/Users/ana mcp/git'],
  ['sqlite', 'docker run --rm -i -v mcp-test:/mcp mcp/sqlite --db-path /mcp/test.db'],
  ['filesystem', 'docker run -i --rm --mount type=bind,src=/home/a,dst=/projects/a mcp/filesystem /projects'],
  ['memory', 'npx -y @modelcontextprotocol/server-memory'],
  ['git', 'uvx mcp-server-git --repository /srv/shop'],
  ['git', 'python -m mcp_server_git --repository /srv/shop'],
  ['git', 'uv tool run mcp-server-git'],
  ['fetch', 'uvx mcp-server-fetch'],
  ['fetch', 'docker run -i --rm mcp/fetch'],
  ['github', 'docker run -i --rm -e GITHUB_PERSONAL_ACCESS_TOKEN ghcr.io/github/github-mcp-server'],
  ['github', 'podman run --rm -i -e GITHUB_TOOLSETS=all ghcr.io/github/github-mcp-server:v1.2.0 stdio'],
  ['github', '/usr/local/bin/github-mcp-server stdio'],
  ['github', 'npx -y @modelcontextprotocol/server-github'],
  ['gitlab', 'npx -y @zereight/mcp-gitlab'],
  ['playwright', 'npx @playwright/mcp@latest --headless'],
  ['playwright', 'docker run -i --rm --init --pull=always mcr.microsoft.com/playwright/mcp'],
  ['puppeteer', 'npx -y @modelcontextprotocol/server-puppeteer'],
  ['postgres', 'npx -y @modelcontextprotocol/server-postgres postgresql://localhost/shop'],
  ['postgres', 'uvx postgres-mcp --access-mode=unrestricted'],
  ['postgres', 'docker run -i --rm -e DATABASE_URI crystaldba/postgres-mcp --access-mode=restricted'],
  ['sqlite', 'uvx mcp-server-sqlite --db-path /srv/shop.db'],
  ['mysql', 'npx -y @benborla29/mcp-server-mysql'],
  ['slack', 'npx -y slack-mcp-server@latest --transport stdio'],
  ['notion', 'npx -y @notionhq/notion-mcp-server'],
  ['linear', 'npx -y mcp-remote https://mcp.linear.app/sse'],
  ['atlassian', 'uvx mcp-atlassian'],
  ['atlassian', 'docker run --rm -i -e JIRA_URL ghcr.io/sooperset/mcp-atlassian:latest'],
  ['atlassian', 'npx -y mcp-remote@latest https://mcp.atlassian.com/v1/mcp'],
  ['sentry', 'npx @sentry/mcp-server@latest --access-token=x'],
  ['stripe', 'npx -y @stripe/mcp --tools=all'],
  ['google-drive', 'npx -y @modelcontextprotocol/server-gdrive'],
  ['gmail', 'npx @gongrzhe/server-gmail-autoauth-mcp'],
  ['google-calendar', 'npx @cocal/google-calendar-mcp'],
  ['kubernetes', 'npx -y kubernetes-mcp-server@latest'],
  ['kubernetes', 'npx mcp-server-kubernetes'],
  ['docker', 'uvx mcp-server-docker'],
  ['shell', 'npx mcp-server-commands'],
  ['shell', 'uvx mcp-shell-server'],
  ['desktop-commander', 'npx -y @wonderwhy-er/desktop-commander@latest'],
  ['aws', 'uvx awslabs.aws-api-mcp-server@latest'],
  ['aws', 'uv tool run --from awslabs.iam-mcp-server@latest awslabs.iam-mcp-server.exe'],
]

const REAL_ADDRESSES: readonly (readonly [pack: string, url: string])[] = [
  ['github', 'https://api.githubcopilot.com/mcp/'],
  ['github', 'https://api.githubcopilot.com/mcp/x/issues/readonly'],
  ['linear', 'https://mcp.linear.app/mcp'],
  ['notion', 'https://mcp.notion.com/mcp'],
  ['sentry', 'https://mcp.sentry.dev/mcp/my-org'],
  ['atlassian', 'https://mcp.atlassian.com/v1/mcp/authv2'],
  ['stripe', 'https://mcp.stripe.com/'],
  ['slack', 'https://mcp.slack.com/mcp'],
  ['gmail', 'https://gmailmcp.googleapis.com/mcp/v1'],
  ['google-drive', 'https://drivemcp.googleapis.com/mcp/v1'],
  ['google-calendar', 'https://calendarmcp.googleapis.com/mcp/v1'],
  ['aws', 'https://knowledge-mcp.global.api.aws/'],
]

const LOOK_ALIKES: readonly ServerIdentity[] = [
  ...[
    'npx -y @modelcontextprotocol/server-filesystem-evil /data',
    'npx -y @modelcontextprotocol-evil/server-filesystem /data',
    'npx -y evil-server-github',
    'npx -y github-mcp-server-evil',
    'npx -y mcp-server-git',
    'npx -y evil@npm:@modelcontextprotocol/server-github',
    'npx -y @modelcontextprotocol/server-github@npm:evil',
    'npx -y @modelcontextprotocol/server-github@https://evil.example/x.tgz',
    'npx -y --registry=https://evil.example @modelcontextprotocol/server-github',
    'npx -p evil @modelcontextprotocol/server-github',
    'npx -y evil @modelcontextprotocol/server-github',
    'node evil.js @modelcontextprotocol/server-filesystem',
    'node --import /tmp/evil.mjs /a/node_modules/@modelcontextprotocol/server-filesystem/dist/index.js',
    'node /a/node_modules/@modelcontextprotocol/server-filesystem/../../evil/index.js',
    'node /a/node_modules/@modelcontextprotocol/server-filesystem/node_modules/evil/index.js',
    'node /srv/@modelcontextprotocol/server-filesystem/dist/index.js',
    'docker run -i evil.example/ghcr.io/github/github-mcp-server',
    'docker run -i ghcr.io/github/github-mcp-server-evil',
    'docker run -i ghcr.io/github-evil/github-mcp-server',
    'docker run -i --entrypoint=/evil ghcr.io/github/github-mcp-server',
    'docker run -i --unknown evil ghcr.io/github/github-mcp-server',
    'docker run -i -e ghcr.io/github/github-mcp-server evil/image',
    'uvx --index-url https://evil.example mcp-server-git',
    'uvx --with evil mcp-server-git',
    'uvx --from mcp-server-git evil',
    'uvx mcp-server-git-evil',
    'uvx "mcp-server-git @ git+https://evil.example/x"',
    'python /tmp/mcp_server_git.py',
    'npx -y mcp-remote https://mcp.linear.app.evil.example/mcp',
    'npx -y mcp-remote-evil https://mcp.linear.app/mcp',
    'sh -c "npx -y @modelcontextprotocol/server-filesystem"',
    'NODE_OPTIONS=--import=/tmp/evil.mjs npx -y @modelcontextprotocol/server-filesystem',
    'env NODE_OPTIONS=--import=/tmp/evil.mjs npx -y @modelcontextprotocol/server-filesystem',
    'env npx -y @modelcontextprotocol/server-filesystem',
    '/usr/bin/env npx -y @modelcontextprotocol/server-filesystem',
    'npm_config_registry=https://evil.example npx -y @modelcontextprotocol/server-filesystem',
    '/tmp/evil/npx -y @modelcontextprotocol/server-filesystem',
    './npx -y @modelcontextprotocol/server-filesystem',
    '/usr/bin/../../tmp/npx -y @modelcontextprotocol/server-filesystem',
    '/tmp/evil/uvx mcp-server-git',
    '/tmp/evil/python -m mcp_server_git',
    '/tmp/evil/docker run -i mcp/git',
    '/tmp/evil/mcp-server-git',
    './mcp-server-git',
    '/app/node_modules/.bin/mcp-server-filesystem /data',
    'docker run -i --rm -v /tmp/evil:/app mcp/git',
    'docker run -i --rm --volume=/tmp/evil:/app mcp/git',
    'docker run -i --rm -v /tmp/evil:/projects/../app mcp/git',
    'docker run -i --rm -v /app mcp/git',
    'docker run -i --rm --mount type=bind,src=/tmp/evil,dst=/usr/local/lib/python3.12 mcp/git',
    'docker run -i --rm --mount=type=bind,src=/tmp/evil,target=/app mcp/git',
    'docker run -i --rm --mount type=bind,src=/tmp/evil mcp/git',
    'docker run -i --rm -e PYTHONPATH=/projects mcp/git',
    'docker run -i --rm --env=NODE_OPTIONS=--import=/projects/x.mjs mcp/filesystem',
    'docker run -i --rm --env-file /tmp/evil.env mcp/git',
    'docker run -i --rm -w /projects mcp/git',
    'docker run -i --rm --volumes-from evil mcp/git',
    '',
  ].map(command),
  ...[
    'https://evil.example/mcp.linear.app/mcp',
    'https://evil.example/?https://mcp.linear.app/mcp',
    'https://mcp.linear.app.evil.example/mcp',
    'https://mcp-linear.app/mcp',
    'https://evilmcp.linear.app/mcp',
    'http://mcp.linear.app/mcp',
    'https://mcp.linear.app:8443/mcp',
    'https://api.githubcopilot.com/mcp-evil/',
    'https://api.githubcopilot.com/other/mcp/',
    'https://api.githubcopilot.com/mcp/../other',
    'https://api.githubcopilot.com/',
  ].map(address),
]

describe('which servers a pack recognises', () => {
  test.each(REAL_COMMANDS)('%s: %s', (pack, line) => {
    expect(packOf(command(line))).toBe(pack)
  })
  test.each(REAL_ADDRESSES)('%s: %s', (pack, url) => {
    expect(packOf(address(url))).toBe(pack)
  })
  test.each(LOOK_ALIKES.map((server) => [server.display, server] as const))('refused: %s', (_display, server) => {
    expect(packOf(server)).toBeNull()
  })
  test('every pack is started or reached in a way the tests know', () => {
    const known = new Set([...REAL_COMMANDS, ...REAL_ADDRESSES].map(([pack]) => pack))
    expect(PACKS.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
  })
  test('no server belongs to two packs', () => {
    const servers = PACKS.flatMap((pack) => pack.servers)
    expect(servers.filter((server, index) => servers.indexOf(server) !== index)).toEqual([])
    for (const server of servers.filter((one) => one.startsWith('https://'))) {
      expect(PACKS.filter((pack) => recognises(pack, `${server}/x`))).toHaveLength(1)
    }
  })
})

const DOCUMENT = readFileSync(new URL('../../../../docs/reference/packs.md', import.meta.url), 'utf8')

/** What the tool's name alone can count on; what an argument decides is checked call by call below. */
const lowest = (entry: PackEntry): Risk => (typeof entry === 'string' ? entry : 'once' in entry ? 'medium' : 'high')

describe('what the packs say', () => {
  test('[L17] each has a source and a date, and every tool a risk', () => {
    for (const pack of PACKS) {
      expect(pack.source, pack.name).toMatch(/\d/)
      expect(pack.date, pack.name).toMatch(/^2026-\d\d-\d\d$/)
      expect(Object.keys(pack.tools).length, pack.name).toBeGreaterThan(0)
      for (const tool of pack.knownDestructive) expect(Object.hasOwn(pack.tools, tool), tool).toBe(true)
      for (const entry of Object.values(pack.tools)) {
        if (typeof entry === 'string') expect(['low', 'medium', 'high']).toContain(entry)
        else if ('word' in entry) expect(Object.values(entry.risks)).not.toContain('high')
      }
    }
  })

  test.each(PACKS.map((pack) => [pack.name, pack] as const))(
    'docs/reference/packs.md counts %s right',
    (name, pack) => {
      const entries = Object.values(pack.tools)
      const fixed = (risk: Risk): number =>
        entries.filter((entry) => (typeof entry === 'string' ? entry : 'once' in entry ? 'medium' : null) === risk)
          .length
      const read = entries.length - fixed('low') - fixed('medium') - fixed('high')
      const cells = DOCUMENT.split('\n')
        .map((line) => line.split('|').map((cell) => cell.trim()))
        .find(([, first]) => first === name)
      const words = Object.values(WORDS.find(({ pack: of }) => of === name)?.tools ?? {})
      const reads = words.filter(({ preview }) => preview !== undefined).length
      const undos = words.filter(({ undo }) => undo !== undefined).length
      expect(cells?.slice(3, 11)).toEqual(
        [fixed('low'), fixed('medium'), fixed('high'), read, words.length, reads, undos]
          .map(String)
          .concat(pack.source),
      )
    },
  )

  test('no tool is rated below the verb in its name without a reason', () => {
    const below = PACKS.flatMap((pack) =>
      Object.entries(pack.tools)
        .filter(([tool, entry]) => isAbove(findVerb(tool)?.risk ?? 'low', lowest(entry)))
        .map(([tool]) => tool),
    )
    expect(below.toSorted()).toEqual(Object.keys(HARMLESS).toSorted())
  })

  test('what destroys is high in every pack, whatever the reason', () => {
    const wrong = PACKS.flatMap((pack) =>
      Object.entries(pack.tools)
        .filter(
          ([tool, entry]) =>
            /delete|remove|drop|purge|destroy|merge_|send_|refund|deploy_/i.test(tool) && lowest(entry) !== 'high',
        )
        .map(([tool]) => tool)
        .filter((tool) => !/^(?:get|list|create|update|resolve)_.*merge_request|^slack_send_message_draft$/.test(tool)),
    )
    expect(wrong).toEqual([])
  })
})

const SQL = { ...WRAP, sql: await loadSqlReader() }

function ruled(
  line: string,
  tool: string,
  args: JsonObject,
  annotations = {},
): readonly [string, string, string | null] {
  const call = sampleCall(tool, args, { server: line.startsWith('https://') ? address(line) : command(line) })
  const definition = sampleTool(tool, annotations, Object.keys(args))
  const { risk, answer, scope } = policyOf().rule(call, definition, SQL)
  return [risk, answer, scope]
}

describe('what the packs mean for calls', () => {
  const POSTGRES = 'uvx postgres-mcp --access-mode=unrestricted'
  const SQLITE = 'uvx mcp-server-sqlite --db-path a.db'
  const GITHUB = 'https://api.githubcopilot.com/mcp/'
  const BROWSER = 'npx @playwright/mcp@latest'

  test.each([
    [POSTGRES, 'execute_sql', { sql: 'SELECT 1' }, 'low'],
    [POSTGRES, 'execute_sql', { sql: 'DELETE FROM orders' }, 'high'],
    [POSTGRES, 'execute_sql', { sql: 'WITH x AS (DELETE FROM orders RETURNING *) SELECT * FROM x' }, 'high'],
    [POSTGRES, 'execute_sql', { sql: 'this is no SQL' }, 'high'],
    [POSTGRES, 'execute_sql', { sql: ['SELECT 1', 'DROP TABLE x'] }, 'high'],
    [POSTGRES, 'execute_sql', { sql: 'SELECT 1', query: 'DROP TABLE orders' }, 'high'],
    [POSTGRES, 'execute_sql', {}, 'high'],
    [POSTGRES, 'execute_sql', { SQL: 'SELECT 1' }, 'high'],
    [POSTGRES, 'analyze_query_indexes', { queries: ['SELECT 1', 'SELECT 2'] }, 'low'],
    [POSTGRES, 'analyze_query_indexes', { queries: ['SELECT 1', 'DROP TABLE x'] }, 'high'],
    [POSTGRES, 'execute_sql', { sql: "SELECT data #>> '{a,b}' FROM orders" }, 'low'],
    [POSTGRES, 'execute_sql', { sql: "SELECT ts_rewrite('a', 'DELETE FROM orders')" }, 'high'],
    [POSTGRES, 'execute_sql', { sql: 'SELECT ifnull(a, 0) FROM orders' }, 'high'],
    [SQLITE, 'read_query', { query: 'SELECT ifnull(a, 0) FROM orders' }, 'low'],
    [SQLITE, 'read_query', { query: 'SELECT string_to_array(a, 0) FROM orders' }, 'high'],
    [SQLITE, 'read_query', { query: 'SELECT * FROM orders' }, 'low'],
    [SQLITE, 'read_query', { query: 'DELETE FROM orders' }, 'high'],
    [SQLITE, 'write_query', { query: "INSERT INTO notes VALUES ('x')" }, 'high'],
    [SQLITE, 'create_table', { query: 'DROP TABLE orders' }, 'high'],
    ['npx -y @benborla29/mcp-server-mysql', 'mysql_query', { sql: 'SHOW TABLES' }, 'low'],
    ['npx -y @benborla29/mcp-server-mysql', 'mysql_query', { sql: 'SELECT 1 /*! INTO OUTFILE "/x" */' }, 'high'],
    [GITHUB, 'issue_write', { method: 'create', owner: 'a', repo: 'b' }, 'medium'],
    [GITHUB, 'issue_write', { method: 'delete', owner: 'a', repo: 'b' }, 'high'],
    [GITHUB, 'issue_write', { owner: 'a', repo: 'b' }, 'high'],
    [GITHUB, 'issue_write', { method: ['create'] }, 'high'],
    [GITHUB, 'issue_write', { method: 'constructor' }, 'high'],
    [GITHUB, 'pull_request_review_write', { method: 'create', event: 'APPROVE' }, 'high'],
    [GITHUB, 'merge_pull_request', { owner: 'a', repo: 'b', pullNumber: 1 }, 'high'],
    [GITHUB, 'get_file_contents', { owner: 'a', repo: 'b', path: 'x' }, 'low'],
    [BROWSER, 'browser_evaluate', { function: '() => 1' }, 'high'],
    [BROWSER, 'browser_file_upload', { paths: ['/home/a/x'] }, 'high'],
    [BROWSER, 'browser_snapshot', {}, 'low'],
    [BROWSER, 'browser_tabs', { action: 'list' }, 'low'],
    ['npx mcp-server-commands', 'run_command', { command: 'git status' }, 'high'],
    ['npx -y @wonderwhy-er/desktop-commander', 'start_process', { command: 'ls' }, 'high'],
    ['npx -y @wonderwhy-er/desktop-commander', 'set_config_value', { key: 'allowedDirectories', value: [] }, 'high'],
    ['npx -y @wonderwhy-er/desktop-commander', 'write_file', { path: '/a', content: 'x' }, 'medium'],
    ['npx -y @zereight/mcp-gitlab', 'get_pipeline_variables', { project_id: 'a', pipeline_id: '1' }, 'high'],
    ['npx -y @stripe/mcp', 'create_refund', { payment_intent: 'pi_1' }, 'high'],
    ['uvx awslabs.aws-api-mcp-server@latest', 'call_aws', { cli_command: 'aws s3 ls' }, 'high'],
  ] as const)('%s %s %j is %s', (line, tool, args, risk) => {
    expect(ruled(line, tool, args as unknown as JsonObject)[0]).toBe(risk)
  })

  test('SQL that cannot be read because no parser is loaded is high, and one is asked for', () => {
    const call = sampleCall('execute_sql', { sql: 'SELECT 1' }, { server: command(POSTGRES) })
    expect(policyOf().rule(call, null, WRAP).risk).toBe('high')
    expect(policyOf().needsSql(sampleCall('execute_sql', {}, { server: command(POSTGRES) }), null)).toBe(true)
  })

  test('the server of a tool that runs SQL may call it destructive; the statement says more', () => {
    expect(ruled(POSTGRES, 'execute_sql', { sql: 'SELECT 1' }, { destructiveHint: true })[0]).toBe('low')
  })

  test('a claim that the pack did not know raises', () => {
    expect(ruled(GITHUB, 'get_me', {}, { destructiveHint: true })[0]).toBe('high')
    expect(ruled(GITHUB, 'issue_write', { method: 'create' }, { destructiveHint: true })[0]).toBe('medium')
    expect(ruled(GITHUB, 'add_issue_reaction', {}, { destructiveHint: true })[0]).toBe('high')
  })

  test('browsing asks once for a site and once for filling in; what can buy or send is asked each time', () => {
    const destructive = { destructiveHint: true, readOnlyHint: false }
    const to = (url: string): string | null => ruled(BROWSER, 'browser_navigate', { url }, destructive)[2]
    expect(to('https://shop.example/a/b?q=1')).toBe(to('https://SHOP.example/other'))
    expect(to('https://shop.example/a')).not.toBe(to('https://shop.example.evil/a'))
    expect(ruled(BROWSER, 'browser_fill_form', { fields: [] }, destructive)).toEqual([
      'medium',
      'ask',
      'tool "browser_fill_form"',
    ])
    for (const tool of ['browser_click', 'browser_type', 'browser_press_key', 'browser_handle_dialog']) {
      expect(ruled(BROWSER, tool, { element: 'Buy', ref: 'e12' }, destructive), tool).toEqual(['high', 'ask', null])
    }
    const puppeteer = 'npx -y @modelcontextprotocol/server-puppeteer'
    expect(ruled(puppeteer, 'puppeteer_click', { selector: '#buy' })).toEqual(['high', 'ask', null])
  })

  test('a tool list rates by the name what only arguments can tell, and says so', () => {
    const list = (line: string, tool: string): unknown => {
      const { risk, asking, depends } = policyOf().answerTool(sampleTool(tool), command(line), 'default')
      return { risk, asking, depends: depends?.slice(0, 32) ?? null }
    }
    expect(list(POSTGRES, 'query')).toEqual({
      risk: 'low',
      asking: 'never',
      depends: 'Rated by reading the SQL in "sql',
    })
    expect(list('/bin/github-mcp-server', 'issue_write')).toEqual({
      risk: 'medium',
      asking: 'scope',
      depends: 'Rated by the word in "method", b',
    })
    expect(list('/bin/github-mcp-server', 'merge_pull_request')).toEqual({
      risk: 'high',
      asking: 'each',
      depends: null,
    })
  })
})
