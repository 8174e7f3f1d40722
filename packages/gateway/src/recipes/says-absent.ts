/**
 * Whether an error of a read tool clearly says that there is nothing of the kind. Only then is a call answered without a
 * person: a busy server, a missing permission or a broken connection say nothing about the thing, and in doubt somebody
 * is asked. The words are the server's own and may repeat what the agent sent; all they can do here is keep a call from
 * running.
 */

const ABSENT =
  /not[\s_-]?(?:be )?found|\b(?:can ?not|could ?n[o'’]t|could not) find\b|\bno such\b|\b(?:does|do|did)(?: not|n['’]?t) exist\b|\bno longer exists?\b|\bthere (?:is|are) no\b|\bunknown (?:[\w-]+ )?id(?:entifier)?\b|\b(?:http|status|code|error)\W{0,3}404\b|^\W*404\b/i

/** The way there failed. */
const ANOTHER_TROUBLE =
  /\b(?:rate.?limit\w*|too many|quota|throttl\w*|tim(?:ed?|ing)[ -]?out|permissions?|privileges?|forbidden|unauthori[sz]ed|unauthenticated|not (?:allowed|authori[sz]ed|permitted)|access|denied|credentials?|api.?key|token|session|connect\w*|network|dns|getaddrinfo|enotfound|e(?:conn|host|net)\w+|hostname|endpoint|route|method|tool|function|command|module|driver|(?:server|internal) error|unavailable|overloaded|try (?:again )?later)\b|\bno such (?:table|column)\b/i
const ANOTHER_STATUS = /\b(?:http|status|code|error)\W{0,3}(?!404\b)[45]\d\d\b/i

const LONGEST = 2000

export function saysAbsent(words: string): boolean {
  const read = words.slice(0, LONGEST)
  return ABSENT.test(read) && !ANOTHER_TROUBLE.test(read) && !ANOTHER_STATUS.test(read)
}
