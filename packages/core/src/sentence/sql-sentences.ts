/** What was read in SQL and other statements. In English, and in Simplified Chinese. */
export const SQL_RATINGS = {
  sqlReads: ['The SQL only reads, in every dialect that fits it.', '在所有适用的方言中，此 SQL 都只是读取。'],
  sqlWrites: ['The SQL writes: {why=reading}', '此 SQL 会写入：{why=reading}'],
  sqlUnreadable: ['The SQL cannot be read: {why=reading}', '无法判读此 SQL：{why=reading}'],
  sqlDoubtful: ['Nobody knows that the SQL only reads: {why=reading}', '无法确定此 SQL 只是读取：{why=reading}'],
  sqlNotText: ['The SQL argument is not text.', 'SQL 参数不是文本。'],
  sqlWithoutParser: ['The SQL could not be read: no SQL parser is loaded.', '无法判读此 SQL：没有加载 SQL 解析器。'],
  queryTooLong: ['The query is too long to be read.', '查询过长，无法判读。'],
  queryRunsComment: ['The query holds /*! … */, which MySQL runs.', '查询含有 /*! … */，MySQL 会执行其内容。'],
  queryWithoutParser: [
    'The query looks like SQL, and no SQL parser is loaded.',
    '查询看起来像 SQL，但没有加载 SQL 解析器。',
  ],
  queryLooksWriting: [
    'The query looks like a statement that writes, and no parser accepts it.',
    '查询看起来像写入语句，且没有解析器接受它。',
  ],
} as const

/** What makes a statement a write, or unreadable. */
export const SQL_READINGS = {
  statementIsNoRead: ['{statement} is no read.', '{statement} 不是读取。'],
  statementInside: ['{statement} stands inside it.', '其中含有 {statement}。'],
  intoTable: ['SELECT INTO creates a table.', 'SELECT INTO 会创建表。'],
  intoVariables: ['SELECT INTO sets variables.', 'SELECT INTO 会设置变量。'],
  writesFile: ['it writes a file.', '它会写文件。'],
  locksRows: ['it locks rows.', '它会锁定行。'],
  setsVariable: ['it sets a variable.', '它会设置变量。'],
  commentRuns: ['MySQL runs what stands in /*! … */.', 'MySQL 会执行 /*! … */ 中的内容。'],
  bareWord: [
    'The word {word} stands outside quotes, and some databases run it.',
    '单词 {word} 位于引号之外，某些数据库会执行它。',
  ],
  functionDoesMore: ['the function {name} does more than compute.', '函数 {name} 不只是计算。'],
  functionOfSchema: [
    'nobody knows what the function {name} of {schema} does.',
    '无从得知 {schema} 中的函数 {name} 会做什么。',
  ],
  functionUnknown: ['the function {name} is not known to be harmless.', '无法确定函数 {name} 无害。'],
  operatorUnknown: ['the operator {name} is not known to be harmless.', '无法确定运算符 {name} 无害。'],
  tableActs: ['reading from {name} does more than read.', '从 {name} 读取不只是读取。'],
  tableIsFile: ['{name} may be a file or an address.', '{name} 可能是文件或网址。'],
  holdsNul: ['it contains a NUL character.', '它含有 NUL 字符。'],
  longerThan: ['it is longer than {n} characters.', '它超过 {n} 个字符。'],
  notReadInTime: ['it could not be read in time.', '未能及时读完它。'],
  deeperThan: ['it nests deeper than {n} levels.', '它的嵌套超过 {n} 层。'],
  noParser: ['no parser accepts it.', '没有解析器接受它。'],
  databasesDiffer: [
    'databases differ on where its words, strings and comments end.',
    '各数据库对其单词、字符串和注释在何处结束看法不一。',
  ],
} as const
