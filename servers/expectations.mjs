/** What has to be true of a call that was made, and of the world once all have run. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { git } from './servers.mjs'

/** Braces and names in quotes, as only JSON has them. */
const RAW_JSON = /[{[]\s*"|"\s*:\s|\\"|\[object|undefined/

/** @returns what was asked, and why it is not as it has to be */
export function checkCall(call, { questions = [], shown, early = 0, result, runs }) {
  const failures = []
  const must = (holds, why) => holds || failures.push(why)
  const asked = shown === undefined ? questions.map(({ message }) => ofForm(message)) : [ofPage(shown)]
  const [{ title = null, effect = null, lines = [] } = {}] = asked
  const ran = call.answer === 'no' ? 0 : 1
  must(runs === ran, `it ran ${runs} times, not ${ran}`)
  must(early === 0, 'it ran before anybody decided')
  must(asked.length === (call.answer === 'passes' ? 0 : 1), `people were asked ${asked.length} times`)
  if (call.answer !== 'passes') {
    must(title === call.title, `it is called ${JSON.stringify(title)}, not ${JSON.stringify(call.title)}`)
    must(effect === call.effect, `its effect is ${JSON.stringify(effect)}, not ${JSON.stringify(call.effect)}`)
    for (const line of call.shows)
      must(lines.includes(line), `${JSON.stringify(line)} is not shown in\n${lines.join('\n')}`)
    for (const line of [title ?? '', ...lines]) must(!RAW_JSON.test(line), `it shows JSON: ${line}`)
  }
  must((result.isError === true) === (call.answer === 'no'), `the answer was ${JSON.stringify(result.content)}`)
  return { title, effect, lines, runs, failures }
}

/** The first line is the title, the second says where it runs and what it does. */
function ofForm(message) {
  const [first = '', second = '', ...lines] = message.split('\n')
  const effect = /\(\w+ risk[^)]*\)\.(?: (.*))?$/.exec(second)?.[1] ?? null
  return { title: first.replace(/^⚠️ /, '').replace(/\?$/, ''), effect, lines }
}

function ofPage({ preview, content }) {
  const lines = content.map(({ key, text }) => (key === null ? `│ ${text}` : `${key}: ${text}`))
  return { title: preview.entity?.titles?.en ?? preview.title, effect: preview.entity?.effect ?? preview.effect, lines }
}

/** What approved calls have changed, and refused ones have not. */
export function checkWorld({ folder, orders }) {
  const text = (...names) => readFileSync(path.join(folder, ...names), 'utf8')
  const web = path.join(folder, 'web')
  const checks = {
    'todo.md was created': () => text('shop/docs/todo.md') === 'Buy paper\nCall Bob\n',
    'notes.md was edited by the first edit alone': () =>
      text('shop/docs/notes.md') === '# Notes\n\n- Ship SO-7\n- Call Bob before noon\n- Order paper\n',
    'draft.md was moved': () => !existsSync(path.join(folder, 'shop/docs/draft.md')),
    'report.md was overwritten': () => text('shop/docs/report.md').includes('Orders: 43'),
    'Alice and Bob are forgotten, Carol is not': () => {
      const names = text('memory.jsonl')
        .split('\n')
        .map((line) => JSON.parse(line))
        .flatMap(({ type, name }) => (type === 'entity' ? [name] : []))
      return names.join() === 'Acme,Carol,Lamp'
    },
    'the commit was made and pushed': () =>
      git(web, 'log', '-1', '--format=%s') === 'Round half to even' &&
      git(path.join(folder, 'origin.git'), 'log', '-1', '--format=%s', 'main') === 'Round half to even',
    'branches are fix/rounding and main': () =>
      git(web, 'branch', '--format=%(refname:short)') === 'fix/rounding\nmain',
    'one order arrived': () => orders.length === 1,
  }
  return Object.entries(checks).flatMap(([what, holds]) => {
    try {
      return holds() ? [] : [`not so: ${what}`]
    } catch (error) {
      return [`not so: ${what}: ${error.message}`]
    }
  })
}
