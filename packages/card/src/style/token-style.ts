/**
 * The tokens of the card: a public property of ours, else the host application's theme variable, else our own calm
 * default. The rest of the style speaks only of the private names (`--_…`).
 */
import { css } from './css.ts'

export const tokenStyle: string = css`
  :host {
    --_font: var(--hp-font, var(--font-sans, system-ui, 'Noto Sans', sans-serif));
    --_mono: var(--hp-font-mono, var(--font-mono, ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace));
    --_surface: var(--hp-surface, var(--color-background-primary, light-dark(#ffffff, #1b211f)));
    --_opaque: var(--hp-opaque, var(--_surface));
    --_sunken: var(--hp-sunken, var(--color-background-secondary, light-dark(#f5f6f2, #141917)));
    --_text: var(--hp-text, var(--color-text-primary, light-dark(#1b2220, #e8edea)));
    --_soft: var(--hp-text-soft, var(--color-text-secondary, light-dark(#55605b, #a9b4af)));
    --_border: var(--hp-border, var(--color-border-primary, light-dark(#dfe2db, #353e3a)));
    --_line: var(--hp-line, var(--color-border-secondary, light-dark(#e8eae4, #2a322f)));
    --_accent: var(--hp-accent, var(--color-text-info, light-dark(#1f5f57, #8fd0c3)));
    --_accent-text: var(--hp-accent-text, var(--color-text-inverse, light-dark(#ffffff, #0d2320)));
    --_success: var(--hp-success, var(--color-text-success, light-dark(#1f6434, #9bdca8)));
    --_warning: var(--hp-warning, var(--color-text-warning, light-dark(#7a4a00, #f2cd84)));
    --_danger: var(--hp-danger, var(--color-text-danger, light-dark(#9a281b, #ffb4a8)));
    --_ring: var(--hp-ring, var(--color-ring-primary, var(--_accent)));
    --_radius: var(--hp-radius, var(--border-radius-lg, 14px));
    --_control: var(--hp-control-radius, var(--border-radius-md, 9px));
    --_pill: var(--hp-badge-radius, 999px);
    --_width: var(--hp-border-width, 1px);
    --_shadow: var(--hp-shadow, var(--shadow-sm, 0 1px 2px rgb(20 30 26 / 5%), 0 6px 20px rgb(20 30 26 / 5%)));
    --_tint: var(--hp-tint, 11%);
    --_space: var(--hp-space, 16px);
  }
`
