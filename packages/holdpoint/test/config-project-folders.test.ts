/** Which project a file belongs to, on a real disk: repositories, worktrees, links, and what must never count as one. */
import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createProjectFolders } from '../src/config/index.ts'

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
    expect(projects.projectOf(path)).toBe(project)
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
    expect(projects.projectOf(path)).toBeNull()
  })

  test('a home folder that is a repository itself, or lies in one, is no project', () => {
    const dotfiles = repository(join(root, 'home', 'ben'))
    expect(createProjectFolders(dotfiles).projectOf(join(dotfiles, 'notes.txt'))).toBeNull()
    expect(createProjectFolders(join(dotfiles, 'deeper')).projectOf(join(dotfiles, 'notes.txt'))).toBeNull()
    expect(createProjectFolders(dotfiles).projectOf(join(repository(join(dotfiles, 'shop')), 'a.ts'))).toBe(
      join(dotfiles, 'shop'),
    )
  })
})
