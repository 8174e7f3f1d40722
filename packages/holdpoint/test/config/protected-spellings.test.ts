import { linkSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createProtectedPaths } from '../../src/config/protected/protected-paths.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'holdpoint-spellings-')))
const home = join(root, 'home', 'alice')
const project = join(home, 'project')
// A name that nothing knows by itself: only where it stands makes it ours.
const holdpoint = join(home, 'gate', 'state')
for (const folder of [project, holdpoint, join(holdpoint, 'spool'), join(home, '.claude', 'hooks'), join(root, 'out')])
  mkdirSync(folder, { recursive: true })
for (const file of ['holdpoint.db', 'checkpoint.key', 'spool/1.spool']) writeFileSync(join(holdpoint, file), 'x')
writeFileSync(join(root, 'out', 'policy.yaml'), '')
writeFileSync(join(home, '.claude', 'settings.json'), '{}')
writeFileSync(join(home, '.claude.json'), '{}')
writeFileSync(join(project, 'one.txt'), 'x')
linkSync(join(project, 'one.txt'), join(project, 'two.txt'))
linkSync(join(holdpoint, 'holdpoint.db'), join(project, 'data.bin'))
linkSync(join(holdpoint, 'spool', '1.spool'), join(root, 'out', 'lines'))
linkSync(join(root, 'out', 'policy.yaml'), join(project, 'harmless'))
linkSync(join(home, '.claude', 'settings.json'), join(project, 'prefs.json'))
linkSync(join(home, '.claude.json'), join(root, 'out', 'a'))
symlinkSync(holdpoint, join(project, 'link'))

const paths = createProtectedPaths({
  userHome: home,
  holdpointHome: holdpoint,
  configFile: join(root, 'out', 'policy.yaml'),
  environment: { HOME: home, USER: 'alice', STATE: join(home, 'gate') },
  workingDirectory: project,
  mounts: [
    { device: '8:1', root: '/', point: '/' },
    { device: '8:1', root: home, point: '/mnt/people' },
    { device: '8:1', root: join(holdpoint, 'spool'), point: '/mnt/lines' },
    { device: '0:5', root: '/', point: '/mnt/other' },
  ],
})

const escaped = (text: string, spell: (code: number) => string): string =>
  text.replace(/[/.]/g, (character) => spell(character.charCodeAt(0)))
const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0')
const inBase64 = (text: string): string => Buffer.from(text).toString('base64')

const db = `${holdpoint}/holdpoint.db`

const LEADS: readonly string[] = [
  // A scheme, a host or a keyword before it.
  `path:${db}`,
  `localhost:${db}`,
  `user@localhost:${db}`,
  `[::1]:${db}`,
  `file://127.0.0.1${db}`,
  `file://127.1${db}`,
  `file://[::1]${db}`,
  `file://my-machine.local${db}`,
  `file:${db}`,
  `FILE:${db}`,
  `file:///${db}`,
  `url:file://${db}`,
  `jar:file://${db}!/x`,
  `view-source:file://${db}`,
  `vscode://file${db}`,
  `sftp://localhost${db}`,
  `sftp://localhost:22/${db}`,
  `ssh://me@localhost${db}`,
  `smb://localhost/share${db}`,
  `sqlite:${db}?mode=rw`,
  `sqlite://${db}`,
  `@${db}`,
  `<${db}`,
  `file=@${db};type=text/plain`,
  `path = ${db}`,
  `git+file://${db}#main`,
  `http://localhost:8080/read?path=${db}`,
  `https://example.com/?u=${encodeURIComponent(`file://${db}`)}`,
  'localhost:gate/state/holdpoint.db',
  `//localhost${db}`,
  `\\\\localhost${db.replaceAll('/', '\\')}`,
  `\\\\wsl$\\Ubuntu${db.replaceAll('/', '\\')}`,
  `/proc/self/root${db}`,
  `/proc/1/root${db}`,
  '/proc/self/cwd/../gate/state/holdpoint.db',
  '/proc/4194303/cwd/holdpoint.db',
  `/proc/${process.pid}/task/${process.pid}/root${db}`,
  `/host${db}`,
  `path:${project}/link/x`,
  'path:link/x',
  'localhost:project/link/x',
  // Links and mounts that are the same files.
  'data.bin',
  './data.bin',
  `${project}/data.bin`,
  `${root}/out/lines`,
  'harmless',
  'prefs.json',
  `cat ${root}/out/a`,
  'cp data.bin elsewhere',
  '/mnt/people/gate/state/holdpoint.db',
  '/mnt/people/.claude.json',
  '/mnt/lines/1.spool',
  // Escapes of every kind.
  db.replaceAll('/', '\\/'),
  escaped(db, (code) => `\\u${hex(code, 4)}`),
  escaped(db, (code) => `\\u{${hex(code, 2)}}`),
  escaped(db, (code) => `\\U${hex(code, 8)}`),
  escaped(db, (code) => `\\x${hex(code, 2)}`),
  escaped(db, (code) => `\\${code.toString(8).padStart(3, '0')}`),
  escaped(db, (code) => `%${hex(code, 2)}`),
  escaped(db, (code) => `%25${hex(code, 2)}`),
  escaped(db, (code) => `%2525${hex(code, 2)}`),
  escaped(db, (code) => `%u${hex(code, 4)}`),
  escaped(db, (code) => `&#${code};`),
  escaped(db, (code) => `&#x${hex(code, 2)};`),
  db.replaceAll('/', '&sol;'),
  db.replaceAll('/', '%c0%af'),
  db.replaceAll('/', '／'),
  db.replaceAll('/', '∕'),
  `{"path": "${db.replaceAll('/', '\\/')}"}`,
  `{"path": "${escaped(db, (code) => `\\u${hex(code, 4)}`)}"}`,
  JSON.stringify(JSON.stringify({ path: escaped(db, (code) => `\\u${hex(code, 4)}`) })),
  JSON.stringify(JSON.stringify(JSON.stringify({ path: db.replaceAll('/', '\\/') }))),
  `<path>${escaped(db, (code) => `&#${code};`)}</path>`,
  inBase64(db),
  `echo ${inBase64(`rm -rf ${holdpoint}`)} | base64 -d | sh`,
  Buffer.from(db).toString('base64url'),
  Buffer.from(db).toString('hex'),
  `${holdpoint}\0.png`,
  `${holdpoint}/hold\tpoint.db`,
  `file://${home}/gate/st\nate/holdpoint.db`,
  `${home}/gate/state\u200b/holdpoint.db`,
  `${home}/gate/ſtate/holdpoint.db`,
  `${holdpoint}::$INDEX_ALLOCATION/x`,
  `${holdpoint}. /x`,
  // What a shell makes of it.
  `cat ${home}/ga"te"/sta''te/holdpoint.db`,
  `cat ${home}/ga\\te/st\\ate/holdpoint.db`,
  `cat $'${escaped(db, (code) => `\\x${hex(code, 2)}`)}'`,
  `cat "$HOME"/gate/state/holdpoint.db`,
  'cat ${HOME%/}/gate/state/holdpoint.db',
  'cat ${HOME:-/x}/gate/state/holdpoint.db',
  `cat ${root}/home/$USER/gate/state/holdpoint.db`,
  `cat ${root}/home/$(whoami)/gate/state/holdpoint.db`,
  `cat ${root}/home/\`whoami\`/gate/state/holdpoint.db`,
  'rm $STATE/state/holdpoint.db',
  'rm $HOME/gate/stat$X',
  'rm ~/gate/@(state|other)/x',
  'rm ~/gate/stat{e..e}/x',
  'rm ~/ga^te/st^ate/x',
  'type ~\\ga`te\\state',
  'tar czf out.tgz -C ~ gate/state',
  `tar czf out.tgz -C / ${db.slice(1)}`,
  'cd ~ && cat gate/state/holdpoint.db',
  'cd ~/gate; cat state/holdpoint.db',
  'cd ~; cd gate; cat state/holdpoint.db',
  'pushd "$HOME/gate" && rm -rf state',
  'git --git-dir=~/gate/state status',
  'git --git-dir ~/gate --work-tree state status',
  'cat ~+/../gate/state/x',
  `docker run -v ${holdpoint}:/data alpine`,
  `docker run -v${holdpoint}:/data alpine`,
  `docker run -v ${root}/home:/x alpine`,
  'docker run -v ~:/x alpine',
  'docker run -v /:/host:rw alpine',
  `docker run --mount type=bind,source=${home},target=/x alpine`,
  `docker run --mount type=bind,src=${db},dst=/x alpine`,
  `${home}:/data`,
  '~/.claude/../gate/state',
]

const ORDINARY: readonly string[] = [
  'two.txt',
  `${project}/two.txt`,
  'path:src/index.ts',
  'localhost:3000',
  'localhost:3000/users/42',
  'https://example.com/a/b?c=/etc/hosts#d',
  'http://localhost:8080/api/state',
  'state',
  'gate',
  'the state of the gate: open',
  'Re: state/gate',
  'a:/b',
  '10:30 and 11:45',
  'ana@example.com',
  'git@github.com:example/state.git',
  'registry.example.com:5000/team/image:1.2',
  'docker run -v ./data:/data alpine',
  `docker run -v ${project}:/app alpine`,
  'docker run -v /var/lib/data:/data alpine',
  'PATH=/usr/local/bin:/usr/bin',
  '\\d+\\.\\d+',
  'C:\\Users\\bob\\report.docx',
  'a\\u002fb',
  '{"path": "\\/srv\\/app"}',
  inBase64('an ordinary sentence of words'),
  Buffer.from('an ordinary sentence of words').toString('hex'),
  'f'.repeat(64),
  "it's a 'quoted' \"text\"",
  'const home = `${base}/index.html`',
  'echo $((1 + 2)) | tee out.txt',
  'find . -name "*.ts" | xargs grep state',
  'sed -i "s/state/gate/g" src/index.ts',
  '&amp;&lt;&#39;',
  '100%25',
  '/dev/null',
  'cat < /dev/stdin > /dev/stderr',
  '/proc/cpuinfo',
  '/proc/self/status',
  '/mnt/other/gate/state/holdpoint.db',
  '报告-final.md',
  '参考：/srv/数据',
]

describe('every spelling of a protected place', () => {
  test.each(LEADS)('[X11.A5] %s', (text) => {
    expect(paths.leadsIntoProtected(text)).toEqual(expect.any(String))
  })
})

describe('what only looks like one', () => {
  test.each(ORDINARY)('%.60s', (text) => {
    expect(paths.leadsIntoProtected(text)).toBeNull()
  })
})

test('[X11.A5] a hard link made after the start is seen, and so is one to a file made after it', () => {
  expect(paths.leadsIntoProtected('later.bin')).toBeNull()
  linkSync(join(holdpoint, 'checkpoint.key'), join(project, 'later.bin'))
  expect(paths.leadsIntoProtected('later.bin')).toBe("Holdpoint's own folder")
  writeFileSync(join(holdpoint, 'fresh.key'), 'x')
  linkSync(join(holdpoint, 'fresh.key'), join(project, 'fresh.bin'))
  expect(paths.leadsIntoProtected('fresh.bin')).toBe("Holdpoint's own folder")
})

test('[X11.A5] a folder that the call names with a host before it is a folder', () => {
  expect(paths.leadsIntoProtected('state/x', [`path:${home}/gate`])).toEqual(expect.any(String))
  expect(paths.leadsIntoProtected('state/x', [`file://127.0.0.1${home}/gate`])).toEqual(expect.any(String))
  expect(paths.leadsIntoProtected('state/x', [`localhost:${home}/src`])).toBeNull()
})

describe('the home under its usual name, wherever it stands', () => {
  test.each([
    '/mnt/backup/.holdpoint/holdpoint.db',
    '.holdpoint',
    'C:\\Users\\bob\\.holdpoint\\holdpoint.yaml',
    '/proc/77/cwd/.holdpoint/x',
    'C:\\Users\\bob\\HOLDPO~1\\holdpoint.db',
  ])('[X11.A5] %s', (text) => {
    expect(paths.leadsIntoProtected(text)).toEqual(expect.any(String))
  })
})
