/** The wire form of server-sent events, with a bound on what a reader that does not read may make us keep. */
export interface EventStream {
  readonly body: ReadableStream<Uint8Array>
  send(event: { readonly name: string; readonly id: number | null; readonly data: unknown }): void
  comment(text: string): void
  close(): void
}

const MOST_BYTES_WAITING = 4 * 1024 * 1024

export function createEventStream(onClosed: () => void): EventStream {
  const encoder = new TextEncoder()
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null

  const body = new ReadableStream<Uint8Array>(
    {
      start(given) {
        controller = given
      },
      cancel() {
        controller = null
        onClosed()
      },
    },
    { highWaterMark: MOST_BYTES_WAITING, size: (chunk) => chunk?.byteLength ?? 0 },
  )

  function write(text: string): void {
    if (controller === null) return
    if ((controller.desiredSize ?? 0) <= 0) return close()
    controller.enqueue(encoder.encode(text))
  }

  function close(): void {
    if (controller === null) return
    const ending = controller
    controller = null
    ending.close()
    onClosed()
  }

  return {
    body,
    // JSON has no raw line breaks, so data is always one line.
    send: ({ name, id, data }) =>
      write(`event: ${name}\n${id === null ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`),
    comment: (text) => write(`: ${text}\n\n`),
    close,
  }
}
