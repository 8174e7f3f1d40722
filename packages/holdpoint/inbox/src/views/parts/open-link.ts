/**
 * Links in results. They open in a tab of their own that knows nothing of this page; what leads back into the inbox is
 * not followed, since a tool's words could lead to a sign-in of its own or to another call.
 */
import type { ToolOpenDetail } from '@holdpoint/card'
import type { Inbox } from '../../model/inbox.ts'

export function openLink(inbox: Inbox, event: CustomEvent<ToolOpenDetail>): void {
  const { uri } = event.detail
  const address = URL.canParse(uri) ? new URL(uri) : null
  const isWeb = address !== null && ['http:', 'https:', 'mailto:'].includes(address.protocol)
  if (isWeb && !leadsBack(address)) return
  event.preventDefault()
  inbox.toast(inbox.state().words.linkNotFollowed, 'plain')
}

/** Every name of this machine leads to the same service. */
function leadsBack({ host, hostname, port }: URL): boolean {
  if (host === location.host) return true
  return port === location.port && [hostname, location.hostname].every(isLoopback)
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || /^(127\.|\[::1\]$|0\.0\.0\.0$)/.test(hostname)
}
