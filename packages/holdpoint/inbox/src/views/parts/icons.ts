/** Line drawings of 20 px, all ours. */
import { svg } from 'lit'
import { html } from 'lit'
import type { SVGTemplateResult } from 'lit'
import type { TemplateResult } from 'lit'

const SHAPES = {
  waiting: svg`<path d="M4 4h12v9h-3.5l-1 2.5h-3l-1-2.5H4z"/>`,
  history: svg`<path d="M10 5.5V10l3 2M3.5 10a6.5 6.5 0 1 0 2-4.7M3.4 3.6v3h3"/>`,
  activity: svg`<path d="M2.5 10.5h3L8 4.5l4 11 2.3-5h3.2"/>`,
  grants: svg`<circle cx="7" cy="12.5" r="3.3"/><path d="M9.4 10.1 16 3.5M13.2 6.3l2.2 2.2"/>`,
  feedback: svg`<path d="M3.5 4.5h13v9H9l-3.5 3v-3h-2z"/>`,
  servers: svg`<rect x="3.5" y="4" width="13" height="5" rx="1.4"/><rect x="3.5" y="11" width="13" height="5" rx="1.4"/><path d="M6.5 6.5h.01M6.5 13.5h.01"/>`,
  channels: svg`<path d="M3 4h9.500v6.500H8L5.500 13v-2.500H3z"/><path d="M15 7.500h2v6.500h-2v2.500L12.500 14H9"/>`,
  audit: svg`<path d="M5 3.5h7.5L15.5 6.5v10H5zM7.7 9h5M7.7 12.3h5"/>`,
  health: svg`<path d="M10 16.5s-6.3-3.7-6.3-8.3A3.4 3.4 0 0 1 10 6.4a3.4 3.4 0 0 1 6.3 1.8c0 4.6-6.3 8.3-6.3 8.3z"/>`,
  search: svg`<circle cx="9" cy="9" r="5"/><path d="m13 13 3.5 3.5"/>`,
  menu: svg`<path d="M3.5 5.5h13M3.5 10h13M3.5 14.5h13"/>`,
  bell: svg`<path d="M5.5 13.5V9a4.5 4.5 0 0 1 9 0v4.5l1.3 1.5H4.2zM8.5 16.8h3"/>`,
  back: svg`<path d="M12 4.5 6.5 10l5.5 5.5"/>`,
  pause: svg`<path d="M7 5v10M13 5v10"/>`,
  play: svg`<path d="M7 4.5v11l8-5.5z"/>`,
  theme: svg`<circle cx="10" cy="10" r="6.3"/><path d="M10 3.7v12.6" /><path d="M10 3.7a6.3 6.3 0 0 1 0 12.6z" fill="currentColor"/>`,
  language: svg`<circle cx="10" cy="10" r="6.5"/><path d="M3.5 10h13M10 3.5c2.2 2 2.6 4 2.6 6.5S12.200 14.500 10 16.500C7.800 14.500 7.400 12.500 7.400 10S7.800 5.500 10 3.500z"/>`,
  keys: svg`<rect x="2.500" y="5" width="15" height="10" rx="2"/><path d="M5.500 8h.01M8.500 8h.01M11.500 8h.01M14.500 8h.01M6.500 12h7"/>`,
  leave: svg`<path d="M8.500 4H4.500v12h4M8.500 10h8M13.500 7l3 3-3 3"/>`,
  star: svg`<path d="m10 3.500 2 4.200 4.600.6-3.400 3.200.9 4.600L10 13.900l-4.100 2.200.9-4.600L3.400 8.300 8 7.700z"/>`,
  warning: svg`<path d="M10 3.800 17 16H3zM10 8.500v3.200M10 13.900h.01"/>`,
  settings: svg`<path d="M3.500 6h7M14.500 6h2M3.500 14h2M9.500 14h7"/><circle cx="12.500" cy="6" r="2"/><circle cx="7.500" cy="14" r="2"/>`,
  passed: svg`<path d="M3.500 10h12M11 5.500l4.500 4.500-4.500 4.500"/>`,
  held: svg`<path d="M7 3.500h6L16.500 7v6L13 16.500H7L3.500 13V7zM8.300 7.600v4.800M11.700 7.600v4.800"/>`,
  denied: svg`<circle cx="10" cy="10" r="6.500"/><path d="m5.500 14.500 9-9"/>`,
  more: svg`<path d="m5.500 8 4.500 4.500L14.500 8"/>`,
  less: svg`<path d="m5.500 12.500 4.500-4.500 4.500 4.500"/>`,
  command: svg`<path d="m4 6 4 4-4 4M10.500 14.500H16"/>`,
  close: svg`<path d="m5.500 5.500 9 9M14.500 5.500l-9 9"/>`,
  check: svg`<path d="m4.500 10.500 3.700 3.700 7.300-8"/>`,
} as const

export type IconName = keyof typeof SHAPES

export function icon(name: IconName): TemplateResult {
  const shape: SVGTemplateResult = SHAPES[name]
  return html`<svg
    class="icon"
    viewBox="0 0 20 20"
    width="20"
    height="20"
    fill="none"
    stroke="currentColor"
    stroke-width="1.6"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    ${shape}
  </svg>`
}
