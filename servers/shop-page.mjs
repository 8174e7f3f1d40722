/** The page that the browser server visits, on loopback. It counts the orders that reach it. */
import { createServer } from 'node:http'

const PAGE = `<!doctype html><html lang="en"><title>Shop</title><h1>Grey lamp, EUR 49.00</h1>
<form method="post" action="/order">
  <label>Name <input name="name"></label>
  <label>Street <input name="street"></label>
  <label>Country <select name="country"><option>Germany</option><option>Portugal</option></select></label>
  <button>Place order</button>
</form></html>`

export async function startShop() {
  const orders = []
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    if (request.method !== 'POST') return void response.end(PAGE)
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      orders.push(Object.fromEntries(new URLSearchParams(body)))
      response.end('<!doctype html><html lang="en"><title>Thank you</title><p>Ordered.')
    })
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${server.address().port}/`,
    orders,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
