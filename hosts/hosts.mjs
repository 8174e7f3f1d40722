/**
 * How each host is started without a person, with our scripted model and the ledger behind `holdpoint wrap`: its files,
 * its environment, its command. Everything lies in a folder of its own, and every address is on loopback.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const FOLDER = path.dirname(fileURLToPath(import.meta.url))
const BIN = path.join(FOLDER, 'node_modules', '.bin')
const CLIENTS = path.join(FOLDER, 'clients')
export const NODE = path.join(BIN, 'node')

const PROMPT = 'Do what the plan says.'
const bin = (name) => path.join(BIN, name)

function write(folder, name, content) {
  const file = path.join(folder, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
  return file
}

const standard = ({ server }) => ({
  mcpServers: { ledger: { command: server.command, args: server.args, env: server.env } },
})

/** A library that is an MCP client: our own few lines around it are the host. */
const library = (name, script) => ({
  name,
  start: () => ({ command: NODE, args: [path.join(CLIENTS, script)], env: {} }),
})

/** `start({folder, model, server})` → `{command, args, env}`; the server is `{command, args, env}`. */
export const HOSTS = [
  {
    name: 'Claude Code',
    package: '@anthropic-ai/claude-code',
    start: (run) => ({
      command: bin('claude'),
      args: [
        '-p',
        PROMPT,
        '--mcp-config',
        write(run.folder, 'mcp.json', standard(run)),
        '--strict-mcp-config',
        '--allowedTools',
        'mcp__ledger__get_item,mcp__ledger__delete_item',
        '--model',
        'claude-sonnet-4-5',
      ],
      env: {
        ANTHROPIC_BASE_URL: run.model,
        ANTHROPIC_API_KEY: 'sk-ant-scripted',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        DISABLE_TELEMETRY: '1',
        DISABLE_AUTOUPDATER: '1',
        // All tools in every request, and none before the server has answered.
        ENABLE_TOOL_SEARCH: 'false',
        MCP_CONNECTION_NONBLOCKING: 'false',
      },
    }),
  },
  {
    ...library('Claude Agent SDK', 'agent-sdk.mjs'),
    package: '@anthropic-ai/claude-agent-sdk',
  },
  {
    name: 'Codex',
    package: '@openai/codex',
    start: ({ folder, model, server }) => {
      const quote = (value) => JSON.stringify(value)
      const env = Object.entries(server.env).map(([name, value]) => `${name} = ${quote(value)}`)
      write(
        folder,
        '.codex/config.toml',
        [
          'model = "gpt-5"',
          'model_provider = "scripted"',
          'approval_policy = "never"',
          'sandbox_mode = "danger-full-access"',
          '[model_providers.scripted]',
          'name = "scripted"',
          `base_url = ${quote(`${model}/v1`)}`,
          'wire_api = "responses"',
          'env_key = "SCRIPTED_KEY"',
          '[mcp_servers.ledger]',
          `command = ${quote(server.command)}`,
          `args = ${quote(server.args)}`,
          'startup_timeout_sec = 60',
          'required = true',
          '[mcp_servers.ledger.env]',
          ...env,
          '[analytics]',
          'enabled = false',
        ].join('\n'),
      )
      return {
        command: bin('codex'),
        args: ['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', PROMPT],
        env: { CODEX_HOME: path.join(folder, '.codex'), SCRIPTED_KEY: 'x' },
      }
    },
  },
  {
    name: 'Copilot CLI',
    package: '@github/copilot',
    start: (run) => {
      const { ledger } = standard(run).mcpServers
      write(run.folder, '.copilot/mcp-config.json', {
        mcpServers: { ledger: { type: 'local', tools: ['*'], ...ledger } },
      })
      return {
        command: bin('copilot'),
        args: ['-p', PROMPT, '--allow-all-tools', '--no-color'],
        env: {
          COPILOT_HOME: path.join(run.folder, '.copilot'),
          COPILOT_PROVIDER_BASE_URL: `${run.model}/v1`,
          COPILOT_PROVIDER_API_KEY: 'x',
          COPILOT_MODEL: 'gpt-4.1',
          COPILOT_OFFLINE: 'true',
          COPILOT_AUTO_UPDATE: 'false',
        },
      }
    },
  },
  {
    name: 'Goose',
    package: '@aaif/goose',
    start: ({ folder, model, server }) => {
      const extension = {
        type: 'stdio',
        name: 'ledger',
        enabled: true,
        cmd: server.command,
        args: server.args,
        envs: server.env,
        timeout: 300,
      }
      write(folder, '.config/goose/config.yaml', {
        extensions: { ledger: extension },
        GOOSE_PROVIDER: 'openai',
        GOOSE_MODEL: 'gpt-4o',
        GOOSE_MODE: 'auto',
      })
      return {
        command: bin('goose'),
        args: ['run', '--no-session', '-t', PROMPT],
        env: {
          GOOSE_PROVIDER: 'openai',
          GOOSE_MODEL: 'gpt-4o',
          GOOSE_MODE: 'auto',
          GOOSE_DISABLE_KEYRING: '1',
          GOOSE_TELEMETRY_ENABLED: 'false',
          OPENAI_HOST: model,
          OPENAI_API_KEY: 'x',
        },
      }
    },
  },
  {
    name: 'Gemini CLI',
    package: '@google/gemini-cli',
    start: (run) => {
      const { ledger } = standard(run).mcpServers
      write(run.folder, '.gemini/settings.json', {
        security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
        general: { disableAutoUpdate: true },
        privacy: { usageStatisticsEnabled: false },
        mcpServers: { ledger: { ...ledger, trust: true } },
      })
      return {
        command: NODE,
        args: [bin('gemini'), '-p', PROMPT, '--yolo', '--skip-trust', '-m', 'gemini-2.5-pro'],
        env: {
          GEMINI_API_KEY: 'x',
          GOOGLE_GEMINI_BASE_URL: run.model,
          GEMINI_CLI_NO_RELAUNCH: 'true',
          GEMINI_CLI_TRUST_WORKSPACE: 'true',
        },
      }
    },
  },
  {
    name: 'OpenCode',
    package: 'opencode-ai',
    start: ({ folder, model, server }) => {
      write(folder, '.config/opencode/opencode.json', {
        autoupdate: false,
        share: 'disabled',
        model: 'openai/gpt-4.1',
        small_model: 'openai/gpt-4.1',
        provider: { openai: { options: { baseURL: `${model}/v1`, apiKey: 'x' } } },
        permission: { '*': 'allow' },
        mcp: {
          ledger: {
            type: 'local',
            command: [server.command, ...server.args],
            environment: server.env,
            timeout: 60_000,
          },
        },
      })
      return {
        command: bin('opencode'),
        args: ['run', '--auto', '-m', 'openai/gpt-4.1', PROMPT],
        env: { OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1', OPENAI_API_KEY: 'x' },
      }
    },
  },
  {
    name: 'Qwen Code',
    package: '@qwen-code/qwen-code',
    known: (tool) => `mcp__ledger__${tool}`,
    start: (run) => {
      const { ledger } = standard(run).mcpServers
      write(run.folder, '.qwen/settings.json', {
        security: { auth: { selectedType: 'openai' }, folderTrust: { enabled: false } },
        privacy: { usageStatisticsEnabled: false },
        general: { disableAutoUpdate: true },
        mcpServers: { ledger: { ...ledger, trust: true } },
      })
      return {
        command: NODE,
        args: [bin('qwen'), '--yolo', '--auth-type', 'openai', PROMPT],
        env: { OPENAI_BASE_URL: `${run.model}/v1`, OPENAI_API_KEY: 'x', OPENAI_MODEL: 'scripted' },
      }
    },
  },
  {
    name: 'Cline',
    package: 'cline',
    start: (run) => {
      write(run.folder, '.cline/data/settings/cline_mcp_settings.json', standard(run))
      write(run.folder, '.cline/mcp.json', standard(run))
      return {
        command: bin('cline'),
        before: [
          [
            'auth',
            '--provider',
            'openai-compatible',
            '--apikey',
            'x',
            '--modelid',
            'scripted',
            '--baseurl',
            `${run.model}/v1`,
          ],
        ],
        args: ['--json', '--auto-approve', 'true', '-P', 'openai-compatible', '-m', 'scripted', '-k', 'x', PROMPT],
        env: { CLINE_TELEMETRY_DISABLED: '1' },
      }
    },
  },
  {
    name: 'Continue',
    package: '@continuedev/cli',
    start: ({ folder, model, server }) => {
      const config = write(folder, 'continue.yaml', {
        name: 'scripted',
        version: '1.0.0',
        schema: 'v1',
        models: [
          {
            name: 'scripted',
            provider: 'openai',
            model: 'gpt-4.1',
            apiBase: `${model}/v1`,
            apiKey: 'x',
            roles: ['chat'],
            capabilities: ['tool_use'],
          },
        ],
        mcpServers: [{ name: 'ledger', command: server.command, args: server.args, env: server.env }],
      })
      return {
        command: NODE,
        args: [bin('cn'), '-p', PROMPT, '--config', config, '--auto'],
        env: { CONTINUE_TELEMETRY_ENABLED: '0', CONTINUE_CLI_DISABLE_UPDATES: '1' },
      }
    },
  },
  { ...library('LangChain MCP adapters', 'langchain.mjs'), package: '@langchain/mcp-adapters' },
  { ...library('Mastra MCP', 'mastra.mjs'), package: '@mastra/mcp' },
  { ...library('AI SDK MCP', 'ai-sdk.mjs'), package: '@ai-sdk/mcp' },
  { ...library('OpenAI Agents', 'openai-agents.mjs'), package: '@openai/agents' },
  { ...library('MCP Inspector', 'inspector.mjs'), package: '@modelcontextprotocol/inspector' },
]
