/** Lets the inbox be installed as an application of its own. */
export const PAGE_MANIFEST: string = JSON.stringify({
  name: 'Holdpoint',
  short_name: 'Holdpoint',
  description: 'What agents want to do, and your word on it',
  start_url: '/',
  display: 'standalone',
  background_color: '#f4f5f1',
  theme_color: '#1f5f57',
  icons: [{ src: '/page/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
})
