/**
 * The card as one HTML document, for MCP Apps hosts. It holds no data of a hold: everything arrives over the host's bridge
 * and is placed as plain text. It loads nothing, from nowhere.
 */
import { CARD_SCRIPT } from './script/script.ts'
import { CARD_STYLE } from './style.ts'

/** The names under which the card's tools stand on this connection. */
export interface CardToolNames {
  readonly pending: string
  readonly status: string
  readonly decide: string
}

/** Inline parts are what hosts allow; the policy shuts every other way out. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "form-action 'none'",
  "base-uri 'none'",
].join('; ')

export function cardDocument(tools: CardToolNames): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${CONTENT_SECURITY_POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Holdpoint</title>
<style>${CARD_STYLE}</style>
</head>
<body>
<main id="main"><p class="quiet">Loading…</p></main>
<script type="application/json" id="tools">${asScriptData(tools)}</script>
<script>${CARD_SCRIPT}</script>
</body>
</html>
`
}

/** A name must not be able to end the element it stands in. */
function asScriptData(value: object): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
