/**
 * The rules that keep the layers apart can fail: each breach is planted in a copy of the tree, and the linter with the
 * repository's own configuration must say no to it and to nothing else.
 */
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { REPOSITORY } from '../harness/paths.ts'
import { BREACHES, COMMAND, CORE, GATEWAY, MCP, VIEWS } from './layer-breaches.ts'
import type { Files } from './layer-breaches.ts'

const PACKAGES = ['core', 'store', 'card', 'gateway', 'channels', 'client', 'mcp', 'holdpoint', 'testing'] as const
const OXLINT = path.join(REPOSITORY, 'node_modules/.bin/oxlint')
let tree = ''

beforeAll(() => {
  tree = mkdtempSync(path.join(realpathSync(tmpdir()), 'holdpoint-layers-'))
  for (const file of ['.oxlintrc.json', 'package.json', 'tsconfig.base.json', 'tsconfig.json']) {
    cpSync(path.join(REPOSITORY, file), path.join(tree, file))
  }
  for (const name of PACKAGES) {
    for (const part of name === 'testing' ? ['src', 'package.json'] : ['src', 'package.json', 'tsconfig.json']) {
      cpSync(path.join(REPOSITORY, 'packages', name, part), path.join(tree, 'packages', name, part), {
        recursive: true,
      })
    }
  }
  for (const view of VIEWS) cpSync(path.join(REPOSITORY, view), path.join(tree, view), { recursive: true })
  symlinkSync(path.join(REPOSITORY, 'node_modules'), path.join(tree, 'node_modules'), 'junction')
})
afterAll(() => rmSync(tree, { recursive: true, force: true }))

interface Finding {
  readonly message: string
  readonly code: string
  readonly severity: string
  readonly help?: string
  readonly filename: string
}

interface Lint {
  readonly status: number | null
  readonly files: number
  readonly findings: readonly Finding[]
}

function lint(...paths: readonly string[]): Lint {
  const { status, stdout } = spawnSync(OXLINT, ['--type-aware', '--format', 'json', ...paths], {
    cwd: tree,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  const said = JSON.parse(stdout) as { diagnostics: readonly Finding[]; number_of_files: number }
  return { status, files: said.number_of_files, findings: said.diagnostics }
}

/** Plants all of them and lints once: most of the time of a run is reading the types of the tree. */
function planted(cases: readonly { readonly files: Files }[], linted?: string): Lint {
  const files = cases.flatMap((each) => Object.entries(each.files))
  const paths = files.map(([file]) => file)
  expect(new Set(paths).size).toBe(paths.length)
  for (const [file, text] of files) {
    mkdirSync(path.dirname(path.join(tree, file)), { recursive: true })
    writeFileSync(path.join(tree, file), text)
  }
  try {
    return lint(...(linted === undefined ? paths : [linted]))
  } finally {
    for (const file of paths) rmSync(path.join(tree, file))
  }
}

const findingsIn = ({ findings }: Lint, files: Files): readonly Finding[] =>
  findings.filter(({ filename }) => filename.replaceAll('\\', '/') in files)

describe('each breach is found', () => {
  let found: Lint
  beforeAll(() => {
    found = planted(BREACHES)
  })

  test.each(BREACHES)('$name', ({ files, words }) => {
    const findings = findingsIn(found, files)
    expect(findings.map(({ severity }) => severity)).toEqual(findings.length === 2 ? ['error', 'error'] : ['error'])
    expect(JSON.stringify(findings)).toContain(words)
  })

  test('the run fails, on what was planted alone', () => {
    expect(found.status).toBe(1)
    expect(found.findings).toHaveLength(BREACHES.flatMap(({ files }) => findingsIn(found, files)).length)
  })
})

test('[X12.1] each folder of the command has a place in the direction, and each place a folder', () => {
  const { overrides } = JSON.parse(readFileSync(path.join(REPOSITORY, '.oxlintrc.json'), 'utf8')) as {
    readonly overrides: readonly { readonly files: readonly string[] }[]
  }
  const placed = overrides.flatMap(({ files }) =>
    files.flatMap((glob) => /^packages\/holdpoint\/src\/([\w-]+)\/\*\*$/.exec(glob)?.[1] ?? []),
  )
  const folders = readdirSync(path.join(REPOSITORY, COMMAND), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  expect(placed.toSorted()).toEqual(folders.toSorted())
})

const ALLOWED = [
  {
    name: '[X12.1] what is run imports the folders below it',
    files: {
      [`${COMMAND}/wrap/planted-folder.ts`]:
        "import { sendProblem } from '../http/problem.ts'\n\nexport const answer: unknown = sendProblem\n",
    },
  },
  {
    name: 'the engine imports itself and the core',
    files: {
      [`${GATEWAY}/held/planted-itself.ts`]:
        "import { isTerminal } from '@holdpoint/core'\nimport { waitMilliseconds } from './waiting-time.ts'\n\nexport const used: unknown = [waitMilliseconds, isTerminal]\n",
    },
  },
  {
    name: 'confirmation inside a server imports core, engine, a store, the client and Node',
    files: {
      [`${MCP}/guard/planted-packages.ts`]:
        "import { createClient } from '@holdpoint/client'\nimport { isTerminal } from '@holdpoint/core'\nimport { createGateway } from '@holdpoint/gateway'\nimport { createMemoryStore } from '@holdpoint/store/memory'\nimport { randomUUID } from 'node:crypto'\n\nexport const used: unknown = [createClient, isTerminal, createGateway, createMemoryStore, randomUUID]\n",
    },
  },
  {
    name: 'the page inside a server says how an approval is shown',
    files: {
      [`${MCP}/page/planted-shown.ts`]:
        "import { fromApproval } from '@holdpoint/card/from-approval'\n\nexport const used: unknown = fromApproval\n",
    },
  },
  {
    name: 'a folder of the command imports a package',
    files: {
      [`${COMMAND}/http/planted-package.ts`]:
        "import { sha256 } from '@holdpoint/store'\n\nexport const hash: unknown = sha256\n",
    },
  },
  {
    name: 'a view imports the core and the card',
    files: {
      [`${VIEWS[0]}/src/views/planted-packages.ts`]:
        "import { isTerminal } from '@holdpoint/core'\nimport { ToolCard } from '@holdpoint/card/element'\n\nexport const used: unknown = [isTerminal, ToolCard]\n",
    },
  },
  {
    name: 'a promise that is dropped on purpose',
    files: {
      [`${COMMAND}/wrap/planted-dropped.ts`]:
        'async function work(): Promise<void> {\n  await Promise.resolve()\n}\n\nexport function start(): void {\n  void work()\n}\n',
    },
  },
  {
    name: 'a switch over every state',
    files: {
      [`${CORE}/planted-switch.ts`]:
        "export function name(state: 'pending' | 'approved'): string {\n  switch (state) {\n    case 'pending':\n      return 'waits'\n    case 'approved':\n      return 'goes'\n  }\n}\n",
    },
  },
] as const

describe('what is allowed stays allowed', () => {
  let found: Lint
  beforeAll(() => {
    found = planted(ALLOWED, 'packages')
  })

  test('the tree as it is passes', () => {
    expect(found.status).toBe(0)
    expect(found.findings).toEqual([])
    expect(found.files).toBeGreaterThan(100)
  })

  test('what is planted imports files that exist, or each other', () => {
    const texts = [...BREACHES, ...ALLOWED].flatMap(({ files }) => Object.entries<string>(files))
    const imported = texts.flatMap(([file, text]) =>
      [...text.matchAll(/ from '(\.[^']+)'/g)].map(([, module = '']) =>
        path.posix.join(path.posix.dirname(file), module),
      ),
    )
    expect(imported.length).toBeGreaterThan(20)
    const plantedHere = new Set(texts.map(([file]) => file))
    expect(imported.filter((file) => !plantedHere.has(file) && !existsSync(path.join(REPOSITORY, file)))).toEqual([])
  })

  test.each(ALLOWED)('$name', ({ files }) => {
    expect(findingsIn(found, files)).toEqual([])
  })
})
