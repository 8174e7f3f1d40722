/** What the long-running commands share when they read their options. */
export type ParsedOptions<O> =
  | { readonly ok: true; readonly options: O }
  /** `exitCode` 0: help was asked for, and `message` is it. */
  | { readonly ok: false; readonly message: string; readonly exitCode: 0 | 2 }

/** A port number; 0 lets the system choose. `null` for anything else. */
export function readPort(text: string): number | null {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : -1
  return port >= 0 && port <= 65_535 ? port : null
}

export function wrongUsage(command: string, message: string): { ok: false; message: string; exitCode: 2 } {
  return { ok: false, message: `holdpoint: ${message}\n  See: holdpoint ${command} --help\n`, exitCode: 2 }
}

export function helpText(usage: string): { ok: false; message: string; exitCode: 0 } {
  return { ok: false, message: usage, exitCode: 0 }
}
