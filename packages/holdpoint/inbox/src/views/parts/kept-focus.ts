/**
 * Keeps the focus for people who work by keyboard. Where the focused element is gone, because its call was decided or
 * its dialog closed, the focus goes back to where the dialog was opened, else to the open row, the first row, the page.
 * It never takes the focus from an element that is still there.
 */
let last: HTMLElement | null = null
let outside: HTMLElement | null = null

export function noteFocus({ target }: FocusEvent): void {
  if (!(target instanceof HTMLElement)) return
  last = target
  if (target.closest('dialog') === null) outside = target
}

/** After every drawing. What is drawn inside may follow in the same frame. */
export function keepFocus(): void {
  requestAnimationFrame(() => {
    if (!isFocusLost() || last === null || last.isConnected) return
    const places = ['.row-link[aria-current="true"]', '.row-link', '#main'].map(find)
    // One that is gone, or asleep by now, takes no focus.
    for (const place of [outside, ...places]) if (isFocusLost()) place?.focus({ preventScroll: true })
  })
}

function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

function find(selector: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(selector)
}
