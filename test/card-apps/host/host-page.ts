/**
 * The page of a chat host that draws MCP Apps views, on the AppBridge of the extension's own SDK. It runs in the
 * browser; the test plays the model and hands the wire to the server in. Each drawn call gets a frame of another
 * origin, in which a second frame holds the view.
 */
import {
  AppBridge,
  PostMessageTransport,
  getToolUiResourceUri,
  isToolVisibilityAppOnly,
  isToolVisibilityModelOnly,
} from '@modelcontextprotocol/ext-apps/app-bridge'

export interface HostSetting {
  /** Takes `ui/message`. */
  readonly takesMessages: boolean
  /** Says so in its capabilities. */
  readonly declaresMessages: boolean
  readonly tellsToolInfo: boolean
  readonly theme: 'light' | 'dark'
  readonly locale: string
  /** Draws only once the result is there. */
  readonly drawsLate: boolean
  /** Takes `ui/update-model-context`. */
  readonly keepsContext: boolean
  /** Draws while the model still writes the arguments; the call follows once `finishInput` ends them. */
  readonly streamsInput: boolean
}

export interface HostWindow {
  /** One request to the server, by the test. */
  readonly mcp: (method: string, params: unknown) => Promise<Answer>
  readonly host: {
    start(setting: HostSetting): Promise<void>
    /** A model's call; resolves to its result. The view, where there is one, is drawn as the host does it. */
    call(name: string, args: object): Promise<Answer>
    /** Sends a result to the view of the n-th drawn call. */
    sendResult(view: number, result: object): Promise<void>
    readonly messages: string[]
    readonly links: string[]
    readonly modelContext: string[]
    changeContext(view: number, context: object): void
    finishInput: () => void
  }
}

// oxlint-disable-next-line no-explicit-any -- results of any shape pass through here
type Answer = any

const page = window as unknown as { -readonly [member in keyof HostWindow]: HostWindow[member] }
const sandbox = new URLSearchParams(location.search).get('sandbox') ?? ''
const tools = new Map<string, Answer>()
/** Hosts know a view before they need it. */
const documents = new Map<string, Answer>()
const bridges: AppBridge[] = []
let drawn = 0
let setting: HostSetting

async function draw(tool: Answer, args: object): Promise<AppBridge> {
  const frame = document.createElement('iframe')
  frame.name = `view-${drawn++}`
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin')
  frame.style.cssText = 'display:block;width:620px;height:60px;border:0;margin:8px 0'
  const bridge = new AppBridge(
    null,
    { name: 'test-host', version: '1.0.0' },
    {
      serverTools: {},
      openLinks: {},
      ...(setting.declaresMessages ? { message: { text: {} } } : {}),
      ...(setting.keepsContext ? { updateModelContext: { text: {} } } : {}),
    },
    {
      hostContext: {
        theme: setting.theme,
        locale: setting.locale,
        ...(setting.tellsToolInfo ? { toolInfo: { tool } } : {}),
      },
    },
  )
  bridge.oncalltool = async ({ name, arguments: sent }) => {
    const wanted = tools.get(name)
    if (wanted !== undefined && isToolVisibilityModelOnly(wanted)) throw new Error(`${name} is not for views`)
    return await page.mcp('tools/call', { name, arguments: sent ?? {} })
  }
  bridge.onopenlink = async ({ url }) => {
    page.host.links.push(url)
    return {}
  }
  if (setting.takesMessages) {
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the answer to a request, not an event
    bridge.onmessage = async ({ content }) => {
      for (const block of content) if (block.type === 'text') page.host.messages.push(block.text)
      return {}
    }
  }
  if (setting.keepsContext) {
    bridge.onupdatemodelcontext = async ({ content = [] }) => {
      for (const block of content) if (block.type === 'text') page.host.modelContext.push(block.text)
      return {}
    }
  }
  bridge.onsizechange = ({ height }) => {
    if (height !== undefined) frame.style.height = `${height}px`
  }
  const sandboxReady = new Promise<void>((resolve) => (bridge.onsandboxready = () => resolve()))
  const initialized = new Promise<void>((resolve) => (bridge.oninitialized = () => resolve()))
  document.body.append(frame)
  const inner = frame.contentWindow
  if (inner === null) throw new Error('the frame has no window')
  await bridge.connect(new PostMessageTransport(inner, inner))
  frame.src = sandbox
  await sandboxReady
  const content = documents.get(getToolUiResourceUri(tool) ?? '')
  await bridge.sendSandboxResourceReady({ html: content.text, csp: content['_meta']?.ui?.csp })
  await initialized
  bridges.push(bridge)
  if (setting.streamsInput) {
    await bridge.sendToolInputPartial({ arguments: { ...args, note: 'still bein' } })
    await new Promise<void>((resolve) => (page.host.finishInput = resolve))
  }
  await bridge.sendToolInput({ arguments: args as { [name: string]: unknown } })
  return bridge
}

/**
 * As in a host that has been running for a while: before the first call the other origin is up, and each view was drawn
 * once there, until it asked for its host. Nobody answers it, and it goes away again. What is drawn with a result has
 * time.
 */
async function warmUp(): Promise<void> {
  await openFrame('display:none', null)
  if (setting.drawsLate) return
  for (const { text } of documents.values()) (await openFrame(HIDDEN, text)).remove()
}

const HIDDEN = 'position:fixed;left:-700px;width:620px;height:400px;border:0'

async function openFrame(style: string, html: string | null): Promise<HTMLIFrameElement> {
  const frame = document.createElement('iframe')
  frame.style.cssText = style
  const ready = html === null ? 'ui/notifications/sandbox-proxy-ready' : 'ui/initialize'
  const up = new Promise<void>((resolve) => {
    const hear = ({ source, data }: MessageEvent): void => {
      if (source !== frame.contentWindow) return
      if (data?.method === 'ui/notifications/sandbox-proxy-ready' && html !== null) {
        const method = 'ui/notifications/sandbox-resource-ready'
        frame.contentWindow?.postMessage({ jsonrpc: '2.0', method, params: { html } }, '*')
      }
      if (data?.method !== ready) return
      window.removeEventListener('message', hear)
      resolve()
    }
    window.addEventListener('message', hear)
  })
  frame.src = sandbox
  document.body.append(frame)
  await up
  return frame
}

page.host = {
  messages: [],
  links: [],
  modelContext: [],
  finishInput: () => {},
  changeContext(view, context) {
    bridges[view]?.setHostContext(context as Answer)
  },
  async start(chosen) {
    setting = chosen
    const { tools: listed } = await page.mcp('tools/list', {})
    for (const tool of listed) {
      tools.set(tool.name, tool)
      const uri = getToolUiResourceUri(tool)
      if (uri === undefined || documents.has(uri)) continue
      documents.set(uri, (await page.mcp('resources/read', { uri })).contents[0])
    }
    await warmUp()
  },
  async call(name, args) {
    const tool = tools.get(name)
    if (tool === undefined || isToolVisibilityAppOnly(tool)) throw new Error(`The model knows no tool ${name}.`)
    const send = (): Promise<Answer> => page.mcp('tools/call', { name, arguments: args })
    const calling = setting.streamsInput ? null : send()
    const hasView = getToolUiResourceUri(tool) !== undefined
    const early = hasView && !setting.drawsLate ? await draw(tool, args) : null
    const result = await (calling ?? send())
    const bridge = early ?? (hasView ? await draw(tool, args) : null)
    await bridge?.sendToolResult(result)
    return result
  },
  async sendResult(view, result) {
    await bridges[view]?.sendToolResult(result as Answer)
  },
}
