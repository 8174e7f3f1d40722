/**
 * Where MCP hosts keep their server lists and hooks. A call that writes there can take the gate out of the path. Plain
 * data: places below the user's folders, and names that count in any folder.
 */
export interface HostPlace {
  readonly host: string
  /** `home`: the user's folder. `config`: where desktop programs keep settings. `root`: the file system. */
  readonly under: 'home' | 'config' | 'root'
  readonly path: string
}

export const HOST_PLACES: readonly HostPlace[] = [
  { host: 'Claude Code', under: 'home', path: '.claude' },
  { host: 'Claude Code', under: 'home', path: '.claude.json' },
  { host: 'Claude Code', under: 'home', path: '.config/claude' },
  { host: 'Claude Code', under: 'root', path: '/etc/claude-code' },
  { host: 'Claude Code', under: 'root', path: '/Library/Application Support/ClaudeCode' },
  { host: 'Claude Code', under: 'root', path: 'C:/ProgramData/ClaudeCode' },
  { host: 'Claude Code', under: 'root', path: 'C:/Program Files/ClaudeCode' },
  { host: 'Claude Desktop', under: 'config', path: 'Claude/claude_desktop_config.json' },
  { host: 'Claude Desktop', under: 'config', path: 'Claude/config.json' },
  { host: 'Claude Desktop', under: 'config', path: 'Claude/Claude Extensions Settings' },
  { host: 'Claude Desktop', under: 'home', path: '.config/Claude' },
  { host: 'Cursor', under: 'home', path: '.cursor/mcp.json' },
  { host: 'Cursor', under: 'home', path: '.cursor/hooks.json' },
  { host: 'Cursor', under: 'home', path: '.cursor/hooks' },
  { host: 'Cursor', under: 'config', path: 'Cursor/User' },
  { host: 'VS Code', under: 'config', path: 'Code/User' },
  { host: 'VS Code', under: 'config', path: 'Code - Insiders/User' },
  { host: 'VS Code', under: 'config', path: 'VSCodium/User' },
  { host: 'Windsurf', under: 'home', path: '.codeium/windsurf/mcp_config.json' },
  { host: 'Windsurf', under: 'home', path: '.codeium/mcp_config.json' },
  { host: 'Windsurf', under: 'home', path: '.codeium/windsurf/hooks.json' },
  { host: 'Windsurf', under: 'config', path: 'Windsurf/User' },
  { host: 'Zed', under: 'home', path: '.config/zed' },
  { host: 'Zed', under: 'config', path: 'Zed' },
  { host: 'Goose', under: 'home', path: '.config/goose' },
  { host: 'Goose', under: 'config', path: 'Block/goose' },
  { host: 'Cline', under: 'home', path: '.cline' },
  { host: 'Codex', under: 'home', path: '.codex' },
  { host: 'Gemini CLI', under: 'home', path: '.gemini' },
  { host: 'Qwen Code', under: 'home', path: '.qwen' },
  { host: 'Copilot CLI', under: 'home', path: '.copilot' },
  { host: 'GitHub Copilot', under: 'home', path: '.config/github-copilot' },
  { host: 'Amazon Q', under: 'home', path: '.aws/amazonq' },
  { host: 'Kiro', under: 'home', path: '.kiro/settings' },
  { host: 'Kiro', under: 'home', path: '.kiro/hooks' },
  { host: 'Continue', under: 'home', path: '.continue' },
  { host: 'LM Studio', under: 'home', path: '.lmstudio/mcp.json' },
  { host: 'Junie', under: 'home', path: '.junie/mcp' },
  { host: 'opencode', under: 'home', path: '.config/opencode' },
  { host: 'Factory', under: 'home', path: '.factory' },
]

/** The ends of paths that a host reads in any project folder. */
export const PROJECT_SETTINGS: readonly { readonly host: string; readonly path: string }[] = [
  { host: 'Claude Code', path: '.mcp.json' },
  { host: 'Claude Code', path: '.claude/settings.json' },
  { host: 'Claude Code', path: '.claude/settings.local.json' },
  { host: 'Claude Code', path: '.claude/hooks' },
  { host: 'Claude Desktop', path: 'claude_desktop_config.json' },
  { host: 'Cursor', path: '.cursor/mcp.json' },
  { host: 'Cursor', path: '.cursor/hooks.json' },
  { host: 'Cursor', path: '.cursor/hooks' },
  { host: 'VS Code', path: '.vscode/mcp.json' },
  { host: 'VS Code', path: '.vscode/settings.json' },
  { host: 'Zed', path: '.zed/settings.json' },
  { host: 'Codex', path: '.codex/config.toml' },
  { host: 'Codex', path: '.codex/hooks.json' },
  { host: 'Gemini CLI', path: '.gemini/settings.json' },
  { host: 'Qwen Code', path: '.qwen/settings.json' },
  { host: 'Cline', path: 'cline_mcp_settings.json' },
  { host: 'Roo Code', path: '.roo/mcp.json' },
  { host: 'Roo Code', path: 'mcp_settings.json' },
  { host: 'Windsurf', path: '.windsurf/hooks.json' },
  { host: 'Windsurf', path: 'mcp_config.json' },
  { host: 'Kiro', path: '.kiro/settings/mcp.json' },
  { host: 'Amazon Q', path: '.amazonq/mcp.json' },
  { host: 'Junie', path: '.junie/mcp/mcp.json' },
  { host: 'opencode', path: 'opencode.json' },
]
