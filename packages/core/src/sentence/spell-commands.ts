/**
 * Our own texts write a command as `holdpoint open`. How that is typed depends on how the program came to this machine:
 * from the path, by npx, as a file of a clone. The one place where the one becomes the other; for texts of ours only,
 * never for what an agent or a server said. `npx -y holdpoint` stands in the configuration of a host and stays as it
 * is.
 */
export const PROGRAM = 'holdpoint'

const COMMAND =
  /(?<![\w/.@-])(?<!npx -y )(?:npx )?holdpoint(?= (?:approve|audit|cancel|connect|demo|feedback|grants|help|inbox|key|list|open|pause|policy|reject|resolve|resume|serve|show|status|token|wrap|<command>)(?![\w-]))/g

export function spellCommands(text: string, program: string): string {
  return program === PROGRAM ? text : text.replace(COMMAND, () => program)
}
