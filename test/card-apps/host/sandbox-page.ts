/**
 * The frame between host and view, on an origin of its own: it writes the view into an inner frame and passes messages
 * on, each only from where it may come.
 */
export const SANDBOX_PAGE = `<!doctype html>
<html><body style="margin:0"><script>
const inner = document.createElement('iframe')
inner.setAttribute('sandbox', 'allow-scripts')
inner.style.cssText = 'display:block;width:100%;height:100vh;border:0'
document.body.append(inner)
window.addEventListener('message', (event) => {
  if (event.source === window.parent) {
    if (event.data?.method === 'ui/notifications/sandbox-resource-ready') inner.srcdoc = event.data.params.html
    else inner.contentWindow.postMessage(event.data, '*')
  } else if (event.source === inner.contentWindow) window.parent.postMessage(event.data, '*')
})
window.parent.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/sandbox-proxy-ready', params: {} }, '*')
</script></body></html>`

/** What hosts give a view that asks for nothing. */
export const SANDBOX_POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; connect-src 'none'; frame-src 'self'"
