/** Lets the inbox be installed as an application of its own, described in the language that the browser asks for first. */
import { otherLanguage } from '@holdpoint/core'

/** `languages`: an Accept-Language header, or none. */
export function pageManifest(languages: string | null): string {
  const other = otherLanguage(preferred(languages ?? ''))
  return JSON.stringify({
    name: 'Holdpoint',
    short_name: 'Holdpoint',
    description: other === null ? 'What agents want to do, and your word on it' : '智能体想做的事，由您决定',
    lang: other ?? 'en',
    start_url: '/',
    display: 'standalone',
    background_color: '#f4f5f1',
    theme_color: '#1f5f57',
    icons: [{ src: '/page/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
  })
}

/** The one of the greatest weight, the first of several; `''` where none is named. */
function preferred(languages: string): string {
  let best = { tag: '', weight: 0 }
  for (const part of languages.split(',')) {
    const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    const said = parameters.find((parameter) => parameter.startsWith('q='))
    const weight = said === undefined ? 1 : Number(said.slice(2))
    if (weight > best.weight) best = { tag, weight }
  }
  return best.tag
}
