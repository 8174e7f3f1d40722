/** What the page of servers says, in both languages. `{name}` stands for a value. */
import type { ShownServer } from '../api/answers.ts'

export interface ServerTexts {
  readonly serversLead: string
  readonly noServers: string
  readonly noServersHint: string
  readonly configured: string
  readonly serverStates: { readonly [state in ShownServer['state']]: string }
  readonly serverSince: string
  readonly serverUnseen: string
  readonly serverIdle: string
  readonly findTool: string
  readonly stateOfServer: string
  readonly toolCount: string
  readonly toolsFound: string
  readonly noToolsSeen: string
  readonly irreversible: string
  readonly definitionChanged: string
  readonly rateDifferently: string
  readonly proposal: string
  readonly proposalHint: string
  readonly proposalLooser: string
  readonly proposalTighter: string
  readonly backTest: string
  readonly backTesting: string
  readonly backTestNothing: string
  readonly backTestSame: string
  readonly backTestChanged: string
  readonly backTestPassed: string
  readonly onlyApproversBackTest: string
  readonly ruledChange: string
}

export const ENGLISH_SERVERS: ServerTexts = {
  serversLead: 'Servers that are configured or were seen, how they stand, their tools, how risky each is and why.',
  noServers: 'No servers yet',
  noServersHint: 'A server shows up once an agent listed its tools.',
  configured: 'configured',
  serverStates: {
    connected: 'connected',
    starting: 'starting',
    failed: 'failed',
    idle: 'not running',
    unseen: 'never seen',
  },
  serverSince: 'for {time}',
  serverUnseen: 'No agent has started it since it was configured.',
  serverIdle: 'It starts with the next agent that uses it.',
  findTool: 'Search servers and tools',
  stateOfServer: 'Stands',
  toolCount: '{n} tools',
  toolsFound: '{n} of {all} tools',
  noToolsSeen: 'No agent has listed its tools yet.',
  irreversible: 'cannot be undone',
  definitionChanged: 'changed since first seen',
  rateDifferently: 'Rate it',
  proposal: 'Proposed ratings',
  proposalHint:
    'This page changes nothing: it only shows YAML to copy. Merge it into holdpoint.yaml, under {places}. Where the file has an entry for a tool already, change only its risk and leave its other lines.',
  proposalLooser:
    'This is looser. While Holdpoint runs it waits until a person confirms it: holdpoint policy accept --looser',
  proposalTighter: 'Nothing gets looser: it is in force as soon as the file is saved.',
  backTest: 'Try it on the last calls',
  backTesting: 'Trying …',
  backTestNothing: 'No held call of these tools is on record, so there is nothing to try it on.',
  backTestSame: 'None of the last {n} held calls would have been ruled otherwise.',
  backTestChanged: '{changed} of the last {n} held calls would have been ruled otherwise:',
  backTestPassed: '{n} calls that passed could not be tried: the log keeps no arguments of them.',
  onlyApproversBackTest: 'Only those who may decide can try it on recorded calls.',
  ruledChange: '{before} → {after}',
}

export const CHINESE_SERVERS: ServerTexts = {
  serversLead: '已配置或见过的服务器、它们的状况、工具、各自的风险及原因。',
  noServers: '还没有服务器',
  noServersHint: '智能体列出其工具后，服务器就会显示在这里。',
  configured: '已配置',
  serverStates: { connected: '已连接', starting: '正在启动', failed: '失败', idle: '未运行', unseen: '从未见过' },
  serverSince: '已有 {time}',
  serverUnseen: '配置以来还没有智能体启动过它。',
  serverIdle: '下一个使用它的智能体会启动它。',
  findTool: '搜索服务器和工具',
  stateOfServer: '状况',
  toolCount: '{n} 个工具',
  toolsFound: '{all} 个工具中的 {n} 个',
  noToolsSeen: '还没有智能体列出过它的工具。',
  irreversible: '无法撤回',
  definitionChanged: '与初次所见不同',
  rateDifferently: '改评为',
  proposal: '建议的评级',
  proposalHint:
    '本页不做任何更改，只显示可复制的 YAML。请把它并入 holdpoint.yaml 的 {places}。文件中已有该工具的条目时，只改其中的 risk，其余各行保留。',
  proposalLooser: '这会放宽策略。Holdpoint 运行期间，须由人确认后才生效：holdpoint policy accept --looser',
  proposalTighter: '没有任何放宽：文件保存后立即生效。',
  backTest: '用最近的调用试一试',
  backTesting: '正在试……',
  backTestNothing: '没有这些工具被拦下的调用记录，因此无从试起。',
  backTestSame: '最近被拦下的 {n} 个调用，裁定都不会改变。',
  backTestChanged: '最近被拦下的 {n} 个调用中，有 {changed} 个的裁定会改变：',
  backTestPassed: '另有 {n} 个放行的调用无法试：日志不保存它们的参数。',
  onlyApproversBackTest: '只有可以作决定的人才能用记录中的调用来试。',
  ruledChange: '{before} → {after}',
}
