/** The key of this browser, in this origin's storage: cookies are sent to every port of the host, this is not. */
const KEY_NAME = 'holdpoint.key'

export function readKey(): string | null {
  return localStorage.getItem(KEY_NAME)
}

export function writeKey(key: string | null): void {
  if (key === null) localStorage.removeItem(KEY_NAME)
  else localStorage.setItem(KEY_NAME, key)
}

/** Another tab signed in or out. */
export function onKeyChanged(listener: () => void): void {
  addEventListener('storage', (event) => {
    if (event.key === KEY_NAME) listener()
  })
}
