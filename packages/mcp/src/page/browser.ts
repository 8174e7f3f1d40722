/** Opens the browser of this desktop, for a page that is signed in by its address; answers whether it could. */
export async function openSignedIn(url: string): Promise<boolean> {
  try {
    const { default: open } = await import('open')
    // A browser that cannot be started says so later, and the link stands in the envelope all the same.
    ;(await open(url)).on('error', () => {})
    return true
  } catch {
    return false
  }
}
