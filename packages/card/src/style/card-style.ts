/** How the card itself looks. Texts of tools wrap, are isolated and cannot paint outside their box. */
import { css } from './css.ts'

export const cardStyle: string = css`
  :host {
    display: block;
    content-visibility: auto;
    contain-intrinsic-size: auto 92px;
    overflow-clip-margin: 40px;
    text-align: start;
  }
  :host([hidden]) {
    display: none;
  }
  :host([theme='light']) {
    color-scheme: light;
  }
  :host([theme='dark']) {
    color-scheme: dark;
  }
  *,
  ::before,
  ::after {
    box-sizing: border-box;
  }
  /* Words have directions of their own; where they stand is the page's affair. */
  article:dir(rtl) {
    text-align: right;
  }
  article {
    font: var(--hp-size, 14px) / 1.5 var(--_font);
    color: var(--_text);
    background: var(--hp-backdrop, none) var(--_surface);
    backdrop-filter: var(--hp-filter, none);
    border: var(--_width) solid var(--_border);
    border-radius: var(--_radius);
    box-shadow: var(--_shadow);
    overflow-wrap: anywhere;
    container-type: inline-size;
  }
  p,
  dl,
  dd,
  ul {
    margin: 0;
    padding: 0;
  }
  /* Each text by its own direction, whatever that of the page: ours too, or a mark at its end would stand before it. */
  .name,
  .badge,
  .server-title,
  .about,
  .source,
  .note,
  .help,
  .absent,
  .hint,
  .problem,
  .standing span,
  .error-text,
  .item-label,
  .prose,
  .prose :is(p, li, td, th),
  .host,
  .image-text,
  .resource-name,
  .why,
  .warning,
  .claim,
  .impact *,
  .segments span,
  .more,
  .row button,
  label,
  .label,
  dt,
  dd,
  del,
  ins {
    unicode-bidi: plaintext;
  }
  .quiet {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  :host :focus-visible {
    outline: 2px solid var(--_ring);
    outline-offset: 2px;
  }

  header {
    display: grid;
    grid-template-columns: auto 1fr auto;
    gap: 2px 12px;
    align-items: center;
    padding: 14px var(--_space);
  }
  header:has(button) {
    cursor: pointer;
  }
  .icon {
    display: grid;
    place-items: center;
    inline-size: 40px;
    block-size: 40px;
    font-size: 20px;
    line-height: 1;
    background: var(--_sunken);
    border: 1px solid var(--_line);
    border-radius: var(--_control);
    overflow: hidden;
  }
  .naming {
    min-inline-size: 0;
  }
  .name {
    all: unset;
    box-sizing: border-box;
    font: var(--hp-name-weight, 650) 15px/1.4 var(--_mono);
    border-radius: 4px;
    overflow-wrap: anywhere;
  }
  .name span::before {
    content: var(--hp-name-before, '');
  }
  .name span::after {
    content: var(--hp-name-after, '');
  }
  .origin {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px 7px;
    font-size: 12.5px;
    color: var(--_soft);
  }
  .chip {
    --_tone: var(--_soft);
    display: inline-flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 6px;
    max-inline-size: 100%;
    color: var(--_text);
  }
  .chip.trusted .trust {
    color: var(--_success);
  }
  .chip.untrusted .trust {
    color: var(--_danger);
  }
  .chip.unknown .trust {
    color: var(--_warning);
  }
  .chip bdi {
    font-weight: 600;
  }
  .reach {
    color: var(--_tone);
  }
  .trust::before,
  .reach::before {
    content: '· ';
    color: var(--_soft);
  }
  .dot {
    inline-size: 8px;
    block-size: 8px;
    border-radius: 50%;
    background: var(--_tone);
  }
  .chip.connected {
    --_tone: var(--_success);
  }
  .chip.connecting {
    --_tone: var(--_warning);
  }
  .chip.error {
    --_tone: var(--_danger);
  }
  .chip.disconnected .dot {
    background: none;
    border: 2px solid var(--_soft);
  }

  .badge,
  .risk {
    --_tone: var(--_soft);
    display: inline-block;
    padding: 3px 11px;
    border-radius: var(--_pill);
    font-size: 12.5px;
    font-weight: 600;
    white-space: nowrap;
    color: var(--_tone);
    background: color-mix(in srgb, var(--_tone) var(--_tint), transparent);
    border: 1px solid color-mix(in srgb, var(--_tone) 22%, transparent);
  }
  .glyph {
    margin-inline-end: 2px;
    font-variant-emoji: text;
  }
  .badge.running {
    --_tone: var(--_accent);
  }
  .badge.success {
    --_tone: var(--_success);
  }
  .badge.error,
  .risk.high {
    --_tone: var(--_danger);
  }
  .risk.medium {
    --_tone: var(--_warning);
  }
  .risk.low {
    --_tone: var(--_success);
  }
  .breathing {
    display: inline-block;
    margin-inline-start: 7px;
    vertical-align: 1px;
    inline-size: 7px;
    block-size: 7px;
    border-radius: 50%;
    background: currentcolor;
    animation: breathe 1.6s ease-in-out infinite;
  }
  @keyframes breathe {
    50% {
      opacity: 0.25;
      transform: scale(0.75);
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .breathing {
      animation: none;
    }
  }
  .progress span {
    unicode-bidi: plaintext;
  }
  .progress {
    display: flex;
    align-items: center;
    gap: 10px;
    padding: 0 var(--_space) 12px;
    font-size: 12.5px;
    color: var(--_soft);
  }
  progress {
    flex: 1;
    block-size: 6px;
    accent-color: var(--_accent);
  }

  .section,
  .actions {
    border-block-start: var(--_width) solid var(--_line);
  }
  summary {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 8px;
    padding: 10px var(--_space);
    font-size: 13px;
    font-weight: 600;
    cursor: pointer;
    list-style: none;
    border-radius: calc(var(--_radius) - 2px);
  }
  summary::-webkit-details-marker {
    display: none;
  }
  summary::before {
    content: '';
    inline-size: 6px;
    block-size: 6px;
    margin-inline: 2px 4px;
    border: solid var(--_soft);
    border-width: 0 1.5px 1.5px 0;
    transform: rotate(-45deg);
  }
  :dir(rtl) summary::before {
    transform: rotate(135deg);
  }
  [open] > summary::before,
  :dir(rtl) [open] > summary::before {
    transform: rotate(45deg) translate(-1px, -1px);
  }
  .about,
  .source,
  .note,
  .help,
  .absent {
    color: var(--_soft);
    font-size: 12.5px;
    font-weight: 400;
  }
  .section {
    position: relative;
  }
  .body {
    display: grid;
    gap: 10px;
    padding: 4px var(--_space) var(--_space);
  }
  .tools {
    display: flex;
    justify-content: flex-end;
    align-items: center;
    gap: 8px;
  }
  .body > .tools {
    position: absolute;
    inset-block-start: 6px;
    inset-inline-end: var(--_space);
  }
  @container (max-width: 440px) {
    header {
      grid-template-columns: auto 1fr;
    }
    .status {
      grid-column: 2;
      justify-self: start;
      padding-block-start: 4px;
    }
    .body > .tools {
      position: static;
    }
  }
  :host summary:focus-visible {
    outline-offset: -3px;
  }

  .bytes,
  pre {
    margin: 0;
    padding: 10px 12px;
    max-block-size: 340px;
    overflow: auto;
    background: var(--_sunken);
    border: 1px solid var(--_line);
    border-radius: var(--_control);
    font: 12.5px/1.6 var(--_mono);
    overflow-wrap: anywhere;
    tab-size: 4;
    direction: ltr;
    text-align: left;
  }
  pre,
  .line,
  .lines {
    white-space: pre-wrap;
  }
  .key,
  .value {
    unicode-bidi: isolate;
  }
  .lines {
    content-visibility: auto;
    contain-intrinsic-size: auto 1000px;
  }
  .end {
    block-size: 1px;
  }
  .key {
    color: var(--_accent);
  }
  .value.literal {
    color: var(--_warning);
  }
  .value.mark,
  .value.note {
    color: var(--_soft);
  }
  .value.more::before {
    content: '│ ';
    color: var(--_soft);
  }
  .hidden-character {
    color: var(--_danger);
    background: color-mix(in srgb, var(--_danger) 12%, transparent);
    border-radius: 3px;
    font-weight: 600;
  }
`
