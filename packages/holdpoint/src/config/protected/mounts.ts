/**
 * The other paths under which a folder of this machine can be reached because it is mounted twice (a bind mount, a
 * container that is given the same folder at two places). Known on Linux only; read once, since an account that can
 * mount controls the machine anyway.
 */
import { readFileSync } from 'node:fs'

export interface Mount {
  readonly device: string
  /** Which folder of the device stands here. */
  readonly root: string
  readonly point: string
}

export function readMounts(): readonly Mount[] {
  if (process.platform !== 'linux') return []
  try {
    return readFileSync('/proc/self/mountinfo', 'utf8').split('\n').flatMap(toMount)
  } catch {
    return []
  }
}

function toMount(line: string): readonly Mount[] {
  const [, , device, root, point] = line.split(' ')
  if (device === undefined || root === undefined || point === undefined) return []
  return [{ device, root: unescaped(root), point: unescaped(point) }]
}

function unescaped(field: string): string {
  return field.replace(/\\([0-7]{3})/g, (_whole, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)))
}

/** @param path absolute, links followed */
export function otherPathsOf(path: string, mounts: readonly Mount[]): readonly string[] {
  let own: Mount | null = null
  for (const mount of mounts) {
    if (isWithin(path, mount.point) && mount.point.length >= (own?.point.length ?? 0)) own = mount
  }
  if (own === null) return []
  const onDevice = joined(own.root, restOf(path, own.point))
  return mounts.flatMap((mount) => {
    if (mount === own || mount.device !== own.device) return []
    if (isWithin(onDevice, mount.root)) return [joined(mount.point, restOf(onDevice, mount.root))]
    // Only a part of it is mounted there.
    return isWithin(mount.root, onDevice) ? [mount.point] : []
  })
}

function isWithin(path: string, folder: string): boolean {
  return folder === '/' || path === folder || path.startsWith(`${folder}/`)
}

function restOf(path: string, folder: string): string {
  return folder === '/' ? path : path.slice(folder.length)
}

function joined(folder: string, rest: string): string {
  return folder === '/' ? rest || '/' : folder + rest
}
