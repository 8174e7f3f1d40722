/** What the inbox says of chats, in both languages. `{name}` stands for a value. */
export interface ChannelWords {
  readonly channelStates: { readonly [state: string]: string }
  readonly placeKinds: { readonly [kind in 'group' | 'person']: string }
  readonly channelsLead: string
  readonly noChannels: string
  readonly noChannelsHint: string
  readonly countAway: string
  readonly connectedFor: string
  readonly lastConnected: string
  readonly neverConnected: string
  readonly openQuestions: string
  readonly failedDeliveries: string
  readonly noFailedDeliveries: string
  readonly otherProcesses: string
  readonly askedInChats: string
  readonly inPlace: string
  readonly deliveryPlanned: string
  readonly deliveryRetried: string
  readonly deliverySent: string
  readonly deliveryFailed: string
  readonly deliveryOutdated: string
  readonly deliveryWithdrawn: string
  readonly askedInstead: string
  readonly answeredHere: string
}

export const ENGLISH_CHANNELS: ChannelWords = {
  channelStates: { connected: 'connected', connecting: 'not connected', refused: 'refused', closed: 'not open' },
  placeKinds: { group: 'group {id}', person: 'direct message to {id}' },
  channelsLead: 'The chats in which people are asked, and whether they are reached.',
  noChannels: 'No chat is set up',
  noChannelsHint: 'To ask people in a chat as well, run: holdpoint connect slack (or feishu, dingtalk)',
  countAway: '{n} not reached',
  connectedFor: 'for {time}',
  lastConnected: 'Last connected {when}',
  neverConnected: 'Not connected since it was started',
  openQuestions: 'Open questions: {n}',
  failedDeliveries: 'Not delivered in the last day: {n}',
  noFailedDeliveries: 'No delivery failed in the last day',
  otherProcesses: 'Another process: {state}',
  askedInChats: 'Asked in',
  inPlace: '{platform} · {place}',
  deliveryPlanned: 'not delivered yet',
  deliveryRetried: 'not delivered yet, and tried again: {why}',
  deliverySent: 'delivered {when}',
  deliveryFailed: 'not delivered: {why}',
  deliveryOutdated: 'delivered {when}; its message could not be brought up to date: {why}',
  deliveryWithdrawn: 'not sent: the question was over before',
  askedInstead: 'asked instead',
  answeredHere: 'answered here',
}

export const CHINESE_CHANNELS: ChannelWords = {
  channelStates: { connected: '已连接', connecting: '未连接', refused: '被拒绝', closed: '未打开' },
  placeKinds: { group: '群 {id}', person: '与 {id} 的私聊' },
  channelsLead: '在哪些聊天中询问人，以及是否连得上。',
  noChannels: '还没有设置聊天渠道',
  noChannelsHint: '要同时在聊天中询问，请运行：holdpoint connect slack（或 feishu、dingtalk）',
  countAway: '{n} 个连不上',
  connectedFor: '已有 {time}',
  lastConnected: '最后一次连接：{when}',
  neverConnected: '启动以来未曾连接',
  openQuestions: '待答复的问题：{n}',
  failedDeliveries: '最近一天未送达：{n}',
  noFailedDeliveries: '最近一天没有发送失败',
  otherProcesses: '另一进程：{state}',
  askedInChats: '在聊天中询问',
  inPlace: '{platform} · {place}',
  deliveryPlanned: '尚未送达',
  deliveryRetried: '尚未送达，正在重试：{why}',
  deliverySent: '{when} 送达',
  deliveryFailed: '未送达：{why}',
  deliveryOutdated: '{when} 送达；消息未能更新：{why}',
  deliveryWithdrawn: '没有发送：问题此前已结束',
  askedInstead: '改在此处询问',
  answeredHere: '在此答复',
}
