import { existsSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { costRatio, processorTime } from '../../../core/test/sql/processor-time.ts'
import { createProtectedPaths } from '../../src/config/protected/protected-paths.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'holdpoint-paths-')))
const home = join(root, 'home', 'alice')
const project = join(home, 'project')
const holdpoint = join(home, '.holdpoint')
for (const folder of [
  project,
  join(project, 'src'),
  holdpoint,
  join(home, '.claude'),
  join(home, '.cursor'),
  join(root, 'elsewhere'),
]) {
  mkdirSync(folder, { recursive: true })
}
writeFileSync(join(holdpoint, 'holdpoint.yaml'), '')
writeFileSync(join(root, 'elsewhere', 'policy.yaml'), '')
symlinkSync(holdpoint, join(project, 'link'))
symlinkSync(join(holdpoint, 'holdpoint.yaml'), join(project, 'notes.txt'))
symlinkSync(join(holdpoint, 'not-there-yet.db'), join(project, 'dangling'))
symlinkSync(join(project, 'link'), join(root, 'elsewhere', 'second'))
symlinkSync(join(holdpoint, '..'), join(project, 'up'))

const paths = createProtectedPaths({
  userHome: home,
  holdpointHome: holdpoint,
  configFile: join(root, 'elsewhere', 'policy.yaml'),
  environment: { HOME: home, HOLDPOINT_CONFIG: join(root, 'elsewhere', 'policy.yaml') },
  workingDirectory: project,
})

const LEADS: readonly string[] = [
  holdpoint,
  `${holdpoint}/`,
  `${holdpoint}/store.db`,
  `${holdpoint.toUpperCase()}/store.db`,
  '~/.holdpoint/holdpoint.yaml',
  '~alice/.holdpoint/holdpoint.yaml',
  '$HOME/.holdpoint/holdpoint.yaml',
  '${HOME}/.holdpoint',
  '%USERPROFILE%\\.holdpoint\\holdpoint.yaml',
  '$env:USERPROFILE\\.holdpoint',
  '$HOLDPOINT_HOME/store.db',
  '$HOLDPOINT_CONFIG',
  `file://${holdpoint}/store.db`,
  `file://localhost${holdpoint}/store.db`,
  `file://${home}/%2eholdpoint/store.db`,
  `file://${home}/%252eholdpoint/store.db`,
  `${home}//.holdpoint/./store.db`,
  `${home}/project/../.holdpoint/store.db`,
  '../.holdpoint/store.db',
  'src/../../.holdpoint/store.db',
  '..\\.holdpoint\\store.db',
  'link',
  'link/store.db',
  './link/new.db',
  `${project}/link/../.holdpoint/x`,
  'notes.txt',
  'dangling',
  `${root}/elsewhere/second/x`,
  'up/.holdpoint/x',
  `${root}/elsewhere/policy.yaml`,
  '~/.claude/settings.json',
  '~/.claude.json',
  '~/.claude/hooks/x.sh',
  '.mcp.json',
  `${project}/.mcp.json`,
  '/anywhere/at/all/.mcp.json',
  '.claude/settings.local.json',
  '.vscode/mcp.json',
  '.vscode/settings.json',
  '~/.cursor/mcp.json',
  '~/.codex/config.toml',
  '~/.codeium/windsurf/mcp_config.json',
  '~/.config/goose/config.yaml',
  '~/.config/zed/settings.json',
  '~/.config/Code/User/mcp.json',
  '~/.config/Claude/claude_desktop_config.json',
  '~/Library/Application Support/Claude/claude_desktop_config.json',
  `${home}/Library/Application%20Support/Code/User/settings.json`,
  'C:\\Users\\bob\\AppData\\Roaming\\Claude\\claude_desktop_config.json',
  '~/AppData/Roaming/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json',
  '~/.gemini/settings.json',
  'rm -rf ~/.holdpoint',
  'cat "$HOME/.holdpoint/holdpoint.yaml" | head',
  'cd ~ && rm -rf .holdpoint',
  'rm -rf ~',
  'rm -r -f "$HOME"',
  'rm -rf ~/*',
  'find ~ -name "*.db" -delete',
  'mv ~ /elsewhere',
  'chmod -R 777 ~',
  'cd && cat ${HOME}/.claude.json',
  'echo x > ../.holdpoint/holdpoint.yaml',
  'cp a b; cat link/store.db',
  'tar czf x.tgz --directory=~/.holdpoint .',
  'first line\ncat ~/.holdpoint/x\nlast line',
  '~/.hold*/store.db',
  'rm ~/.h?ldpoint/store.db',
  'ls ~/.[h]oldpoint/',
  'scp me@host:~/.holdpoint/store.db .',
  '~/.{holdpoint,other}/store.db',
  'rm -rf ~/.{a,hold{point,ing}}/store.db',
  'cat ~/{project,.holdpoint}/holdpoint.yaml',
  `${root}/home/*/.holdpoint/store.db`,
  `${root}/*/alice/.holdpoint/store.db`,
  `${root}/**/.holdpoint/store.db`,
  `${home}/.hold*t/store.db`,
  '.mcp.*',
  'src/.m?p.json',
  '.claude/settings*.json',
  `/.${'/.'.repeat(4000)}${holdpoint}/store.db`,
]

const ORDINARY: readonly string[] = [
  '',
  'hello',
  'a sentence about nothing in particular, with / and ~ in it',
  'src/index.ts',
  './README.md',
  '../other/project/file.ts',
  '~/project/notes.md',
  '~/.holdpoints/x',
  '~/.holdpoint-notes/x',
  '/etc/hosts',
  'https://example.com/a/b?c=d',
  'SELECT * FROM orders WHERE a/b > 5',
  'git commit -m "fix"',
  '100%',
  '$5',
  '~',
  '.',
  '/',
  home,
  '*',
  '**/*.ts',
  'src/**/*.{ts,tsx}',
  '~/project/{a,b}/c.ts',
  '~/*/index.ts',
  '/**/*.json',
  '*.json',
  '.github/*.yml',
  'settings.json',
  'config.json',
  '中文/路径',
  'x'.repeat(100_000),
]

describe('texts that lead into protected places', () => {
  test.each(LEADS)('[L2] %s', (text) => {
    expect(paths.leadsIntoProtected(text)).toEqual(expect.any(String))
  })
})

describe('ordinary texts', () => {
  test.each(ORDINARY)('%.60s', (text) => {
    expect(paths.leadsIntoProtected(text)).toBeNull()
  })
})

test('[L2] what is protected is said in words', () => {
  expect(paths.leadsIntoProtected('~/.holdpoint/x')).toBe("Holdpoint's own folder")
  expect(paths.leadsIntoProtected(`${root}/elsewhere/policy.yaml`)).toBe("Holdpoint's configuration")
  expect(paths.leadsIntoProtected('~/.cursor/mcp.json')).toBe('the settings of Cursor')
})

test('[L2] a symlink made after the start is seen', () => {
  expect(paths.leadsIntoProtected('later')).toBeNull()
  symlinkSync(holdpoint, join(project, 'later'))
  expect(paths.leadsIntoProtected('later')).toEqual(expect.any(String))
})

test('[L2] a home that is itself reached through a symlink', () => {
  symlinkSync(join(root, 'home'), join(root, 'homes'))
  const linked = createProtectedPaths({
    userHome: join(root, 'homes', 'alice'),
    holdpointHome: join(root, 'homes', 'alice', '.holdpoint'),
    configFile: null,
    environment: {},
    workingDirectory: project,
  })
  expect(linked.leadsIntoProtected(`${holdpoint}/x`)).toEqual(expect.any(String))
  expect(linked.leadsIntoProtected('~/.holdpoint/x')).toEqual(expect.any(String))
})

describe('folders other than our own', () => {
  const elsewhere = createProtectedPaths({
    userHome: home,
    holdpointHome: holdpoint,
    configFile: null,
    environment: {},
    workingDirectory: join(root, 'elsewhere'),
    otherFolders: [project],
  })

  test('[L2] a relative path is tried in the working directory of each server', () => {
    expect(elsewhere.leadsIntoProtected('../.holdpoint/store.db')).toEqual(expect.any(String))
    expect(elsewhere.leadsIntoProtected('notes.txt')).toEqual(expect.any(String))
    expect(elsewhere.leadsIntoProtected('link')).toEqual(expect.any(String))
    expect(elsewhere.leadsIntoProtected('src/index.ts')).toBeNull()
  })

  test.each([
    ['.holdpoint/store.db', '~'],
    ['.holdpoint', home],
    ['../.holdpoint/store.db', project],
    ['settings.json', '~/.claude'],
    ['config.toml', `${home}/.codex`],
    ['rm -f config.toml', '~/.codex'],
    ['holdpoint.yaml', `file://${project}/link`],
    ['second/x', join(root, 'elsewhere')],
    ['{settings,other}.json', '~/.claude'],
  ])('[L2] %s in %s, which the same call names', (text, folder) => {
    expect(elsewhere.leadsIntoProtected(text, ['/somewhere/else', folder])).toEqual(expect.any(String))
  })

  test.each([
    ['settings.json', '/srv/app'],
    ['index.ts', project],
    ['utf8', home],
    ['a sentence of words', home],
    ['src/index.ts', home],
  ])('%s in %s stays ordinary', (text, folder) => {
    expect(elsewhere.leadsIntoProtected(text, [folder])).toBeNull()
  })
})

test('ordinary strings cost little', () => {
  const texts = ['orders', '20', 'a short sentence of words', 'customer-42', 'src/index.ts', '2026-11-15']
  const asking = (): void => {
    for (let times = 0; times < 20; times++) for (const text of texts) paths.leadsIntoProtected(text)
  }
  // The least that a look at the disk takes here: an ordinary string costs two of them.
  const looking = (): void => {
    for (let times = 0; times < 20; times++) for (const text of texts) existsSync(join(project, text))
  }
  expect(costRatio(asking, looking, 100)).toBeLessThan(10)
})

test('hostile strings do not stall', async () => {
  const texts = [
    '.'.repeat(4000),
    '/..'.repeat(1300),
    '%25'.repeat(20_000),
    '~/'.repeat(50_000),
    `${'a*'.repeat(30)}/b`,
    ' /'.repeat(50_000),
    '.mcp '.repeat(20_000),
    'a/'.repeat(60_000),
    `${'. '.repeat(60_000)}/a`,
    `/${'.'.repeat(60_000)}a/`,
    '{a,b}'.repeat(200),
    `~/${'{a,'.repeat(300)}${'}'.repeat(300)}`,
    `~/${'**/'.repeat(150)}x*`,
  ]
  const spent = await processorTime(() => {
    for (const text of texts) paths.leadsIntoProtected(text)
  })
  expect(spent).toBeLessThan(3000)
})

test('[L2] many strings of paths do not stall', async () => {
  const texts = Array.from({ length: 64 }, (_, index) => `a${index}/b ../c${index} `.repeat(300).slice(0, 4096))
  const distinct = Array.from({ length: 10_000 }, (_, index) => `d${index}/e`).join(' ')
  const spent = await processorTime(() => {
    for (const text of [...texts, distinct]) paths.leadsIntoProtected(text)
  })
  expect(spent).toBeLessThan(3000)
})
