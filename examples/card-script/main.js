const card = document.querySelector('tool-card')

card.invocation = {
  id: 'call-1',
  tool: 'stock_report',
  server: { name: 'warehouse', trust: 'trusted', state: 'connected' },
  state: 'error',
  arguments: { sku: 'CHR-1005' },
  error: 'The warehouse did not answer.',
}

card.addEventListener('tool-retry', ({ detail }) => {
  document.querySelector('output').textContent = `retrying ${detail.id}`
  // The real thing would call the tool again; the card shows running until it hears more.
  setTimeout(() => {
    card.invocation = { ...card.invocation, state: 'success', content: [{ type: 'text', text: '**37** in stock.' }] }
  }, 200)
})
