/** Where agents read a server's cheatsheet. */
export function cheatsheetUri(server: string): string {
  return `mcp://${encodeURIComponent(server)}/cheatsheet`
}
