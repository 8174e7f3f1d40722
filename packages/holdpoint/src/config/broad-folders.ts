/**
 * Folders that are nobody's project: leave for one of them would be leave for a whole machine or person. The file system's
 * root, homes and what holds them, folders that everything shares, and the system's own with all that is in them.
 */

/** `/home`, `/home/ana`, `/var/home/ana`, `/mnt/c/Users/ana`, `C:/Users`. */
const HOMES = /^(?:\/mnt\/[a-z]|\/[a-z]|[a-z]:|\/var|\/export)?\/(?:home|users)(?:\/[^/]+)?$/i
const SHARED =
  /^(?:|\/|\/root|\/var|\/var\/(?:root|tmp)|\/opt|\/srv|\/tmp|\/export|\/mnt(?:\/[a-z](?:\/temp)?)?|\/(?:media|volumes)(?:\/[^/]+)?|\/private(?:\/var|\/tmp)?|[a-z]:\/?|[a-z]:\/temp)$/i
/** Below `/usr/src` and `/usr/local/src` people do work. */
const SYSTEM =
  /^(?:\/(?:etc|usr(?!\/(?:local\/)?src\/)|bin|sbin|lib\w*|boot|dev|proc|sys|run|nix|snap|system|library|applications|private\/etc|(?:private\/)?var\/(?:lib|log|spool|cache|run|db|mail|backups))|(?:[a-z]:|\/mnt\/[a-z]|\/[a-z])\/(?:windows|program files[^/]*|programdata))(?:\/|$)/i
/** A person's `~/Library` on a Mac: keys, mail, settings. Within a drive that is kept there people do work. */
const LIBRARY = /^\/users\/[^/]+\/library(?!\/(?:cloudstorage|mobile documents)\/[^/]+\/)(?:\/|$)/i

/** @param folder absolute, with forward slashes, links followed; `home` likewise */
export function isBroadFolder(folder: string, home: string): boolean {
  if (home === folder || home.startsWith(`${folder}/`)) return true
  return HOMES.test(folder) || SHARED.test(folder) || SYSTEM.test(folder) || LIBRARY.test(folder)
}
