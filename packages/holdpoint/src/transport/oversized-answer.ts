/**
 * A result too large to carry: the caller learns that the call was answered and that the answer was dropped, instead of
 * waiting for ever. `null` where the line does not begin like an answer.
 */
export function oversizedAnswer(head: string, limit: number): string | null {
  const match = /^\s*\{(?=[^]*?"(?:result)"\s*:)[^]*?"id"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+)/.exec(head)
  const id = match?.[1]
  if (id === undefined) return null
  const text = `The server answered with more than ${Math.round(limit / 1024 / 1024)} MiB, which was dropped. The call itself was answered, so it has run.`
  // Clients of the stateless era demand `resultType`; those of the session era ignore it.
  const result = { resultType: 'complete', content: [{ type: 'text', text }], isError: true }
  return `{"jsonrpc":"2.0","id":${id},"result":${JSON.stringify(result)}}`
}
