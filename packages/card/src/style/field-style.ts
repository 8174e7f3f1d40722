/** The arguments as a form: its fields, and the way between form and JSON. */
import { css } from './css.ts'

export const fieldStyle: string = css`
  .fields {
    display: grid;
    gap: 12px;
  }
  .field {
    display: grid;
    gap: 4px;
    font-size: 13px;
  }
  .field label {
    font-weight: 600;
  }
  .required,
  .removed {
    color: var(--_danger);
  }
  .required {
    margin-inline-start: 3px;
  }
  .field [readonly],
  select:disabled {
    border-color: var(--_line);
    background: var(--_sunken);
  }
  .field [aria-invalid='true'] {
    border-color: var(--_danger);
  }
  [role='switch'] {
    appearance: none;
    inline-size: 38px;
    block-size: 22px;
    margin: 0;
    border-radius: 11px;
    border: 1px solid var(--_soft);
    background: var(--_sunken);
    cursor: pointer;
  }
  [role='switch']::before {
    content: '';
    display: block;
    inline-size: 14px;
    block-size: 14px;
    margin: 3px;
    border-radius: 50%;
    background: var(--_soft);
  }
  [role='switch']:checked {
    background: var(--_accent);
    border-color: var(--_accent);
  }
  [role='switch']:checked::before {
    margin-inline-start: 19px;
    background: var(--_accent-text);
  }
  .counter {
    display: flex;
    gap: 4px;
  }
  .segments {
    display: inline-flex;
    flex-wrap: wrap;
    justify-self: start;
    border: 1px solid color-mix(in srgb, var(--_soft) 55%, transparent);
    border-radius: var(--_control);
    overflow: hidden;
  }
  .segments label {
    position: relative;
    font-weight: 500;
  }
  .segments input {
    position: absolute;
    inset: 0;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }
  .segments span {
    display: block;
    padding: 6px 14px;
  }
  .segments :checked + span {
    color: var(--_accent-text);
    background: var(--_accent);
  }
  .segments :focus-visible + span {
    outline: 2px solid var(--_ring);
    outline-offset: -4px;
  }
  @media (pointer: coarse) {
    .segments span {
      padding-block: 12px;
    }
    .counter .small {
      min-inline-size: 44px;
    }
    [role='switch'] {
      inline-size: 76px;
      block-size: 44px;
      border-radius: 22px;
    }
    [role='switch']::before {
      inline-size: 36px;
      block-size: 36px;
    }
    [role='switch']:checked::before {
      margin-inline-start: 35px;
    }
  }
  :host .views button:focus-visible {
    outline-offset: -3px;
  }
  .views {
    display: inline-flex;
    border: 1px solid var(--_line);
    border-radius: var(--_control);
    overflow: hidden;
  }
  .views .small {
    border: 0;
    border-radius: 0;
  }
  .views .small[aria-pressed='true'] {
    background: var(--_accent);
    color: var(--_accent-text);
  }
  @media (forced-colors: active) {
    .views [aria-pressed='true'],
    .segments :checked + span,
    [role='switch']:checked {
      forced-color-adjust: none;
      color: HighlightText;
      background: Highlight;
    }
    .dot,
    .breathing,
    [role='switch']::before {
      forced-color-adjust: none;
      background: CanvasText;
    }
  }
`
