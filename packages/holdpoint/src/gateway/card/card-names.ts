/** What the card is called on the wire: its resource, its tools, its place in `_meta`. */
export const CARD_URI = 'ui://holdpoint/card'

/** Only in `_meta`: the view gets it, the model does not. */
export const CARD_META_KEY = 'dev.holdpoint/card'

/** The names of the tools that only the view calls. */
export interface CardTools {
  readonly pending: string
  readonly status: string
  readonly decide: string
}

/** A name that the server uses is the server's: ours gets a number. */
export function cardTools(serverHas: (tool: string) => boolean): CardTools {
  return {
    pending: freeName('holdpoint_pending', serverHas),
    status: freeName('holdpoint_status', serverHas),
    decide: freeName('holdpoint_decide', serverHas),
  }
}

function freeName(name: string, serverHas: (tool: string) => boolean): string {
  let free = name
  for (let number = 2; serverHas(free); number++) free = `${name}_${number}`
  return free
}
