// oxlint-disable-next-line import/no-unassigned-import -- importing it defines the element
import '@holdpoint/card'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'

const CALL = {
  id: 'call-1',
  tool: 'stock_report',
  server: { name: 'warehouse', trust: 'trusted', state: 'connected' },
  state: 'error',
  arguments: { sku: 'CHR-1005' },
  error: 'The warehouse did not answer.',
}

/** React 19 sets properties and listens to events of custom elements by their names. */
function App() {
  const [invocation, setInvocation] = useState(CALL)
  const [said, setSaid] = useState('')
  const retry = ({ detail }) => {
    setSaid(`retrying ${detail.id}`)
    setTimeout(
      () => setInvocation({ ...CALL, state: 'success', content: [{ type: 'text', text: '**37** in stock.' }] }),
      200,
    )
  }
  return (
    <>
      <tool-card invocation={invocation} ontool-retry={retry} />
      <output>{said}</output>
    </>
  )
}

createRoot(document.querySelector('#app')).render(<App />)
