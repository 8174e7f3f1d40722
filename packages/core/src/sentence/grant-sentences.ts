/**
 * What a standing answer covers. In English, and in Simplified Chinese; each limit is appended to all that stands
 * before it.
 */
export const GRANTS = {
  grantAllows: [
    'allow {tool} on {server} for {principal}: {=covers}',
    '允许 {tool}（服务器 {server}，请求者 {principal}）：{=covers}',
  ],
  grantDenies: [
    'deny {tool} on {server} for {principal}: {=covers}',
    '拒绝 {tool}（服务器 {server}，请求者 {principal}）：{=covers}',
  ],
} as const

export const GRANT_RECORDS = {
  namedGrantAllows: [
    'grant {id}: allow {tool} on {server} for {principal}: {=covers}',
    '授权 {id}：允许 {tool}（服务器 {server}，请求者 {principal}）：{=covers}',
  ],
  namedGrantDenies: [
    'grant {id}: deny {tool} on {server} for {principal}: {=covers}',
    '授权 {id}：拒绝 {tool}（服务器 {server}，请求者 {principal}）：{=covers}',
  ],
  grantUse: ['grant {id}: use {n}', '授权 {id}：第 {n} 次使用'],
  grantUseOf: ['grant {id}: use {n} of {times}', '授权 {id}：第 {n} 次使用，最多 {times} 次'],
  grantUseAndTotal: [
    'grant {id}: use {n}, {amount} of {total}',
    '授权 {id}：第 {n} 次使用，合计 {amount}，上限 {total}',
  ],
  grantUseOfAndTotal: [
    'grant {id}: use {n} of {times}, {amount} of {total}',
    '授权 {id}：第 {n} 次使用，最多 {times} 次，合计 {amount}，上限 {total}',
  ],
} as const

/** Where a tool is allowed, when a yes opened more than its call. */
export const SCOPES = {
  scopeTool: ['with any arguments', '以任意参数'],
  scopeFolder: ['in the folder {name}', '在文件夹 {name} 中'],
  scopeStartFolder: ['in the folder that the server works in', '在服务器的工作文件夹中'],
  scopeProject: ['in the project {name}', '在项目 {name} 中'],
  scopeOther: ['in {name}', '在 {name} 范围内'],
} as const

export const COVERS = {
  anyArguments: ['any arguments', '任意参数'],
  sameArguments: ['these exact arguments', '与此完全相同的参数'],
  coversTimes: ['{=covers}, at most {n} times', '{=covers}，最多 {n} 次'],
  coversTotal: ['{=covers}, /{path} at most {total} in all', '{=covers}，/{path} 合计不超过 {total}'],
  coversTimesAndTotal: [
    '{=covers}, at most {n} times, /{path} at most {total} in all',
    '{=covers}，最多 {n} 次，/{path} 合计不超过 {total}',
  ],
  coversSession: ['{=covers}, in one session', '{=covers}，仅限一个会话'],
  coversClient: ['{=covers}, through {client} alone', '{=covers}，仅通过 {client}'],
  coversUntil: ['{=covers}, until {day}T{hour}:{minutes}Z', '{=covers}，至 {day}T{hour}:{minutes}Z 为止'],
  coversSessionUntil: [
    '{=covers}, in one session, until {day}T{hour}:{minutes}Z',
    '{=covers}，仅限一个会话，至 {day}T{hour}:{minutes}Z 为止',
  ],
  coversSessionAndClientUntil: [
    '{=covers}, in one session, through {client} alone, until {day}T{hour}:{minutes}Z',
    '{=covers}，仅限一个会话，仅通过 {client}，至 {day}T{hour}:{minutes}Z 为止',
  ],
  oneCondition: ['/{path1} {says1=says}', '参数 /{path1} {says1=says}'],
  twoConditions: [
    '/{path1} {says1=says} and /{path2} {says2=says}',
    '参数 /{path1} {says1=says}，且 /{path2} {says2=says}',
  ],
  threeConditions: [
    '/{path1} {says1=says} and /{path2} {says2=says} and /{path3} {says3=says}',
    '参数 /{path1} {says1=says}，且 /{path2} {says2=says}，且 /{path3} {says3=says}',
  ],
  fourConditions: [
    '/{path1} {says1=says} and /{path2} {says2=says} and /{path3} {says3=says} and /{path4} {says4=says}',
    '参数 /{path1} {says1=says}，且 /{path2} {says2=says}，且 /{path3} {says3=says}，且 /{path4} {says4=says}',
  ],
  fiveConditions: [
    '/{path1} {says1=says} and /{path2} {says2=says} and /{path3} {says3=says} and /{path4} {says4=says} and /{path5} {says5=says}',
    '参数 /{path1} {says1=says}，且 /{path2} {says2=says}，且 /{path3} {says3=says}，且 /{path4} {says4=says}，且 /{path5} {says5=says}',
  ],
} as const

/** What a condition says of its argument. */
export const SAYS = {
  saysEqual: ['is {value}', '为 {value}'],
  saysOneOf: ['is one of {values}', '为 {values} 之一'],
  saysUnder: ['under "{folder}"', '位于 "{folder}" 之下'],
  saysAtMost: ['at most {most}', '不超过 {most}'],
  saysBetween: ['from {least} to {most}', '在 {least} 到 {most} 之间'],
  saysStartingWith: ['begins with "{text}"', '以 "{text}" 开头'],
} as const
