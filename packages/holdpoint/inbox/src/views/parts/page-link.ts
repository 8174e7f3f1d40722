/**
 * Links within the inbox: real addresses that open elsewhere like any link, and without a reload when simply clicked.
 */
import type { Inbox } from '../../model/inbox.ts'
import { readRoute } from '../../model/route.ts'
import type { Route } from '../../model/route.ts'

export function follow(inbox: Inbox, route: Route): (event: MouseEvent) => void {
  return (event) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    inbox.navigate(route)
  }
}

export function followAddress(inbox: Inbox, address: string): (event: MouseEvent) => void {
  const { pathname, search } = new URL(address, location.origin)
  return follow(inbox, readRoute({ pathname, search }))
}
