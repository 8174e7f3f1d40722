/** Why the policy rates a call as it does. In English, and in Simplified Chinese. */
export const PLACES = {
  uncheckable: ['what cannot be checked: a pattern of too many parts', '无法检查之处（模式的部分过多）'],
  otherProcess: ['what cannot be checked: the folder of another process', '无法检查之处（另一进程的文件夹）'],
  folderAround: [
    "a folder that holds Holdpoint's own files or a host's settings",
    '包含 Holdpoint 自身文件或宿主设置的文件夹',
  ],
  ownFolder: ["Holdpoint's own folder", ' Holdpoint 自己的文件夹'],
  ownConfiguration: ["Holdpoint's configuration", ' Holdpoint 的配置'],
  settingsOf: ['the settings of {host}', ' {host} 的设置'],
} as const

export const ORIGINS = {
  packOrigin: ['the pack "{pack}" ({source}, {date})', '规则包“{pack}”（{source}，{date}）'],
} as const

/** Names that are not what they look like: why a call is high, and what its question is marked with. */
export const CONFUSABLES = {
  mixesScripts: [
    'The name "{name}" mixes letters of several scripts or of none in use ({letters}), so it may pass for another.',
    '名称“{name}”混用了多种文字或罕用的字母（{letters}），可能被误认为另一个名称。',
  ],
  readsAsLatin: [
    'The name "{name}" reads as "{reads}", but is written in other letters ({letters}).',
    '名称“{name}”看上去是“{reads}”，实际由其他字母写成（{letters}）。',
  ],
  looksLikeKnown: [
    'The name "{name}" looks like "{known}", which is known here, but is another ({letters}).',
    '名称“{name}”看上去像此处已知的“{known}”，但并不相同（{letters}）。',
  ],
  standsForNothing: [
    'The name "{name}" is written in ASCII for another alphabet and cannot be read.',
    '名称“{name}”是另一种文字的 ASCII 写法，但无法读出。',
  ],
  tooManyNames: [
    'The arguments hold too many hosts and addresses to compare each of them.',
    '参数中的主机与地址过多，无法逐一比对。',
  ],
} as const

export const RATINGS = {
  botAsks: ['The bot asks before it runs this operation.', '机器人在执行此操作前会询问。'],
  verbReads: ['The verb "{verb}" only reads.', '动词“{verb}”只表示读取。'],
  verbChanges: ['The verb "{verb}" changes something.', '动词“{verb}”表示会做出改动。'],
  verbIsHigh: ['The verb "{verb}" is high-risk.', '动词“{verb}”属于高风险。'],
  verbTooLong: ['The name or action is too long to be read.', '名称或操作过长，无法判读。'],
  nameSays: ['Its name says "{verb}".', '其名称含有“{verb}”。'],
  mixedScripts: ["The tool's name mixes plain letters with others.", '工具名称混用了普通字母与其他文字的字母。'],
  strangeName: [
    "The tool's name is no plain word: it holds characters that do not show, or is a name that every object has.",
    '工具名称不是普通的词：含有不可见字符，或与对象自带的名称相同。',
  ],
  saysDestructive: ['The server says that this tool may destroy something.', '服务器声明此工具可能造成破坏。'],
  saysChanging: ['The server says that this tool changes something.', '服务器声明此工具会做出改动。'],
  saysReadOnly: [
    'The server says that this tool only reads, and nothing else rates it.',
    '服务器声明此工具只读，且没有其他评级依据。',
  ],
  hiddenCharacters: [
    'The arguments contain hidden or reordering characters, so what is shown may not be what is meant.',
    '参数含有隐藏或改变顺序的字符，显示的内容可能并非实际含义。',
  ],
  lookAlikeNames: [
    'The arguments hold two names that look alike, {one} and {other}: which of them counts is up to the server.',
    '参数中有两个看起来相同的名称 {one} 与 {other}，由服务器决定哪一个有效。',
  ],
  tooMuchToProtect: [
    'The arguments hold too much text that may name files: it is too large to check where it leads.',
    '参数中可能指向文件的文本过多，无法逐一检查其指向。',
  ],
  leadsIntoProtected: [
    'An argument leads into {=place}, which decides what Holdpoint holds.',
    '有参数指向{=place}，那里决定 Holdpoint 拦截什么。',
  ],
  configurationRates: ['The configuration rates {tool} {=risk}.', '配置将 {tool} 评为{=risk}风险。'],
  serverDefault: [
    'Nothing rates the tool, and the default of {server} is {=risk}.',
    '此工具没有评级，而 {server} 的默认值为{=risk}风险。',
  ],
  unrated: ['Nothing rates this tool, so it is high.', '此工具没有评级，因此视为高风险。'],
  ruleRates: ['The rule "{rule}" rates it {=risk}.', '规则“{rule}”将其评为{=risk}风险。'],
  authorRates: ['The author of the tool rates it {=risk}.', '工具的作者将其评为{=risk}风险。'],
  ruleRatesBySql: ['The rule "{rule}" rates it by its SQL.', '规则“{rule}”按其 SQL 评级。'],
  ruleAnswers: [
    'The rule "{rule}" answers {answer=ruled}. {why=rating}',
    '规则“{rule}”的答复是{answer=ruled}。{why=rating}',
  ],
  ruleSqlMissing: [
    'The SQL of the rule "{rule}" could not be found: {error}.',
    '找不到规则“{rule}”所指的 SQL：{error}。',
  ],
  conditionFailed: [
    'The condition of the rule "{rule}" could not be evaluated: {error}.',
    '规则“{rule}”的条件无法求值：{error}。',
  ],
  conditionUnclear: [
    'The condition of the rule "{rule}" gave neither true nor false.',
    '规则“{rule}”的条件既不为真也不为假。',
  ],
  ruleMaySayOtherwise: ['The rule {rules} may say otherwise.', '规则 {rules} 可能另有规定。'],
  rulesMaySayOtherwise: ['The rules {rules} may say otherwise.', '规则 {rules} 可能另有规定。'],
  policyFailed: [
    'The policy failed on this call ({error}), so a person is asked.',
    '策略处理此调用时出错（{error}），因此需要询问人。',
  ],
  packRates: ['Rated {=risk} by {=origin}.', '由{=origin}评为{=risk}风险。'],
  packRatesWord: [
    'Rated {=risk} by its {argument} "{word}" by {=origin}.',
    '由{=origin}按其 {argument}“{word}”评为{=risk}风险。',
  ],
  packWordUnknown: [
    'The argument "{argument}" says nothing that is known to be less.',
    '参数“{argument}”中没有已知风险更低的内容。',
  ],
  packSqlMissing: ['There is no SQL in the argument "{argument}".', '参数“{argument}”中没有 SQL。'],
  packReadsSql: [
    'Rated by reading the SQL in "{argument}", by {=origin}.',
    '由{=origin}按“{argument}”中的 SQL 逐次评级。',
  ],
  packReadsWord: ['Rated by the word in "{argument}", by {=origin}.', '由{=origin}按“{argument}”中的词逐次评级。'],
  callsRatedBySql: ['Each call is rated by the SQL in "{argument}".', '每次调用按“{argument}”中的 SQL 评级。'],
  callsRatedByWord: ['Each call is rated by the word in "{argument}", too.', '每次调用还按“{argument}”中的词评级。'],
  takesBack: ['It would take back {tool}, which ran. {why=rating}', '它将撤回已执行的 {tool}。{why=rating}'],
} as const
