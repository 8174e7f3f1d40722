/** The card's plain look: the host's colours where it gives any, our own otherwise, in both schemes. */
export const CARD_STYLE: string = `
:root {
  color-scheme: light dark;
  --paper: var(--color-background-primary, #ffffff); --ink: var(--color-text-primary, #1d2321);
  --soft: var(--color-text-secondary, #56605c); --line: var(--color-border-primary, #d5d3cb);
  --field: var(--color-background-secondary, #f3f2ed); --bad: var(--color-text-danger, #96281b);
  --warn: var(--color-background-warning, #fdf3dc); --good: var(--color-text-success, #2b5c33);
  --main: #1f4d47; --main-ink: #ffffff; --focus: var(--color-ring-primary, #1769c9);
}
:root[data-theme="dark"] {
  --paper: var(--color-background-primary, #1c2220); --ink: var(--color-text-primary, #e8ece9);
  --soft: var(--color-text-secondary, #a5b0ab); --line: var(--color-border-primary, #3a4441);
  --field: var(--color-background-secondary, #151a18); --bad: var(--color-text-danger, #ffb3a6);
  --warn: var(--color-background-warning, #3a2e15); --good: var(--color-text-success, #a9dcae);
  --main: #8fd0c3; --main-ink: #0d2320; --focus: var(--color-ring-primary, #7db7ff);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.45 var(--font-sans, system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif); }
main { padding: 14px 16px; }
h1, h2, p, dl, dd, ul { margin: 0; padding: 0; }
h1 { font-size: 17px; line-height: 1.3; overflow-wrap: anywhere; unicode-bidi: isolate; margin: 6px 0 2px; }
h2 { font-size: 13px; color: var(--soft); margin: 12px 0 4px; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 4px; }
.quiet, .why, .left { color: var(--soft); font-size: 14px; overflow-wrap: anywhere; }
.marks { display: flex; flex-wrap: wrap; gap: 6px; }
.mark { border: 1px solid var(--line); border-radius: 999px; padding: 1px 9px; font-size: 13px; font-weight: 600; }
.mark.high, .bad { color: var(--bad); }
.good { color: var(--good); }
.warnings { list-style: none; margin-top: 8px; }
.warnings li { background: var(--warn); border-radius: 6px; padding: 6px 10px; margin-top: 6px; overflow-wrap: anywhere; }
.facts { display: grid; grid-template-columns: minmax(72px, max-content) 1fr; gap: 4px 14px; margin-top: 10px; }
.facts dt { color: var(--soft); font-size: 14px; }
.facts dd { overflow-wrap: anywhere; unicode-bidi: isolate; min-width: 0; }
.facts small { display: block; color: var(--soft); }
del { color: var(--soft); }
.area { max-height: 300px; overflow: auto; overscroll-behavior: contain; border: 1px solid var(--line); border-radius: 8px; background: var(--field); padding: 8px 12px; }
.bytes { font: 13px/1.5 var(--font-mono, ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace); white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 4; unicode-bidi: isolate; }
.tree { list-style: none; }
.tree .tree { margin-left: 4px; padding-left: 12px; border-left: 2px solid var(--line); }
.key { color: var(--soft); font-size: 14px; margin-right: 6px; overflow-wrap: anywhere; unicode-bidi: isolate; }
.hidden { outline: 2px solid var(--bad); outline-offset: 1px; }
.end { height: 1px; }
.status { margin-top: 12px; font-weight: 600; min-height: 22px; overflow-wrap: anywhere; }
.actions { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 10px; }
button { font: inherit; font-weight: 600; min-height: 44px; padding: 8px 18px; border-radius: 8px; border: 1px solid var(--line); background: transparent; color: var(--ink); cursor: pointer; }
button.main { background: var(--main); border-color: var(--main); color: var(--main-ink); }
button:disabled { cursor: not-allowed; background: var(--field); border-color: var(--line); color: var(--soft); }
label { display: block; font-size: 14px; color: var(--soft); margin-top: 10px; }
input, textarea { font: inherit; width: 100%; padding: 8px 10px; border: 1px solid var(--soft); border-radius: 8px; background: var(--field); color: var(--ink); }
textarea { min-height: 84px; resize: vertical; display: block; margin-top: 4px; }
@media (forced-colors: active) { .mark, button, .area { border: 1px solid CanvasText; } }
`
