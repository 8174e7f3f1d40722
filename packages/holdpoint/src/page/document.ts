/**
 * The one HTML document. It holds no data but how people start the program; without the script it says what to do instead, in
 * every language there is.
 */
export function pageDocument(program: string): string {
  const command = escaped(program)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#f4f5f1">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#111614">
<meta name="robots" content="noindex">
<meta name="holdpoint-program" content="${command}">
<title>Holdpoint</title>
<link rel="icon" href="/page/icon.svg">
<link rel="manifest" href="/page/manifest.webmanifest">
<link rel="stylesheet" href="/page/style.css">
<script type="module" src="/page/app.js"></script>
</head>
<body>
<holdpoint-inbox><noscript>
<p class="empty">This page needs its script. Without it, decide in a terminal: <code>${command} list</code></p>
<p class="empty" lang="zh-CN">本页需要运行脚本。没有脚本时，请在终端中决定：<code>${command} list</code></p>
</noscript></holdpoint-inbox>
</body>
</html>
`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
