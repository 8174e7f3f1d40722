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

const PACKAGES = ['core', 'store', 'card', 'gateway', 'channels', 'client', 'mcp', 'holdpoint', 'testing'] as const
/** What runs in a browser, beside the package that serves it. */
const VIEWS = ['packages/holdpoint/inbox', 'packages/card/view'] as const
const BESIDE_VIEW = { [VIEWS[0]]: '../../src/main.ts', [VIEWS[1]]: '../../src/index.ts' } as const
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

type Files = { readonly [file: string]: string }

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

const CORE = 'packages/core/src'
const GATEWAY = 'packages/gateway/src'
const COMMAND = 'packages/holdpoint/src'

interface Breach {
  readonly name: string
  readonly files: Files
  readonly words: string
}

const BREACHES: readonly Breach[] = [
  {
    name: 'the core imports Node',
    files: {
      [`${CORE}/planted-node.ts`]:
        "import { readFileSync } from 'node:fs'\n\nexport const read = (): string => readFileSync('x', 'utf8')\n",
    },
    words: 'The core is pure',
  },
  {
    name: 'the core imports another package of ours',
    files: {
      [`${CORE}/planted-package.ts`]:
        "import { sha256 } from '@holdpoint/store'\n\nexport const hash: unknown = sha256\n",
    },
    words: 'The core is pure',
  },
  {
    name: 'the store imports the command',
    files: {
      'packages/store/src/planted.ts': "import { main } from 'holdpoint'\n\nexport const run: unknown = main\n",
    },
    words: 'The store knows the core',
  },
  {
    name: 'the store imports what is for tests alone',
    files: {
      'packages/store/src/planted-samples.ts':
        "import { sampleHold } from '@holdpoint/testing'\n\nexport const planted: unknown = sampleHold\n",
    },
    words: 'The store knows the core',
  },
  {
    name: 'a channel imports the store',
    files: {
      'packages/channels/src/planted-store.ts':
        "import { sha256 } from '@holdpoint/store'\n\nexport const hash: unknown = sha256\n",
    },
    words: 'Channels know the core',
  },
  {
    name: 'a sample imports the command',
    files: {
      'packages/testing/src/samples/planted-command.ts':
        "import { main } from 'holdpoint'\n\nexport const run: unknown = main\n",
    },
    words: 'Samples and contracts know',
  },
  // The last of them does not exist yet: a new folder of the store is one of those that load no SQL.
  ...['holds', 'deliveries', 'schema', 'planted'].map((folder): Breach => ({
    name: `what all stores have in common imports SQL, in ${folder}`,
    files: {
      [`packages/store/src/${folder}/planted-sql.ts`]:
        "import { sql } from 'kysely'\n\nexport const planted: unknown = sql\n",
    },
    words: 'load no SQL',
  })),
  {
    name: 'the store in memory imports the one on SQLite',
    files: {
      'packages/store/src/memory/planted-sqlite.ts':
        "import { openSqlite } from '../sqlite/open-sqlite.ts'\n\nexport const planted: unknown = openSqlite\n",
    },
    words: 'load no SQL',
  },
  {
    name: 'the card imports the store',
    files: {
      'packages/card/src/planted-store.ts':
        "import { sha256 } from '@holdpoint/store'\n\nexport const hash: unknown = sha256\n",
    },
    words: 'The card runs in a browser',
  },
  {
    name: 'the card imports Node',
    files: {
      'packages/card/src/presentation/planted-node.ts':
        "import { readFileSync } from 'node:fs'\n\nexport const read = (): string => readFileSync('x', 'utf8')\n",
    },
    words: 'The card runs in a browser',
  },
  ...['../presentation/index.ts', '@holdpoint/core', 'node:http'].map((from, at): Breach => ({
    name: `the document of the card imports ${from}`,
    files: {
      [`packages/card/src/view-document/planted-${at}.ts`]: `import * as used from '${from}'\n\nexport const planted: unknown = used\n`,
    },
    words: 'The document is read from its file',
  })),
  ...['holdpoint', '@holdpoint/channels', '@holdpoint/testing'].map((from, at): Breach => ({
    name: `[X12.1] what authors install imports ${from}`,
    files: {
      [`packages/mcp/src/server/planted-${at}.ts`]: `import * as used from '${from}'\n\nexport const planted: unknown = used\n`,
    },
    words: 'What authors install knows the engine',
  })),
  ...VIEWS.flatMap((view) => [
    {
      name: `${view} imports Node`,
      files: {
        [`${view}/src/planted-node.ts`]:
          "import { readFileSync } from 'node:fs'\n\nexport const read = (): string => readFileSync('x', 'utf8')\n",
      },
      words: 'What runs in a browser knows',
    },
    {
      name: `${view} imports the store`,
      files: {
        [`${view}/src/planted-store.ts`]:
          "import { sha256 } from '@holdpoint/store'\n\nexport const hash: unknown = sha256\n",
      },
      words: 'What runs in a browser knows',
    },
    {
      name: `${view} imports the channels`,
      files: {
        [`${view}/src/planted-channels.ts`]:
          "import { createFeishuChannel } from '@holdpoint/channels'\n\nexport const open: unknown = createFeishuChannel\n",
      },
      words: 'What runs in a browser knows',
    },
    {
      name: `${view} imports a file of its package`,
      files: {
        [`${view}/src/planted-folder.ts`]: `import * as used from '${BESIDE_VIEW[view]}'\n\nexport const planted: unknown = used\n`,
      },
      words: 'What runs in a browser shares no file',
    },
  ]),
  ...[
    ['the store', "import { sha256 } from '@holdpoint/store'\n\nexport const used: unknown = sha256\n"],
    ['files', "import { readFileSync } from 'node:fs'\n\nexport const used: unknown = readFileSync\n"],
    ['HTTP', "import { createServer } from 'node:http'\n\nexport const used: unknown = createServer\n"],
    ['the command', "import { main } from 'holdpoint'\n\nexport const used: unknown = main\n"],
    ['the element', "import { ToolCard } from '@holdpoint/card/element'\n\nexport const used: unknown = ToolCard\n"],
  ].map(([what = '', text = '']): Breach => ({
    name: `[X12.1] the engine imports ${what}`,
    files: { [`${GATEWAY}/calls/planted-${what.replace('the ', '').toLowerCase()}.ts`]: text },
    words: 'The engine knows the core',
  })),
  ...[
    'packages/core/src/hold',
    'packages/store/src/holds',
    'packages/store/src/sqlite',
    'packages/card/src/presentation',
    'packages/channels/src/gate',
    'packages/testing/src/samples',
    `${GATEWAY}/calls`,
    `${COMMAND}/http`,
    `${COMMAND}/demo`,
    ...VIEWS.map((view) => `${view}/src`),
  ].map((folder): Breach => ({
    name: `${folder} imports a package by a path to its files`,
    files: {
      [`${folder}/planted-path.ts`]: `import { isBusy } from '${'../'.repeat(folder.split('/').length - 1)}store/src/sqlite/sqlite-error.ts'\n\nexport const used: unknown = isBusy\n`,
    },
    words: 'A package is imported by its name',
  })),
  ...(
    [
      ['home', '../config/find-config.ts', 'findConfig'],
      ['config', '../http/problem.ts', 'sendProblem'],
      ['access', '../cli/one-line.ts', 'oneLine'],
      ['terminal', '../http/problem.ts', 'sendProblem'],
      ['transport', '../http/problem.ts', 'sendProblem'],
      ['chats', '../http/problem.ts', 'sendProblem'],
      ['http', '../cli/one-line.ts', 'oneLine'],
      ['cli', '../wrap/run-wrap.ts', 'runWrap'],
      ['cli/commands', '../../serve/run-serve.ts', 'serve'],
      ['wrap', '../serve/run-serve.ts', 'serve'],
      ['serve', '../demo/run-demo.ts', 'demo'],
      ['demo', '../serve/run-serve.ts', 'serve'],
      ['page', '../http/problem.ts', 'sendProblem'],
    ] as const
  ).map(([folder, file, name]): Breach => ({
    name: `[X12.1] ${folder} imports ${file}`,
    files: {
      [`${COMMAND}/${folder}/planted-upwards.ts`]: `import { ${name} } from '${file}'\n\nexport const used: unknown = ${name}\n`,
    },
    words: 'Folders import in one direction',
  })),
  {
    name: '[X12.1] a folder of the command that has no place in the direction imports another',
    files: {
      [`${COMMAND}/planted/planted-upwards.ts`]:
        "import { sendProblem } from '../http/problem.ts'\n\nexport const used: unknown = sendProblem\n",
    },
    words: 'has no place among the others yet',
  },
  {
    name: 'an import cycle',
    files: {
      [`${CORE}/planted-one.ts`]:
        "import { two } from './planted-two.ts'\n\nexport const one = (): number => two() + 1\n",
      [`${CORE}/planted-two.ts`]:
        "import { one } from './planted-one.ts'\n\nexport const two = (): number => (Math.random() > 2 ? one() : 2)\n",
    },
    words: 'no-cycle',
  },
  {
    name: 'a floating promise',
    files: {
      [`${COMMAND}/wrap/planted-floating.ts`]:
        'async function work(): Promise<void> {\n  await Promise.resolve()\n}\n\nexport function start(): void {\n  work()\n}\n',
    },
    words: 'no-floating-promises',
  },
  {
    name: 'a switch that forgets a state',
    files: {
      [`${CORE}/planted-switch.ts`]:
        "export function name(state: 'pending' | 'approved'): string {\n  switch (state) {\n    case 'pending':\n      return 'waits'\n  }\n  return ''\n}\n",
    },
    words: 'switch-exhaustiveness-check',
  },
]

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
