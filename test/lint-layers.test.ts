/**
 * The rules that keep the layers apart can fail: each breach is planted in a copy of the tree, and the linter with the
 * repository's own configuration must say no to it and to nothing else.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { REPOSITORY } from './harness/paths.ts'

const PACKAGES = ['core', 'store', 'card', 'holdpoint'] as const
const OXLINT = path.join(REPOSITORY, 'node_modules/.bin/oxlint')
let tree = ''

beforeAll(() => {
  tree = mkdtempSync(path.join(realpathSync(tmpdir()), 'holdpoint-layers-'))
  for (const file of ['.oxlintrc.json', 'package.json', 'tsconfig.base.json', 'tsconfig.json']) {
    cpSync(path.join(REPOSITORY, file), path.join(tree, file))
  }
  for (const name of PACKAGES) {
    for (const part of ['src', 'package.json', 'tsconfig.json']) {
      cpSync(path.join(REPOSITORY, 'packages', name, part), path.join(tree, 'packages', name, part), {
        recursive: true,
      })
    }
  }
  symlinkSync(path.join(REPOSITORY, 'node_modules'), path.join(tree, 'node_modules'), 'junction')
})
afterAll(() => rmSync(tree, { recursive: true, force: true }))

interface Lint {
  readonly clean: boolean
  readonly said: string
}

function lint(...paths: readonly string[]): Lint {
  const { status, stdout, stderr } = spawnSync(OXLINT, ['--type-aware', ...paths], {
    cwd: tree,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  return { clean: status === 0, said: `${stdout}${stderr}` }
}

/** Plants files, lints them, takes them away again. */
function planted(files: { readonly [file: string]: string }): Lint {
  const paths = Object.keys(files)
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(tree, file)), { recursive: true })
    writeFileSync(path.join(tree, file), text)
  }
  try {
    return lint(...paths)
  } finally {
    for (const file of paths) rmSync(path.join(tree, file))
  }
}

const CORE = 'packages/core/src/planted.ts'
const GATEWAY = 'packages/holdpoint/src/gateway/planted.ts'
const COMPOSE = 'packages/holdpoint/src/compose/planted.ts'

test('the tree as it is passes', { timeout: 60_000 }, () => {
  const { clean, said } = lint('packages')
  expect(said).toMatch(/Found 0 warnings and 0 errors/)
  expect(clean).toBe(true)
})

describe('each breach is found', () => {
  test.each([
    [
      'the core imports Node',
      {
        [CORE]:
          "import { readFileSync } from 'node:fs'\n\nexport const read = (): string => readFileSync('x', 'utf8')\n",
      },
      'The core is pure',
    ],
    [
      'the core imports another package of ours',
      { [CORE]: "import { sha256 } from '@holdpoint/store'\n\nexport const hash: unknown = sha256\n" },
      'The core is pure',
    ],
    [
      'the store imports the command',
      { 'packages/store/src/planted.ts': "import { main } from 'holdpoint'\n\nexport const run: unknown = main\n" },
      'The store knows the core',
    ],
    [
      'one folder of the command imports another',
      { [GATEWAY]: "import { sendProblem } from '../http/problem.ts'\n\nexport const answer: unknown = sendProblem\n" },
      'Folders never import each other',
    ],
    [
      'one folder imports the composition root',
      { [GATEWAY]: "import { VERSION } from '../compose/version.ts'\n\nexport const version: string = VERSION\n" },
      'Folders never import each other',
    ],
    [
      'a folder below a folder imports another',
      {
        'packages/holdpoint/src/cli/commands/planted.ts':
          "import { sendProblem } from '../../http/problem.ts'\n\nexport const answer: unknown = sendProblem\n",
      },
      'Folders never import each other',
    ],
    [
      'an import cycle',
      {
        [CORE]: "import { two } from './planted-two.ts'\n\nexport const one = (): number => two() + 1\n",
        'packages/core/src/planted-two.ts':
          "import { one } from './planted.ts'\n\nexport const two = (): number => (Math.random() > 2 ? one() : 2)\n",
      },
      'no-cycle',
    ],
    [
      'a floating promise',
      {
        [COMPOSE]:
          'async function work(): Promise<void> {\n  await Promise.resolve()\n}\n\nexport function start(): void {\n  work()\n}\n',
      },
      'no-floating-promises',
    ],
    [
      'a switch that forgets a state',
      {
        [CORE]:
          "export function name(state: 'pending' | 'approved'): string {\n  switch (state) {\n    case 'pending':\n      return 'waits'\n  }\n  return ''\n}\n",
      },
      'switch-exhaustiveness-check',
    ],
  ] as const)('%s', (_name, files, words) => {
    const { clean, said } = planted(files)
    expect(clean, said).toBe(false)
    expect(said).toContain(words)
    expect(said).toMatch(/Found 0 warnings and [12] errors?/)
  })
})

describe('what is allowed stays allowed', () => {
  test.each([
    [
      'the composition root imports any folder',
      { [COMPOSE]: "import { sendProblem } from '../http/problem.ts'\n\nexport const answer: unknown = sendProblem\n" },
    ],
    [
      'a folder imports itself',
      {
        [GATEWAY]:
          "import { waitMilliseconds } from './wait-policy.ts'\n\nexport const wait: unknown = waitMilliseconds\n",
      },
    ],
    [
      'a folder imports a package',
      { [GATEWAY]: "import { sha256 } from '@holdpoint/store'\n\nexport const hash: unknown = sha256\n" },
    ],
    [
      'a promise that is dropped on purpose',
      {
        [COMPOSE]:
          'async function work(): Promise<void> {\n  await Promise.resolve()\n}\n\nexport function start(): void {\n  void work()\n}\n',
      },
    ],
    [
      'a switch over every state',
      {
        [CORE]:
          "export function name(state: 'pending' | 'approved'): string {\n  switch (state) {\n    case 'pending':\n      return 'waits'\n    case 'approved':\n      return 'goes'\n  }\n}\n",
      },
    ],
  ] as const)('%s', (_name, files) => {
    const { clean, said } = planted(files as { readonly [file: string]: string })
    expect(said).toMatch(/Found 0 warnings and 0 errors/)
    expect(clean).toBe(true)
  })
})
