/** What the settings and the command palette say, in both languages. `{name}` stands for a value. */
import type { Density, Theme } from '../model/settings.ts'

export interface SettingsWords {
  readonly settingsLead: string
  readonly thisBrowser: string
  readonly languageLabel: string
  readonly themeLabel: string
  readonly themeNames: { readonly [theme in Theme]: string }
  readonly densityLabel: string
  readonly densities: { readonly [density in Density]: string }
  readonly notificationsLabel: string
  readonly notificationsMean: string
  readonly fromThePolicy: string
  readonly policyReadOnly: string
  readonly policyFile: string
  readonly builtInPolicy: string
  readonly policyProfile: string
  readonly profiles: { readonly [profile: string]: string }
  readonly policyWait: string
  readonly waitAuto: string
  readonly policyLasts: string
  readonly policyRules: string
  readonly policyTenant: string
  readonly gateOffNow: string
  readonly pauseElsewhere: string
  readonly yourRole: string
  readonly roles: { readonly [role: string]: string }
  readonly palette: string
  readonly paletteLabel: string
  readonly paletteHint: string
  readonly paletteGroups: { readonly [group in 'holds' | 'pages' | 'actions']: string }
  readonly paletteFound: string
  readonly paletteNothing: string
  readonly goTo: string
  readonly useTheme: string
  readonly useDensity: string
}

export const ENGLISH_SETTINGS: SettingsWords = {
  settingsLead: 'How this browser shows the inbox. Nothing here changes what is held or who may decide.',
  thisBrowser: 'This browser',
  languageLabel: 'Language',
  themeLabel: 'Colours',
  themeNames: { system: 'As the system', light: 'Light', dark: 'Dark' },
  densityLabel: 'Lists',
  densities: { comfortable: 'Comfortable', compact: 'Compact' },
  notificationsLabel: 'Notifications',
  notificationsMean:
    'While this page is open in the background: the title of the question, its tool, server and risk. Never what the agent claims.',
  fromThePolicy: 'From the policy',
  policyReadOnly: 'Shown as it is in force. It is changed in the configuration file, never on this page.',
  policyFile: 'File',
  builtInPolicy: 'none; the built-in defaults protect',
  policyProfile: 'Profile',
  profiles: {
    observe: 'observe: nothing is held',
    relaxed: 'relaxed: asks for high risk',
    balanced: 'balanced: asks for high risk each time, for medium once per session and scope',
    strict: 'strict: asks for medium and high risk each time',
  },
  policyWait: 'How long a call waits',
  waitAuto: 'as long as somebody can be reached and its host allows',
  policyLasts: 'How long a question stays open',
  policyRules: 'Rules',
  policyTenant: 'Tenant',
  gateOffNow: 'Gate',
  pauseElsewhere: 'Pausing is no setting: it stands in the menu and under Health.',
  yourRole: 'Your role',
  roles: { approver: 'approver', agent: 'agent', viewer: 'viewer', admin: 'admin', auditor: 'auditor' },
  palette: 'Go to …',
  paletteLabel: 'Go to a page, a waiting call or a setting',
  paletteHint: 'Nothing is decided here: a call is only opened.',
  paletteGroups: { holds: 'Waiting', pages: 'Pages', actions: 'Settings' },
  paletteFound: '{n} found',
  paletteNothing: 'Nothing fits.',
  goTo: 'Go to {page}',
  useTheme: 'Colours: {theme}',
  useDensity: 'Lists: {density}',
}

export const CHINESE_SETTINGS: SettingsWords = {
  settingsLead: '此浏览器如何显示收件箱。这里的任何设置都不会改变拦下什么、由谁决定。',
  thisBrowser: '此浏览器',
  languageLabel: '语言',
  themeLabel: '配色',
  themeNames: { system: '跟随系统', light: '浅色', dark: '深色' },
  densityLabel: '列表',
  densities: { comfortable: '宽松', compact: '紧凑' },
  notificationsLabel: '通知',
  notificationsMean: '本页在后台打开时发送：问题的标题、工具、服务器和风险。绝不包含智能体的说法。',
  fromThePolicy: '来自策略',
  policyReadOnly: '显示当前生效的策略。只能在配置文件中更改，不能在本页更改。',
  policyFile: '文件',
  builtInPolicy: '没有；由内置的默认策略保护',
  policyProfile: '档位',
  profiles: {
    observe: 'observe：不拦下任何调用',
    relaxed: 'relaxed：高风险才询问',
    balanced: 'balanced：高风险每次询问，中风险每个会话和范围询问一次',
    strict: 'strict：中风险和高风险每次都询问',
  },
  policyWait: '调用等待多久',
  waitAuto: '只要联系得到人、其宿主允许，就一直等待',
  policyLasts: '问题保留多久',
  policyRules: '规则',
  policyTenant: '租户',
  gateOffNow: '闸门',
  pauseElsewhere: '暂停不是设置：它在菜单和“状态”页中。',
  yourRole: '您的角色',
  roles: { approver: '审批人', agent: '智能体', viewer: '查看者', admin: '管理员', auditor: '审计员' },
  palette: '前往……',
  paletteLabel: '前往页面、待处理的调用或设置',
  paletteHint: '这里不作任何决定：只会打开调用。',
  paletteGroups: { holds: '待处理', pages: '页面', actions: '设置' },
  paletteFound: '找到 {n} 个',
  paletteNothing: '没有符合的。',
  goTo: '前往{page}',
  useTheme: '配色：{theme}',
  useDensity: '列表：{density}',
}
