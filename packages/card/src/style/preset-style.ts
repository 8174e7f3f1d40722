/**
 * The seven presets: custom properties on whatever carries `data-preset`, and nothing else, so that any ancestor can
 * choose one and any page can override a single token. Each colour holds a contrast of 4.5 in both schemes. Glass does
 * so over any wall: what is behind it is flattened and veiled before the surface tints it by a fifth.
 */
import { css, toStyleSheet } from './css.ts'

export const PRESETS = [
  'material3',
  'material2',
  'terminal_classic',
  'brutalist',
  'cyberpunk_neon',
  'glassmorphism',
  'minimalist_mono',
] as const

export type Preset = (typeof PRESETS)[number]

export const presetStyle: string = css`
  [data-preset='material3'],
  [data-preset='material_expressive'] {
    --hp-radius: 12px;
  }
  [data-preset='material_expressive'] {
    --hp-control-radius: 20px;
  }
  [data-preset='material2'] {
    --hp-font: Roboto, 'Noto Sans', system-ui, sans-serif;
    --hp-surface: light-dark(#f2f3f7, #23252d);
    --hp-sunken: light-dark(#ffffff, #191b21);
    --hp-text: light-dark(#1a1c22, #eceef5);
    --hp-text-soft: light-dark(#545869, #b3b8c9);
    --hp-border: transparent;
    --hp-line: light-dark(#d9dce6, #3a3d49);
    --hp-accent: light-dark(#3541b8, #aab4ff);
    --hp-accent-text: light-dark(#ffffff, #10143d);
    --hp-radius: 4px;
    --hp-control-radius: 4px;
    --hp-badge-radius: 4px;
    --hp-shadow: 0 1px 2px rgb(0 0 0 / 24%), 0 2px 6px rgb(0 0 0 / 12%);
  }
  [data-preset='terminal_classic'] {
    --hp-font: ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace;
    --hp-surface: light-dark(#f5f3e7, #0b100c);
    --hp-sunken: light-dark(#eceada, #060907);
    --hp-text: light-dark(#1c2b1e, #b9f5c5);
    --hp-text-soft: light-dark(#48604c, #7fbf8d);
    --hp-border: light-dark(#7d8f78, #2f6b3c);
    --hp-line: light-dark(#c9cdb9, #1d3b24);
    --hp-accent: light-dark(#17632d, #5ef58a);
    --hp-accent-text: light-dark(#f5f3e7, #06210d);
    --hp-success: light-dark(#17632d, #5ef58a);
    --hp-radius: 0;
    --hp-control-radius: 0;
    --hp-badge-radius: 0;
    --hp-shadow: none;
    --hp-name-before: '[';
    --hp-name-after: ']';
  }
  [data-preset='brutalist'] {
    --hp-surface: light-dark(#ffffff, #121212);
    --hp-sunken: light-dark(#f4f1e8, #1e1e1e);
    --hp-text: light-dark(#000000, #ffffff);
    --hp-text-soft: light-dark(#3d3d3d, #cfcfcf);
    --hp-border: light-dark(#000000, #ffffff);
    --hp-line: light-dark(#000000, #ffffff);
    --hp-border-width: 2px;
    --hp-accent: light-dark(#000000, #ffd900);
    --hp-accent-text: light-dark(#ffffff, #000000);
    --hp-radius: 0;
    --hp-control-radius: 0;
    --hp-badge-radius: 0;
    --hp-name-weight: 800;
    --hp-shadow: 5px 5px 0 light-dark(#000000, #ffffff);
  }
  [data-preset='cyberpunk_neon'] {
    --hp-font: 'Rajdhani', 'Noto Sans', system-ui, sans-serif;
    --hp-surface: light-dark(#f7f2ff, #140c2b);
    --hp-backdrop: linear-gradient(135deg, light-dark(#fdf4ff, #1b0d38), light-dark(#ecf6ff, #07182e));
    --hp-sunken: light-dark(#ffffff, #0d0a20);
    --hp-text: light-dark(#221446, #f0eaff);
    --hp-text-soft: light-dark(#5a4787, #b9a9e8);
    --hp-border: var(--hp-accent);
    --hp-line: light-dark(#dccbf2, #3c2a68);
    --hp-accent: light-dark(#8f12a0, #2fe9ff);
    --hp-accent-text: light-dark(#ffffff, #04202a);
    --hp-success: light-dark(#0b6553, #3df5c0);
    --hp-danger: light-dark(#b00d4e, #ff7fa6);
    --hp-warning: light-dark(#7a4a00, #ffd166);
    --hp-radius: 6px;
    --hp-control-radius: 4px;
    --hp-badge-radius: 4px;
    --hp-shadow:
      0 0 0 1px color-mix(in srgb, var(--hp-accent) 40%, transparent),
      0 0 22px color-mix(in srgb, var(--hp-accent) 35%, transparent);
  }
  [data-preset='glassmorphism'] {
    --hp-surface: light-dark(rgb(255 255 255 / 20%), rgb(16 20 32 / 20%));
    --hp-filter: blur(18px) contrast(0.4) saturate(2.6);
    --hp-backdrop: linear-gradient(light-dark(rgb(255 255 255 / 58%), rgb(8 10 20 / 62%)) 0 0);
    --hp-sunken: light-dark(rgb(255 255 255 / 62%), rgb(4 6 14 / 55%));
    --hp-opaque: light-dark(#ffffff, #171a24);
    --hp-text: light-dark(#10182b, #f4f7ff);
    --hp-text-soft: light-dark(#2f3a55, #ccd5ea);
    --hp-border: light-dark(rgb(255 255 255 / 75%), rgb(255 255 255 / 22%));
    --hp-line: light-dark(rgb(20 30 60 / 14%), rgb(255 255 255 / 16%));
    --hp-accent: light-dark(#17308a, #b7c6ff);
    --hp-accent-text: light-dark(#ffffff, #0d1538);
    --hp-success: light-dark(#0d4a30, #8ff0c0);
    --hp-danger: light-dark(#7d1027, #ffc2cb);
    --hp-warning: light-dark(#5a3500, #ffdf9e);
    --hp-radius: 20px;
    --hp-control-radius: 12px;
    --hp-shadow: 0 12px 40px rgb(10 20 50 / 22%);
  }
  [data-preset='minimalist_mono'] {
    --hp-font: ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace;
    --hp-surface: transparent;
    --hp-sunken: transparent;
    --hp-opaque: light-dark(#ffffff, #101010);
    --hp-text: light-dark(#161616, #ececec);
    --hp-text-soft: light-dark(#5a5a5a, #a8a8a8);
    --hp-border: light-dark(#161616, #8d8d8d);
    --hp-line: light-dark(#d4d4d4, #3a3a3a);
    --hp-accent: light-dark(#161616, #ececec);
    --hp-accent-text: light-dark(#ffffff, #101010);
    --hp-radius: 2px;
    --hp-control-radius: 2px;
    --hp-badge-radius: 2px;
    --hp-shadow: none;
    --hp-tint: 0%;
  }
`

let sheet: CSSStyleSheet | undefined

/** Into the document; a shadow root that carries `data-preset` inside itself needs its own. */
export function adoptPresets(scope: Document | ShadowRoot): void {
  sheet ??= toStyleSheet(presetStyle)
  if (!scope.adoptedStyleSheets.includes(sheet)) scope.adoptedStyleSheets.push(sheet)
}
