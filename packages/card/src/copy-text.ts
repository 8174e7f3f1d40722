/** Puts text on the clipboard, also in frames that were not given the permission to. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  document.body.append(area)
  area.select()
  // The only way in a frame whose host withholds the clipboard.
  const copied = document.execCommand('copy')
  area.remove()
  return copied
}
