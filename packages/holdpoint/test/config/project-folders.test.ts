/**
 * Which project a file belongs to, on a real disk: repositories, worktrees, links, and what must never count as one.
 */
import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isBroadFolder } from '../../src/config/protected/project-folders.ts'
import { createProjectFolders } from '../../src/config/protected/project-folders.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'holdpoint-projects-')))
const home = join(root, 'home', 'ana')

function repository(folder: string): string {
  mkdirSync(join(folder, '.git', 'hooks'), { recursive: true })
  writeFileSync(join(folder, '.git', 'HEAD'), 'ref: refs/heads/main\n')
  return folder
}

const shop = repository(join(home, 'code', 'shop'))
const other = repository(join(home, 'code', 'other'))
const nested = repository(join(shop, 'vendor', 'lib'))
mkdirSync(join(shop, 'src', 'cart'), { recursive: true })
mkdirSync(join(home, 'notes', '.git'), { recursive: true })
const worktree = join(home, 'code', 'shop-fix')
mkdirSync(worktree, { recursive: true })
writeFileSync(join(worktree, '.git'), `gitdir: ${shop}/.git/worktrees/fix\n`)
symlinkSync(other, join(shop, 'elsewhere'))
symlinkSync(join(home, '.ssh'), join(shop, 'keys'))
symlinkSync(join(shop, '.git', 'hooks'), join(shop, 'hooks'))

const projects = createProjectFolders(home)

describe('[L17] the project of a file', () => {
  test.each([
    [join(shop, 'a.ts'), shop],
    [join(shop, 'src', 'cart', 'total.ts'), shop],
    [join(shop, 'src', 'not', 'there', 'yet', 'x.ts'), shop],
    [`${shop}/src/../test/../a.ts`, shop],
    [`${shop}//src/./a.ts`, shop],
    [`${shop}/../other/a.ts`, other],
    [join(nested, 'a.ts'), nested],
    [join(worktree, 'a.ts'), worktree],
    [join(shop, 'elsewhere', 'a.ts'), other],
  ])('%s is in %s', (path, project) => {
    expect(projects.projectOf(path, [])).toBe(project)
  })

  test.each([
    shop,
    join(shop, '.git', 'config'),
    join(shop, '.git', 'hooks', 'pre-commit'),
    join(shop, 'hooks', 'pre-commit'),
    join(shop, '.env'),
    join(shop, '.github', 'workflows', 'release.yml'),
    join(shop, 'node_modules', 'left-pad', 'index.js'),
    join(shop, 'keys', 'id_ed25519'),
    `${shop}/../loose.txt`,
    `${shop}/../../../../etc/passwd`,
    join(home, 'notes', 'a.md'),
    join(home, 'a.txt'),
    'src/cart/total.ts',
    './src/cart/total.ts',
    '~/code/shop/a.ts',
    '$HOME/code/shop/a.ts',
    `file://${shop}/a.ts`,
    `${shop}/src%2f..%2f..%2f..%2f.ssh`,
    '/',
    '',
  ])('%s is in none', (path) => {
    expect(projects.projectOf(path, [])).toBeNull()
  })

  test('a home folder that is a repository itself, or lies in one, is no project', () => {
    const dotfiles = repository(join(root, 'home', 'ben'))
    expect(createProjectFolders(dotfiles).projectOf(join(dotfiles, 'notes.txt'), [])).toBeNull()
    expect(createProjectFolders(join(dotfiles, 'deeper')).projectOf(join(dotfiles, 'notes.txt'), [])).toBeNull()
    expect(createProjectFolders(dotfiles).projectOf(join(repository(join(dotfiles, 'shop')), 'a.ts'), [])).toBe(
      join(dotfiles, 'shop'),
    )
  })

  function projectWith(folder: string, beginning: string): string {
    mkdirSync(join(folder, beginning, '..'), { recursive: true })
    writeFileSync(join(folder, beginning), '')
    return folder
  }
  const of = (path: string, ...given: readonly string[]): string | null => projects.projectOf(path, given)

  test.each([
    '.hg/requires',
    '.svn/wc.db',
    'package.json',
    'pyproject.toml',
    'go.mod',
    'Cargo.toml',
    'pom.xml',
    'build.gradle',
    'Gemfile',
    'composer.json',
    'Makefile',
    'deno.json',
  ])('without git, a folder with %s is one', (beginning) => {
    const folder = projectWith(join(home, 'plain', beginning.replaceAll('/', '-')), beginning)
    expect(of(join(folder, 'src', 'deep', 'a.ts'))).toBe(folder)
    expect(of(join(folder, '.env'))).toBeNull()
    expect(of(join(folder, 'node_modules', 'x', 'index.js'))).toBeNull()
    expect(of(folder)).toBeNull()
  })

  test('a package inside a repository is part of it; without one the nearest beginning counts', () => {
    projectWith(join(shop, 'packages', 'cart'), 'package.json')
    expect(of(join(shop, 'packages', 'cart', 'a.ts'))).toBe(shop)
    const outer = projectWith(join(home, 'plain', 'outer'), 'Makefile')
    const inner = projectWith(join(outer, 'inner'), 'go.mod')
    expect(of(join(inner, 'a.go'))).toBe(inner)
    expect(of(join(outer, 'a.c'))).toBe(outer)
  })

  test('a beginning in the home folder, above it, in settings or in an installed package makes none', () => {
    const ben = projectWith(join(root, 'homes', 'ben'), 'package.json')
    projectWith(join(root, 'homes'), 'Makefile')
    projectWith(join(ben, '.config', 'tool'), 'package.json')
    projectWith(join(ben, 'site', 'node_modules', 'left-pad'), 'package.json')
    const { projectOf } = createProjectFolders(ben)
    for (const file of ['a.txt', 'docs/a.txt', '.config/tool/a.js', 'site/node_modules/left-pad/index.js']) {
      expect(projectOf(join(ben, file), []), file).toBeNull()
    }
  })

  test('a folder that the server was given is one where nothing else tells', () => {
    const work = join(home, 'work')
    mkdirSync(join(work, 'reports'), { recursive: true })
    writeFileSync(join(work, 'server.js'), '')
    expect(of(join(work, 'reports', 'a.md'))).toBeNull()
    expect(of(join(work, 'reports', 'a.md'), work)).toBe(work)
    expect(of(join(work, 'reports', 'a.md'), `${work}/`)).toBe(work)
    expect(of(join(work, 'reports', 'a.md'), work, join(work, 'reports'))).toBe(join(work, 'reports'))
    expect(of(join(work, 'a.md'), join(work, 'reports'))).toBeNull()
    expect(of(`${work}/reports/../../notes/a.md`, work)).toBeNull()
    expect(of(join(work, '.ssh', 'id'), work)).toBeNull()
    expect(of(join(shop, 'a.ts'), join(home, 'code'))).toBe(shop)
    for (const no of [
      home,
      join(home, '..'),
      root,
      '/',
      '/tmp',
      join(work, 'server.js'),
      join(work, 'gone'),
      'work',
      '.',
    ]) {
      expect(of(join(work, 'a.md'), no), no).toBeNull()
    }
    mkdirSync(join(home, '.config', 'app'), { recursive: true })
    expect(of(join(home, '.config', 'app', 'a'), join(home, '.config', 'app'))).toBeNull()
    symlinkSync(home, join(root, 'link-home'))
    expect(of(join(work, 'a.md'), join(root, 'link-home'))).toBeNull()
  })
})

describe('folders that are nobody’s project', () => {
  test.each([
    '/',
    'C:',
    'C:/',
    '/home',
    '/home/ben',
    '/Users/ben',
    'C:/Users/ben',
    '/mnt/c/Users/ben',
    '/root',
    '/tmp',
    '/opt',
    '/srv',
    '/mnt',
    '/var',
    '/etc',
    '/etc/nginx',
    '/usr',
    '/usr/src',
    '/usr/local/lib/node',
    '/usr/lib/systemd',
    '/lib64',
    '/var/lib/postgres',
    '/System/Library',
    '/Applications',
    'C:/Windows/System32',
    'C:/Program Files (x86)/x',
    '/mnt/c',
    '/mnt/c/Windows',
    '/mnt/c/Windows/System32',
    '/mnt/d/Program Files',
    '/c/Windows',
    '/media/ben',
    '/Volumes',
    '/Volumes/Backup',
    '/Users/ben/Library',
    '/Users/ben/Library/Application Support/x',
    '/Users/ben/Library/CloudStorage/Drive',
    '/var/home',
    '/var/home/ben',
    '/export',
    '/export/home/ben',
    '/people',
    '/people/ana',
  ])('%s', (folder) => {
    expect(isBroadFolder(folder, '/people/ana')).toBe(true)
  })

  test.each([
    '/home/ben/shop',
    '/Users/ben/Desktop',
    'C:/Users/ben/shop',
    '/people/ana/shop',
    '/people/anabel',
    '/workspace',
    '/app',
    '/srv/shop',
    '/opt/shop',
    '/tmp/shop',
    '/usr/src/app',
    '/var/www/shop',
    '/etcetera/x',
    '/mnt/c/code/shop',
    '/mnt/c/Users/ben/shop',
    '/media/ben/disk/shop',
    '/Volumes/Backup/shop',
    '/Users/ben/Library2',
    '/Users/ben/Library/CloudStorage/Drive/shop',
    '/var/home/ben/shop',
    '/export/home/ben/shop',
  ])('but %s may be one', (folder) => {
    expect(isBroadFolder(folder, '/people/ana')).toBe(false)
  })
})
