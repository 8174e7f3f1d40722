/** The question and its answers: the only place with buttons that decide. */
import { css } from './css.ts'

export const questionStyle: string = css`
  .question {
    display: grid;
    gap: 12px;
    padding: 4px var(--_space) var(--_space);
  }
  .ask {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px 10px;
  }
  .title {
    flex: 1 1 260px;
    font-size: 16.5px;
    line-height: 1.35;
    font-weight: 650;
  }
  .why {
    font-size: 13.5px;
  }
  .why,
  .source {
    margin-block-start: -6px;
  }
  .warning {
    padding: 8px 12px;
    font-size: 13px;
    color: var(--_warning);
    background: color-mix(in srgb, var(--_warning) var(--_tint), transparent);
    border-inline-start: 3px solid currentcolor;
    border-radius: var(--_control);
  }
  [type='checkbox'] {
    margin: 0;
    accent-color: var(--_accent);
  }
  .entity,
  .panel,
  .verdict {
    display: grid;
    gap: 12px;
    padding: 14px;
    background: var(--_sunken);
    border: 1px solid var(--_line);
    border-radius: var(--_control);
  }
  .entity:not(:has(*)) {
    display: none;
  }
  .facts {
    display: grid;
    grid-template-columns: minmax(88px, max-content) minmax(0, 1fr);
    gap: 6px 16px;
    font-size: 13px;
  }
  dt {
    color: var(--_soft);
    max-inline-size: 180px;
  }
  dd {
    white-space: pre-wrap;
  }
  .change {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 10px;
    white-space: normal;
  }
  del,
  ins {
    text-decoration: none;
    white-space: pre-wrap;
  }
  del {
    color: var(--_soft);
  }
  del b {
    color: var(--_danger);
    font-weight: 500;
    text-decoration: line-through;
  }
  ins b {
    color: var(--_success);
    font-weight: 650;
  }
  .arrow {
    color: var(--_soft);
  }
  :dir(rtl) .arrow {
    transform: scaleX(-1);
  }
  .impact {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 28px;
    list-style: none;
  }
  .impact li {
    display: grid;
  }
  .impact strong {
    font-size: 17px;
    font-variant-numeric: tabular-nums;
  }
  .impact span {
    font-size: 12.5px;
    color: var(--_soft);
  }
  .claim {
    padding-inline-start: 10px;
    border-inline-start: 3px solid var(--_line);
    font-style: italic;
    white-space: pre-wrap;
  }
  article > .panel,
  .verdict {
    margin: 0 var(--_space) var(--_space);
  }
  .verdict {
    gap: 6px;
  }
  .added,
  .verdict.good strong {
    color: var(--_success);
  }
  .verdict.bad strong {
    color: var(--_danger);
  }
  .verdict .about {
    margin-inline-start: 6px;
  }
  .error-line {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 12px;
    padding: 0 var(--_space) 14px;
    color: var(--_danger);
  }
  .error-text {
    flex: 1 1 200px;
    overflow: hidden;
    white-space: nowrap;
    text-overflow: ellipsis;
  }
  .error-line .panel {
    flex: 1 0 100%;
    color: var(--_text);
  }

  .actions {
    display: grid;
    gap: 10px;
    padding: 14px var(--_space) 6px;
  }
  .standing {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 16px;
    font-size: 12.5px;
    color: var(--_soft);
    font-variant-numeric: tabular-nums;
  }
  .quorum {
    font-weight: 600;
    color: var(--_text);
  }
  .urgent {
    color: var(--_danger);
    font-weight: 600;
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  .hint {
    min-block-size: 1lh;
    font-size: 12.5px;
    color: var(--_soft);
  }
  .row button,
  .small {
    font: 600 13.5px/1.3 var(--_font);
    min-block-size: 38px;
    padding: 7px 16px;
    border: 1px solid transparent;
    border-radius: var(--_control);
    color: var(--_text);
    background: none;
    cursor: pointer;
  }
  .row .main {
    color: var(--_accent-text);
    background: var(--_accent);
    min-inline-size: 112px;
  }
  .row .main + .main:enabled {
    color: var(--_accent);
    background: none;
    border-color: currentcolor;
  }
  .row .main:hover:not(:disabled, [aria-disabled]) {
    filter: brightness(1.12);
  }
  .row .no {
    color: var(--_danger);
    border-color: currentcolor;
  }
  .row .plain {
    color: var(--_soft);
    padding-inline: 11px;
    font-weight: 500;
  }
  .row .plain:hover,
  .small:hover {
    color: var(--_text);
    background: color-mix(in srgb, var(--_soft) 12%, transparent);
  }
  .row .main:is(:disabled, [aria-disabled]) {
    color: var(--_soft);
    background: var(--_sunken);
    border-color: var(--_line);
    cursor: default;
  }
  .small {
    font-size: 12px;
    font-weight: 550;
    min-block-size: 26px;
    padding: 3px 10px;
    color: var(--_soft);
    border-color: var(--_line);
  }
  .error-line .small {
    color: var(--_danger);
    border-color: currentcolor;
  }
  .grant label,
  .panel > label {
    display: grid;
    gap: 4px;
    font-size: 13px;
  }
  .label,
  .grant label,
  .panel > label {
    font-weight: 600;
  }
  .problem {
    color: var(--_danger);
    font-size: 12.5px;
  }
  .grant {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(180px, 1fr));
    gap: 10px;
  }
  .condition {
    display: flex;
    flex-wrap: wrap;
    align-items: end;
    gap: 8px;
  }
  .condition > * {
    flex: 1 1 120px;
  }
  .condition label {
    flex: 0 1 200px;
  }
  .condition > span {
    flex: none;
    align-self: center;
  }
  .conditions {
    grid-column: 1 / -1;
    display: grid;
    gap: 10px;
    max-block-size: 440px;
    padding: 4px;
    padding-inline-start: 10px;
    border-inline-start: 3px solid var(--_line);
    overflow: auto;
  }
  .condition .key {
    font-family: var(--_mono);
  }
  input:not([type='checkbox'], [type='radio']),
  select,
  textarea {
    font: 400 13.5px/1.4 var(--_font);
    inline-size: 100%;
    min-block-size: 36px;
    padding: 7px 10px;
    color: var(--_text);
    background: var(--_opaque);
    border: 1px solid color-mix(in srgb, var(--_soft) 55%, transparent);
    border-radius: var(--_control);
    opacity: 1;
  }
  ::placeholder {
    color: var(--_soft);
    opacity: 1;
  }
  textarea {
    resize: vertical;
  }
  textarea.json {
    font: 12.5px/1.6 var(--_mono);
  }
  @media (pointer: coarse) {
    .row button,
    .small,
    summary,
    .resource,
    input:not([type='checkbox'], [type='radio']),
    select,
    textarea {
      min-block-size: 44px;
    }
    .resource {
      align-items: center;
    }
    .name {
      display: inline-block;
      padding-block: 12px;
      margin-block: -12px;
    }
    .more:is(button) {
      padding-block: 12px;
    }
  }
`
