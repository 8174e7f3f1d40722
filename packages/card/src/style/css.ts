/** Marks a text as a style, for editors, formatters and the build. */
export function css(strings: TemplateStringsArray): string {
  return strings.join('')
}

/** A sheet that is made by script is allowed under every content security policy. */
export function toStyleSheet(style: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  return sheet
}
