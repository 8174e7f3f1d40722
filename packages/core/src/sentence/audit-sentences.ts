/** What is wrong with an audit log. In English, and in Simplified Chinese. */
export const AUDIT_FAULTS = {
  recordMissing: [
    'record {expected} is missing: {found} stands in its place',
    '缺少记录 {expected}：其位置上是 {found}',
  ],
  recordMisplaced: [
    'record {sequence} stands where record {expected} belongs',
    '记录 {sequence} 位于本应是记录 {expected} 的位置',
  ],
  recordChanged: [
    'record {sequence} was changed: its hash does not fit its content',
    '记录 {sequence} 被更改：其哈希与内容不符',
  ],
  recordReplaced: [
    'record {sequence} does not continue the record before it: one of the two was replaced',
    '记录 {sequence} 与前一条记录不相连：两者之一被替换',
  ],
  recordRewritten: [
    'record {sequence} or one before it was rewritten since {source=source} of {when}',
    '自 {when} 的{source=source}以来，记录 {sequence} 或其之前的记录被改写',
  ],
  chainMissing: [
    'the whole chain is missing: {source=source} of {when} counts {n}',
    '整条链缺失：{when} 的{source=source}计有 {n} 条',
  ],
  recordsMissing: [
    'the records from {first} on are missing: {source=source} of {when} counts {n}',
    '从 {first} 起的记录缺失：{when} 的{source=source}计有 {n} 条',
  ],
  witnessSilent: [
    'The witness knows nothing of this log: it was told nothing yet, or what it knew is gone.',
    '见证方对此日志一无所知：尚未收到任何内容，或其已知内容已丢失。',
  ],
  headMissing: [
    'no head is kept for this log, so nobody can say whether its end is missing',
    '没有为此日志保存头部，因此无法判断其末尾是否缺失',
  ],
  headForged: [
    'the head kept for this log was changed, or the key in the home is another one: its signature does not fit',
    '为此日志保存的头部被更改，或主目录中的密钥已换成另一个：其签名不符',
  ],
  receiptForeign: [
    'the receipt of {when} belongs to another log, or was changed: it is signed with another key',
    '{when} 的回执属于另一个日志，或已被更改：它由另一个密钥签名',
  ],
  checkpointForged: [
    'the checkpoint of {when} was changed or not made by this store: its signature does not fit',
    '{when} 的检查点被更改，或不是由此存储生成：其签名不符',
  ],
} as const

/** Who said how long a chain was. */
export const AUDIT_SOURCES = {
  byCheckpoint: ['the checkpoint', '检查点'],
  byHead: ['the head kept outside the database', '保存在数据库之外的头部'],
  byReceipt: ['the receipt', '回执'],
  byWitness: ['the witness', '见证'],
} as const

/** What the store noticed about itself; it stands until a person accepts it. */
export const NOTICES = {
  logBehind: [
    'The store was restored or cut: {source=source} of {when} counts {n} records, the log had {found}. What was approved before does not run.',
    '存储被恢复或截断：{when} 的{source=source}计有 {n} 条记录，日志只有 {found} 条。此前批准的内容不会执行。',
  ],
  logRewritten: [
    'The store was exchanged or rewritten: record {n} is not the one that {source=source} of {when} names. What was approved before does not run.',
    '存储被更换或改写：记录 {n} 不是 {when} 的{source=source}所指的那一条。此前批准的内容不会执行。',
  ],
  logOfEarlier: [
    'The store was restored: {source=source} of {when} was made after an earlier restore that this database knows nothing of. What was approved before does not run.',
    '存储被恢复：{when} 的{source=source}是在此数据库不知道的一次恢复之后生成的。此前批准的内容不会执行。',
  ],
  headGone: [
    'The head that was kept outside the database is missing, so nobody can say whether the store was restored or its log cut. What was approved before does not run.',
    '保存在数据库之外的头部缺失，因此无法判断存储是否被恢复或日志是否被截断。此前批准的内容不会执行。',
  ],
  headUnsigned: [
    'The head that was kept outside the database is not signed with the key of this home, so nobody can say whether the store was restored or its log cut. What was approved before does not run.',
    '保存在数据库之外的头部不是由此主目录的密钥签名，因此无法判断存储是否被恢复或日志是否被截断。此前批准的内容不会执行。',
  ],
  spoolGone: [
    'The file with the newest records of passed calls of a process was removed before they reached the log; they reached it up to line {n}. What passed after that is not on record.',
    '某进程最新放行调用的记录文件在写入日志之前被删除；已写入到第 {n} 行。之后放行的内容没有记录。',
  ],
  spoolCut: [
    'The file with the newest records of passed calls of a process was emptied or changed before they reached the log; they reached it up to line {n}. What passed after that may not be on record.',
    '某进程最新放行调用的记录文件在写入日志之前被清空或更改；已写入到第 {n} 行。之后放行的内容可能没有记录。',
  ],
  clockBehind: [
    "The machine's clock is {seconds} seconds behind the time the store had reached on {when}. What was approved before has lapsed; time goes on from there until the machine's clock is accepted.",
    '机器时钟比存储在 {when} 已到达的时间落后 {seconds} 秒。此前的批准已失效；在接受机器时钟之前，时间从那里继续。',
  ],
} as const
