/** Whether this process runs where opening a browser shows it to the person concerned. */
export function isDesktop(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): boolean {
  const remote = ['SSH_CONNECTION', 'SSH_TTY', 'SSH_CLIENT', 'CI', 'CODESPACES', 'REMOTE_CONTAINERS']
  if (remote.some((name) => (environment[name] ?? '') !== '')) return false
  if (platform === 'darwin' || platform === 'win32') return true
  return (environment['DISPLAY'] ?? '') !== '' || (environment['WAYLAND_DISPLAY'] ?? '') !== ''
}

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
