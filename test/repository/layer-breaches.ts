/** What the linter must find: each layer importing what it must not know, and what else a reviewer should not have to see. */

/** What runs in a browser, beside the command that serves it. */
export const VIEWS = ['packages/holdpoint/inbox', 'packages/card/view'] as const
const BESIDE_VIEW = { [VIEWS[0]]: '../../src/main.ts', [VIEWS[1]]: '../../src/index.ts' } as const
export const CORE = 'packages/core/src'
export const GATEWAY = 'packages/gateway/src'
export const MCP = 'packages/mcp/src'
export const COMMAND = 'packages/holdpoint/src'

/** Texts by the path that they get in a copy of the tree. */
export type Files = { readonly [file: string]: string }

export interface Breach {
  readonly name: string
  readonly files: Files
  readonly words: string
}

export const BREACHES: readonly Breach[] = [
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
  ...['../presentation/index.ts', '@holdpoint/core', 'node:http'].map((from, at) => ({
    name: `the document of the card imports ${from}`,
    files: {
      [`packages/card/src/view-document/planted-${at}.ts`]: `import * as used from '${from}'\n\nexport const planted: unknown = used\n`,
    },
    words: 'The document is read from its file',
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
    ['Node', "import { readFileSync } from 'node:fs'\n\nexport const used: unknown = readFileSync\n"],
    ['the core', "import { isTerminal } from '@holdpoint/core'\n\nexport const used: unknown = isTerminal\n"],
    ['the command', "import { main } from 'holdpoint'\n\nexport const used: unknown = main\n"],
  ].map(([what = '', text = '']): Breach => ({
    name: `the client imports ${what}`,
    files: { [`packages/client/src/planted-${what.replace('the ', '').toLowerCase()}.ts`]: text },
    words: 'The client runs wherever there is fetch',
  })),
  ...[
    ['the command', "import { main } from 'holdpoint'\n\nexport const used: unknown = main\n"],
    [
      'channels',
      "import { createFeishuChannel } from '@holdpoint/channels'\n\nexport const used: unknown = createFeishuChannel\n",
    ],
    [
      'the card',
      "import { fromApproval } from '@holdpoint/card/from-approval'\n\nexport const used: unknown = fromApproval\n",
    ],
    ['an SDK', "import { McpServer } from '@modelcontextprotocol/server'\n\nexport const used: unknown = McpServer\n"],
  ].map(([what = '', text = '']): Breach => ({
    name: `confirmation inside a server imports ${what}`,
    files: { [`${MCP}/guard/planted-${what.replace(/^an? |the /, '').toLowerCase()}.ts`]: text },
    words: 'Confirmation inside a server knows',
  })),
  ...[
    ['a framework', "import { generateText } from 'ai'\n\nexport const used: unknown = generateText\n"],
    [
      'the engine',
      "import { createGateway } from '@holdpoint/gateway'\n\nexport const used: unknown = createGateway\n",
    ],
  ].map(([what = '', text = '']): Breach => ({
    name: `an adapter imports ${what}`,
    files: { [`${MCP}/adapters/planted-${what.replace(/^\w+ /, '')}.ts`]: text },
    words: 'An adapter knows a framework',
  })),
  {
    name: 'the page inside a server imports the element',
    files: {
      [`${MCP}/page/planted-element.ts`]:
        "import { ToolCard } from '@holdpoint/card/element'\n\nexport const used: unknown = ToolCard\n",
    },
    words: 'The page inside a server knows',
  },
  ...[
    'packages/core/src/hold',
    'packages/store/src/holds',
    'packages/store/src/sqlite',
    'packages/card/src/presentation',
    'packages/channels/src/gate',
    'packages/client/src/planted',
    `${MCP}/guard`,
    `${MCP}/page`,
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
