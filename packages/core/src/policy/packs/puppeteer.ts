/**
 * The archived reference browser server. A site is asked for once, filling in once, clicks (on whatever site) and code
 * each time.
 */
import type { RatingPack } from '../packs.ts'

export const PUPPETEER_PACK: RatingPack = {
  name: 'puppeteer',
  source: '@modelcontextprotocol/server-puppeteer 2025.5.12',
  date: '2026-11-18',
  servers: ['npm:@modelcontextprotocol/server-puppeteer', 'program:mcp-server-puppeteer', 'image:mcp/puppeteer'],
  tools: {
    puppeteer_hover: 'low',
    puppeteer_screenshot: 'low',
    puppeteer_click: 'high',
    puppeteer_evaluate: 'high',
    puppeteer_navigate: { once: 'site' },
    puppeteer_fill: { once: 'tool' },
    puppeteer_select: { once: 'tool' },
  },
  knownDestructive: [],
}
