/** A way to the database that can be cut at a certain statement, before or after the database has heard it. */
import { createConnection, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

export interface CuttingProxy {
  readonly url: string
  /** The next connection that sends this statement breaks there, once. `heard`: the database receives it first. */
  cutAt(statement: string, heard: boolean): void
  /** How many connections were cut. */
  cuts(): number
  close(): Promise<void>
}

export async function createCuttingProxy(url: string): Promise<CuttingProxy> {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let wanted: { readonly statement: string; readonly heard: boolean } | null = null
  let cuts = 0

  const server = createServer((client) => {
    const upstream = createConnection(Number(target.port), target.hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.end()
      })
    }
    let deaf = false
    upstream.on('data', (chunk) => {
      if (!deaf) client.write(chunk)
    })
    client.on('data', (chunk: Buffer) => {
      if (wanted === null || !chunk.includes(`${wanted.statement}\0`)) return void upstream.write(chunk)
      const { heard } = wanted
      wanted = null
      cuts++
      deaf = true
      if (!heard) return void upstream.destroy()
      // The answer shows that it has happened, and nobody hears it.
      upstream.once('data', () => client.destroy())
      upstream.write(chunk)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const through = new URL(url)
  through.port = String((server.address() as AddressInfo).port)
  return {
    url: through.href,
    cutAt(statement, heard) {
      wanted = { statement, heard }
    },
    cuts: () => cuts,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
