/** A hand raised to a bar: stop here until somebody signs. */
export const PAGE_ICON: string =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#1f5f57"/>' +
  '<path d="M10 8v16M22 8v16M10 16h12" stroke="#fff" stroke-width="3.4" stroke-linecap="round" fill="none"/></svg>\n'
