/**
 * The environment of a server's process. A server that a configuration names gets what any program needs to find its way,
 * and what its own entry names: the service's environment holds the secrets of all servers, and none of them is another's.
 * A server behind `wrap` gets the environment that its own host made for it. Neither gets what would let it decide on its
 * own calls.
 */

/** Where things are, who runs it, which language and time it speaks. No variable that is known to carry a secret. */
const NEEDED = ['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'TMPDIR', 'TZ', 'LANG', 'LANGUAGE', 'TERM']
/** Without some of these Windows starts no program at all. */
const NEEDED_ON_WINDOWS = [
  'PATH',
  'PATHEXT',
  'COMSPEC',
  'SYSTEMROOT',
  'SYSTEMDRIVE',
  'WINDIR',
  'TEMP',
  'TMP',
  'HOMEDRIVE',
  'HOMEPATH',
  'USERPROFILE',
  'USERNAME',
  'APPDATA',
  'LOCALAPPDATA',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'PROGRAMFILES(X86)',
  'PROCESSOR_ARCHITECTURE',
  'NUMBER_OF_PROCESSORS',
]
const LOCALE = /^LC_[A-Z]+$/

export interface OwnEnvironment {
  readonly [name: string]: string | undefined
}

/** For a server that a configuration names: a small fixed set, and what its entry names. */
export function namedEnvironment(
  own: OwnEnvironment,
  added: { readonly [name: string]: string },
  platform: NodeJS.Platform = process.platform,
): { [name: string]: string } {
  const environment: { [name: string]: string } = {}
  const needed = new Set(platform === 'win32' ? NEEDED_ON_WINDOWS : NEEDED)
  for (const [name, value] of Object.entries(own)) {
    // Names have no case on Windows: `Path` is PATH there.
    const isNeeded = needed.has(platform === 'win32' ? name.toUpperCase() : name) || LOCALE.test(name)
    if (isNeeded && value !== undefined) environment[name] = value
  }
  for (const [name, value] of Object.entries(added)) {
    if (platform === 'win32') {
      for (const other of Object.keys(environment)) {
        if (other.toUpperCase() === name.toUpperCase()) delete environment[other]
      }
    }
    environment[name] = value
  }
  return environment
}

/** For the server behind `wrap`: the whole of it, as the host that started us gave it. */
export function hostEnvironment(added: { readonly [name: string]: string }): { [name: string]: string | undefined } {
  const { HOLDPOINT_TOKEN: _token, ...environment } = process.env
  return { ...environment, ...added }
}
