export function printTable(rows) { for (const {call,title,effect,runs,failures} of rows) console.log([call.server,call.line,call.tool,title,effect,call.answer,runs,failures.length].join(' | ')) }
export function writePage() {}
