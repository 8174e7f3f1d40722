/** The page's style: calm, readable, both colour schemes, targets of 44 px, nothing that hides part of a value. */
export const PAGE_STYLE: string = `
:root {
  color-scheme: light dark;
  --paper: #f6f5f1; --card: #ffffff; --ink: #1d2321; --soft: #56605c; --line: #dcdad2; --field: #f3f2ed;
  --brand: #1f4d47; --brand-ink: #ffffff; --link: #1a5a52;
  --high: #96281b; --high-bg: #fbe9e6; --medium: #7a4a00; --medium-bg: #fbf0d9; --low: #2b5c33; --low-bg: #e6f2e6;
  --warn-bg: #fdf3dc; --warn-line: #d9a63a; --focus: #1769c9;
  --shadow: 0 1px 2px rgb(30 30 20 / 6%), 0 4px 16px rgb(30 30 20 / 5%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #141817; --card: #1c2220; --ink: #e8ece9; --soft: #a5b0ab; --line: #333c39; --field: #161b19;
    --brand: #8fd0c3; --brand-ink: #0d2320; --link: #8fd0c3;
    --high: #ffb3a6; --high-bg: #43211c; --medium: #f4cf86; --medium-bg: #3d3016; --low: #a9dcae; --low-bg: #1f3523;
    --warn-bg: #362b14; --warn-line: #8f702c; --focus: #7db7ff; --shadow: none;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0; background: var(--paper); color: var(--ink); line-height: 1.5;
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif;
}
h1, h2, h3, p, dl, dd, ul, ol { margin: 0; padding: 0; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 6px; }
main:focus { outline: none; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 12px; top: 12px; z-index: 2; background: var(--card); padding: 10px 14px; }
.quiet { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.top, main, .banners { max-width: 860px; margin: 0 auto; padding-inline: 20px; }
.top { display: flex; align-items: center; justify-content: space-between; gap: 12px; padding-block: 14px; }
.brand { display: inline-flex; align-items: center; gap: 10px; min-height: 44px; color: inherit; text-decoration: none; font-weight: 650; font-size: 18px; }
.who { display: flex; align-items: center; gap: 4px 10px; color: var(--soft); font-size: 14px; justify-content: flex-end; min-width: 0; }
.who .name { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.who button { flex: none; }
main { padding-bottom: 64px; }
button, .button {
  font: inherit; font-weight: 600; min-height: 44px; padding: 9px 18px; border-radius: 10px; cursor: pointer;
  border: 1px solid var(--line); background: var(--card); color: var(--ink);
}
button:hover { border-color: var(--soft); }
button.main { background: var(--brand); color: var(--brand-ink); border-color: var(--brand); }
button.no { color: var(--high); border-color: currentcolor; background: transparent; }
button.plain { border-color: transparent; background: transparent; color: var(--link); padding-inline: 10px; font-weight: 500; }
button.plain:hover { text-decoration: underline; }
button:disabled { cursor: not-allowed; background: var(--field); color: var(--soft); border-color: var(--line); }
input, textarea {
  font: inherit; width: 100%; min-height: 44px; padding: 10px 12px; border-radius: 10px; border: 1px solid var(--soft);
  background: var(--field); color: var(--ink);
}
textarea { min-height: 76px; resize: vertical; display: block; }
label { display: block; font-weight: 600; margin-bottom: 6px; }
code, .bytes { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "Noto Sans Mono", "DejaVu Sans Mono", monospace; font-size: 14px; }
.banner { border: 1px solid var(--warn-line); background: var(--warn-bg); border-radius: 12px; padding: 10px 16px; margin-bottom: 12px; display: flex; flex-wrap: wrap; gap: 6px 14px; align-items: center; justify-content: space-between; }
.banner.stop { border-color: var(--high); background: var(--high-bg); color: var(--high); font-weight: 600; }
.banner p { flex: 1 1 260px; overflow-wrap: anywhere; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 16px; box-shadow: var(--shadow); padding: 22px 24px; }
.card + .card { margin-top: 16px; }
.headline { display: flex; align-items: baseline; justify-content: space-between; gap: 12px; margin: 18px 0 10px; }
.headline h1, .headline h2 { font-size: 17px; font-weight: 650; }
.count { color: var(--soft); font-size: 14px; }
.list { list-style: none; }
.list li + li { margin-top: 10px; }
.row { display: grid; grid-template-columns: 1fr auto; gap: 4px 16px; padding: 15px 18px; color: inherit; text-decoration: none; border-radius: 14px; background: var(--card); border: 1px solid var(--line); }
.row.waiting { box-shadow: var(--shadow); }
.row:hover { border-color: var(--soft); }
.row .title { font-weight: 600; overflow-wrap: anywhere; unicode-bidi: isolate; }
.row .about { grid-column: 1; color: var(--soft); font-size: 14px; overflow-wrap: anywhere; }
.row .glimpse { grid-column: 1 / -1; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; color: var(--ink); font-size: 13px; }
.row .when { color: var(--soft); font-size: 14px; text-align: end; white-space: nowrap; }
.row .marks { display: flex; gap: 6px; align-items: center; justify-content: flex-end; }
.mark { display: inline-block; border-radius: 999px; padding: 2px 10px; font-size: 13px; font-weight: 600; white-space: nowrap; background: var(--field); color: var(--soft); border: 1px solid var(--line); }
.mark.high { background: var(--high-bg); color: var(--high); border-color: transparent; }
.mark.medium { background: var(--medium-bg); color: var(--medium); border-color: transparent; }
.mark.low, .mark.succeeded { background: var(--low-bg); color: var(--low); border-color: transparent; }
.mark.failed, .mark.unknown { background: var(--high-bg); color: var(--high); border-color: transparent; }
.empty { color: var(--soft); padding: 26px 4px; text-align: center; }
.crumb { display: inline-flex; align-items: center; min-height: 44px; }
.hold h1 { font-size: 22px; line-height: 1.3; font-weight: 680; overflow-wrap: anywhere; unicode-bidi: isolate; margin: 10px 0 6px; }
.hold .marks { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; }
.hold .why { color: var(--soft); overflow-wrap: anywhere; }
.facts { display: grid; grid-template-columns: minmax(96px, max-content) 1fr; gap: 8px 18px; margin-top: 18px; padding-top: 16px; border-top: 1px solid var(--line); }
.facts dt { color: var(--soft); font-size: 14px; padding-top: 1px; }
.facts dd { overflow-wrap: anywhere; unicode-bidi: isolate; min-width: 0; }
.facts .bytes { display: block; color: var(--soft); font-size: 13px; }
.warnings { list-style: none; margin-top: 16px; }
.warnings li { border-left: 4px solid var(--warn-line); background: var(--warn-bg); border-radius: 6px; padding: 8px 14px; overflow-wrap: anywhere; }
.warnings li + li { margin-top: 8px; }
.part { margin-top: 20px; }
.part > h2 { font-size: 14px; font-weight: 650; color: var(--soft); margin-bottom: 6px; }
.bytes-area { max-height: 55vh; overflow: auto; overscroll-behavior: contain; border: 1px solid var(--line); border-radius: 10px; background: var(--field); padding: 12px 14px; }
.bytes { white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 4; unicode-bidi: isolate; }
.tree { list-style: none; }
.tree .tree { margin-left: 6px; padding-left: 14px; border-left: 2px solid var(--line); }
.tree > li { padding: 2px 0; }
.tree > li + li { margin-top: 3px; }
.key { color: var(--soft); font-size: 14px; margin-right: 8px; overflow-wrap: anywhere; unicode-bidi: isolate; }
.value-text { display: block; border-left: 3px solid var(--brand); padding-left: 10px; min-height: 1.5em; }
.value-text.short { display: inline; border: 0; padding: 0; }
.value-text.short::before { content: open-quote; } .value-text.short::after { content: close-quote; }
.value-text { quotes: '"' '"'; }
.value-literal { color: var(--link); font-weight: 600; }
.value-note { display: block; color: var(--soft); font-size: 13px; }
.value-hidden { outline: 2px solid var(--high); outline-offset: 2px; border-radius: 3px; }
.end { height: 1px; }
.claim { border-left: 3px solid var(--line); padding-left: 14px; color: var(--ink); white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: isolate; }
.deciding { margin-top: 22px; padding-top: 18px; border-top: 1px solid var(--line); }
.actions { display: flex; flex-wrap: wrap; gap: 10px; margin-top: 14px; }
.actions button { min-width: 132px; min-height: 48px; }
p + label { margin-top: 14px; }
.hint { color: var(--soft); font-size: 14px; margin-top: 10px; min-height: 21px; }
.said { margin-top: 20px; border-radius: 12px; border: 1px solid var(--line); background: var(--field); padding: 14px 16px; overflow-wrap: anywhere; }
.said strong { display: block; }
.said.bad { border-color: var(--high); }
.trouble { color: var(--high); font-weight: 600; margin-top: 12px; overflow-wrap: anywhere; }
.command { display: flex; gap: 10px; align-items: center; flex-wrap: wrap; margin: 12px 0 20px; }
.command code { flex: 1 1 220px; background: var(--field); border: 1px solid var(--line); border-radius: 10px; padding: 11px 14px; min-height: 44px; }
.sign-in { max-width: 560px; margin: 32px auto 0; }
.sign-in h1 { font-size: 22px; margin-bottom: 8px; }
.sign-in form { border-top: 1px solid var(--line); padding-top: 18px; }
.sign-in form button { margin-top: 12px; }
.more { display: block; margin: 16px auto 0; }
@media (max-width: 560px) {
  .top, main, .banners { padding-inline: 14px; }
  .card { padding: 18px 16px; border-radius: 14px; }
  .hold h1 { font-size: 20px; }
  .facts { grid-template-columns: 1fr; gap: 2px; }
  .facts dd + dt { margin-top: 10px; }
  .row { grid-template-columns: 1fr; }
  .row .marks { justify-content: flex-start; grid-row: 1; }
  .row .when { text-align: start; }
  .who { gap: 0; }
  .who button.plain { padding-inline: 7px; }
  .actions button { flex: 1 1 100%; }
}
@media (forced-colors: active) { .mark, .said, .banner { border: 1px solid CanvasText; } }
`
