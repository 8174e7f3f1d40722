/** Opens the browser of this desktop; answers whether it could. */
export async function openBrowser(url: string): Promise<boolean> {
  try {
    const { default: open } = await import('open')
    const child = await open(url)
    child.on('error', () => {})
    return true
  } catch {
    return false
  }
}
