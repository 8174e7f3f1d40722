/** What channels say of the chat platform behind them, and to people who press. In English, and in Simplified Chinese. */
export const CHANNELS = {
  channelUnreachable: [
    '{platform} cannot be reached ({why}). It is tried again.',
    '无法连接 {platform}（{why}）。会再次尝试。',
  ],
  channelLost: [
    'The connection to {platform} was lost. It is being opened again.',
    '与 {platform} 的连接已断开，正在重新连接。',
  ],
  channelRefused: [
    '{platform} refuses the credentials ({why}). Correct them in the configuration, then start again.',
    '{platform} 拒绝了凭据（{why}）。请在配置中更正后重新启动。',
  ],
  channelNotSetUp: [
    'A secret or setting of {platform} is missing. See which: holdpoint policy check',
    '{platform} 缺少密钥或设置。查看缺少哪一项：holdpoint policy check',
  ],
  channelNotInstalled: [
    '{platform} needs packages that are not installed: {packages}. The command that installs them: holdpoint connect {name}',
    '{platform} 需要的软件包尚未安装：{packages}。查看安装命令：holdpoint connect {name}',
  ],
  channelToInstall: [
    '{platform} needs packages that are not installed: {packages}.',
    '{platform} 需要的软件包尚未安装：{packages}。',
  ],
  channelInstallFirst: ['Install them, then run the same again: {command}', '请先安装，然后再次运行：{command}'],
  channelBusy: ['{platform} takes no more requests for now ({why}).', '{platform} 暂时不接受更多请求（{why}）。'],
  channelNoPlace: [
    '{platform} does not let the bot write there, or there is no such chat or message ({why}).',
    '{platform} 不允许机器人在此发送消息，或者没有此会话或消息（{why}）。',
  ],
  channelRefusesMessage: ['{platform} refused the message ({why}).', '{platform} 拒绝了此消息（{why}）。'],
  channelUncertain: [
    '{platform} gave no answer ({why}): the message may have arrived.',
    '{platform} 没有应答（{why}）：消息可能已送达。',
  ],
  channelTooLong: ['The message is too long for {platform}.', '消息过长，{platform} 无法显示。'],
  channelNotOpen: [
    'No running process has {platform} open. A wrap opens it with its next question; a service keeps it open: holdpoint serve',
    '没有正在运行的进程连接 {platform}。wrap 会在下次询问时连接；服务会一直保持连接：holdpoint serve',
  ],
  channelNotYetOpen: ['The channel was not opened yet.', '渠道尚未连接。'],
  channelOtherWorkspace: [
    'The bot token belongs to the workspace {found}, and {expected} is configured.',
    '机器人令牌属于工作区 {found}，而配置的是 {expected}。',
  ],
  channelClosed: ['The channel to {platform} is closed.', '通往 {platform} 的渠道已关闭。'],
  channelStillWorking: [
    'Your answer was received and is being stored. The message will say what came of it.',
    '已收到您的答复，正在保存。结果会显示在此消息中。',
  ],
} as const
