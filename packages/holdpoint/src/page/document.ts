/** The one HTML document. It holds no data: without the script it says what to do instead. */
export const PAGE_DOCUMENT: string = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Holdpoint</title>
<link rel="icon" href="/page/icon.svg">
<link rel="stylesheet" href="/page/style.css">
<script type="module" src="/page/app.js"></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="top">
  <a class="brand" href="/"><img src="/page/icon.svg" alt="" width="28" height="28"><span>Holdpoint</span></a>
  <div id="who" class="who"></div>
</header>
<div id="banners" class="banners" role="status"></div>
<main id="main" tabindex="-1"><noscript><p class="empty">This page needs its script. Without it, decide in a terminal: <code>npx holdpoint list</code></p></noscript></main>
<div id="announce" class="quiet" role="status" aria-live="polite"></div>
</body>
</html>
`
