/** The result: a tool's words, in a box that they cannot leave. */
import { css } from './css.ts'

export const contentStyle: string = css`
  .content {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    contain: paint;
    isolation: isolate;
    padding: 2px 14px;
    background: var(--_sunken);
    border: 1px solid var(--_line);
    border-radius: var(--_control);
  }
  .item {
    padding-block: 12px;
    min-inline-size: 0;
  }
  .item + .item {
    border-block-start: 1px solid var(--_line);
  }
  .item-label {
    margin-block: 6px;
    font: 12px/1.5 var(--_mono);
    color: var(--_soft);
  }
  .prose > * {
    margin-block: 0 8px;
  }
  .prose > :last-child {
    margin-block-end: 0;
  }
  .heading {
    font-size: 15px;
  }
  .prose ul,
  .prose ol {
    padding-inline-start: 22px;
    margin-block-start: 0;
  }
  blockquote {
    margin-inline: 0;
    padding-inline-start: 12px;
    border-inline-start: 3px solid var(--_line);
    color: var(--_soft);
  }
  .prose code {
    font: 0.92em var(--_mono);
  }
  .prose :not(pre) > code {
    padding: 1px 5px;
    border-radius: 4px;
    background: color-mix(in srgb, var(--_soft) 13%, transparent);
  }
  .content pre {
    background: none;
  }
  .prose hr {
    border: 0;
    border-block-start: 1px solid var(--_line);
  }
  .table {
    overflow: auto;
  }
  table {
    border-collapse: collapse;
    font-size: 13px;
  }
  th,
  td {
    padding: 5px 12px 5px 0;
    text-align: inherit;
    vertical-align: top;
    border-block-end: 1px solid var(--_line);
  }
  th {
    font-weight: 600;
  }
  a {
    color: var(--_accent);
    text-underline-offset: 2px;
  }
  .host,
  .image-text {
    color: var(--_soft);
    font-size: 0.9em;
  }
  .clip {
    max-block-size: 30lh;
    overflow: hidden;
    mask-image: linear-gradient(#000 28lh, transparent 30lh);
  }
  .clip pre {
    max-block-size: none;
  }
  .rest {
    white-space: pre-wrap;
  }
  .more:is(button) {
    all: unset;
    margin-block-start: 8px;
    padding: 4px 0;
    font-size: 13px;
    font-weight: 600;
    color: var(--_accent);
    cursor: pointer;
    text-decoration: underline;
    text-underline-offset: 3px;
    justify-self: start;
  }
  .image {
    all: unset;
    display: inline-grid;
    gap: 6px;
    max-inline-size: 100%;
    cursor: zoom-in;
  }
  .image img {
    display: block;
    max-inline-size: 100%;
    max-block-size: 420px;
    border-radius: var(--_control);
  }
  .image.thumbnail img {
    inline-size: 160px;
    block-size: 110px;
    object-fit: cover;
  }
  audio {
    inline-size: 100%;
  }
  .resource {
    all: unset;
    display: inline-flex;
    flex-wrap: wrap;
    gap: 0 8px;
    align-items: baseline;
    max-inline-size: 100%;
    padding: 6px 12px;
    cursor: pointer;
    border: 1px solid var(--_line);
    border-radius: var(--_control);
    background: color-mix(in srgb, var(--_accent) var(--_tint), transparent);
  }
  .resource:hover {
    border-color: var(--_accent);
  }
  .resource-name {
    font-weight: 600;
    color: var(--_accent);
  }
  .structured summary {
    padding: 0 0 8px;
  }
  dialog {
    max-inline-size: 96vw;
    max-block-size: 96vh;
    padding: 12px;
    border: 0;
    border-radius: var(--_radius);
    color: var(--_text);
    background: var(--_opaque);
  }
  dialog img {
    display: block;
    max-inline-size: 90vw;
    max-block-size: 82vh;
    margin-block-end: 10px;
  }
  dialog::backdrop {
    background: rgb(0 0 0 / 65%);
  }
`
