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
    'record {sequence} or one before it was rewritten since the checkpoint of {when}',
    '自 {when} 的检查点以来，记录 {sequence} 或其之前的记录被改写',
  ],
  chainMissing: [
    'the whole chain is missing: the checkpoint of {when} counts {n}',
    '整条链缺失：{when} 的检查点计有 {n} 条',
  ],
  recordsMissing: [
    'the records from {first} on are missing: the checkpoint of {when} counts {n}',
    '从 {first} 起的记录缺失：{when} 的检查点计有 {n} 条',
  ],
  checkpointForged: [
    'the checkpoint of {when} was changed or not made by this store: its signature does not fit',
    '{when} 的检查点被更改，或不是由此存储生成：其签名不符',
  ],
} as const
