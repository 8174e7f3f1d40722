import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { build } from 'esbuild'
import type { Plugin } from 'esbuild'
import type { Browser, Page } from 'playwright-core'
import type * as VueCompilerModule from 'vue/compiler-sfc'
import { beforeAll, describe, expect, test } from 'vitest'
import { openChromium } from '../../../holdpoint/test/browser/page-browser.ts'
import { buildCard } from '../../scripts/build.mjs'
import { CARD, ORIGIN } from './card-visit.ts'

type VueCompiler = typeof VueCompilerModule

const EXAMPLES = join(CARD, '../../examples')
const require = createRequire(join(EXAMPLES, 'card-script/'))
const SHELL =
  '<!doctype html><html lang="en"><title>x</title><body><div id="app"></div><script type="module" src="main.js"></script>'

let browser: Browser
let page: Page
let files: ReadonlyMap<string, string>

beforeAll(async () => {
  browser = await openChromium()
  page = await browser.newPage()
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url())
    const body = files.get(pathname.slice(1) || 'index.html')
    if (body === undefined) await route.abort()
    else await route.fulfill({ body, contentType: pathname === '/' ? 'text/html' : 'text/javascript' })
  })
})

async function bundle(entry: string, plugins: Plugin[] = []): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(EXAMPLES, entry)],
    bundle: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    define: {
      'process.env.NODE_ENV': '"production"',
      __VUE_OPTIONS_API__: 'false',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    conditions: ['browser', 'production'],
    logLevel: 'error',
    plugins,
  })
  return outputFiles[0]?.text ?? ''
}

const vue: Plugin = {
  name: 'vue',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.vue$/ }, ({ path }) => {
      const compiler = require('vue/compiler-sfc') as VueCompiler
      const { descriptor } = compiler.parse(readFileSync(path, 'utf8'), { filename: path })
      const isCustomElement = (tag: string): boolean => tag === 'tool-card'
      const { content } = compiler.compileScript(descriptor, {
        id: 'app',
        inlineTemplate: true,
        templateOptions: { compilerOptions: { isCustomElement } },
      })
      return { contents: content, loader: 'js' }
    })
  },
}

const svelte: Plugin = {
  name: 'svelte',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.svelte$/ }, async ({ path }) => {
      const { compile } = await import('svelte/compiler')
      return { contents: compile(readFileSync(path, 'utf8'), { filename: path }).js.code, loader: 'js' }
    })
  },
}

/** The same story in each: the failure is shown, the retry reaches the host, the result is drawn. */
async function playStory(): Promise<void> {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  await page.goto(`${ORIGIN}/`)
  const card = page.locator('tool-card')
  await card.locator('[part=badge]').waitFor()
  // Frameworks draw when they come to it.
  const badge = (): Promise<string> => card.locator('[part=badge]').innerText()
  await expect.poll(badge).toBe('✗ Error')
  await card.locator('[part~=retry]').click()
  await expect.poll(() => page.locator('output').innerText()).toBe('retrying call-1')
  await card.locator('[part=content] strong').waitFor()
  await expect.poll(() => card.locator('[part=content]').innerText()).toBe('37 in stock.')
  await expect.poll(badge).toBe('✓ Done')
  expect(problems).toEqual([])
}

describe('[S4.6] the same card in every framework', () => {
  test('a plain script module', async () => {
    const read = (name: string): string => readFileSync(join(EXAMPLES, 'card-script', name), 'utf8')
    const outfile = await buildCard({ outfile: join(CARD, 'dist/bundle/tool-card.js') })
    files = new Map([
      ['index.html', read('index.html')],
      ['main.js', read('main.js')],
      ['tool-card.js', readFileSync(outfile, 'utf8')],
    ])
    await playStory()
  })

  test.each([
    ['React', 'card-react/app.jsx', []],
    ['Vue', 'card-vue/main.js', [vue]],
    ['Svelte', 'card-svelte/main.js', [svelte]],
  ] as const)('%s', async (_name, entry, plugins) => {
    files = new Map([
      ['index.html', SHELL],
      ['main.js', await bundle(entry, [...plugins])],
    ])
    await playStory()
  })
})
