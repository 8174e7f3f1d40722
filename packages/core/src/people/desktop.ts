/** Whether a process runs where a browser that it opens is seen by the person concerned. `platform`: as Node names it. */
export function isDesktop(environment: { readonly [name: string]: string | undefined }, platform: string): boolean {
  const remote = ['SSH_CONNECTION', 'SSH_TTY', 'SSH_CLIENT', 'CI', 'CODESPACES', 'REMOTE_CONTAINERS']
  if (remote.some((name) => (environment[name] ?? '') !== '')) return false
  if (platform === 'darwin' || platform === 'win32') return true
  return (environment['DISPLAY'] ?? '') !== '' || (environment['WAYLAND_DISPLAY'] ?? '') !== ''
}
