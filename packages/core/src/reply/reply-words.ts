/**
 * The words that answer a held call in a chat, and what a configuration may add to them.
 *
 * A closed list of whole messages, not of parts. Left out on purpose: what people also write while they only listen (好,
 * 嗯, 收到, sure, fine, 👍, 1), what asks somebody else for the answer (请确认, "please confirm", 批准吧), and what reports one
 * (已确认, 批准了). The list for cancelling is longer, since a wrong no costs a repetition and a wrong yes what was held.
 */
import { isOfOneWriting } from '../confusable/mixed-scripts.ts'
import { skeletonOf } from '../confusable/skeleton.ts'
import { showInOneLine } from '../preview/visible-text.ts'
import { foldReply } from './fold-reply.ts'
import { readShortCode } from './short-code.ts'

export interface ReplyWords {
  readonly confirm?: readonly string[]
  readonly cancel?: readonly string[]
}

/** As `checkConfig` reports problems; the path begins at the words. */
export interface ReplyWordProblem {
  readonly path: readonly (string | number)[]
  readonly message: string
  readonly suggestion: string
}

interface CompiledWords {
  readonly confirm: ReadonlySet<string>
  readonly cancel: ReadonlySet<string>
}

const ENGLISH: Required<ReplyWords> = {
  confirm: ['confirm', 'confirmed', 'approve', 'approved', 'yes', 'y', 'ok', 'okay'],
  cancel: [
    'cancel',
    'cancelled',
    'canceled',
    'no',
    'n',
    'nope',
    'reject',
    'rejected',
    'decline',
    'declined',
    'deny',
    'denied',
    'refuse',
    'abort',
    'stop',
    "don't",
    'dont',
    'do not',
    'no thanks',
    'no thank you',
    'never mind',
    'nevermind',
    'please cancel',
    'cancel please',
  ],
}

const SIMPLIFIED: Required<ReplyWords> = {
  confirm: ['确认', '批准', '执行', '同意', '确认执行'],
  cancel: [
    '取消',
    '拒绝',
    '不',
    '不要',
    '不行',
    '不可以',
    '不用',
    '不用了',
    '不要了',
    '别',
    '否',
    '否决',
    '驳回',
    '停',
    '停止',
    '中止',
    '终止',
    '算了',
    '请取消',
    '取消吧',
  ],
}

/** What is written otherwise than in Simplified Chinese. */
const TRADITIONAL: Required<ReplyWords> = {
  confirm: ['確認', '執行', '確認執行'],
  cancel: ['拒絕', '別', '否決', '駁回', '終止', '請取消'],
}

/** Built in: English, Simplified and Traditional Chinese. A negation before a word that confirms cancels as well. */
export const REPLY_WORDS: Required<ReplyWords> = {
  confirm: [...ENGLISH.confirm, ...SIMPLIFIED.confirm, ...TRADITIONAL.confirm],
  cancel: [...ENGLISH.cancel, ...SIMPLIFIED.cancel, ...TRADITIONAL.cancel],
}

/** Before a word that confirms. */
const NEGATIONS = ["don't ", 'dont ', 'do not ', 'not ']
const HAN_NEGATIONS = ['不', '不要', '不能', '不可', '别', '勿', '请勿', '別', '請勿']

/** Parts of which a word that confirms may have none, besides the words that cancel. */
const NEGATIVE_PARTS = ['not', 'never', 'none', 'nor', 'nah', 'cannot', 'cant', 'wont', 'without', 'neither']
const NEGATIVE_PART = /n't(?: |$)|[不没沒别別勿未非否无無莫毋拒驳駁]/u

const WORD = /^[\p{L}\p{M}\p{N}]+(?:[ '-][\p{L}\p{M}\p{N}]+)*$/u
const LONGEST_WORD = 32

/** What a configuration's words get wrong; a word with a problem is never read. */
export function checkReplyWords(words: ReplyWords): readonly ReplyWordProblem[] {
  const lists = { confirm: words.confirm ?? [], cancel: words.cancel ?? [] }
  if (lists.confirm.length + lists.cancel.length === 0) return []
  const cancelling = [...REPLY_WORDS.cancel, ...lists.cancel.map(folded).filter((word) => word !== '')]
  const confirming = new Set([...REPLY_WORDS.confirm, ...lists.confirm.map(folded)].map(skeletonOf))
  const problems: ReplyWordProblem[] = []
  for (const list of ['confirm', 'cancel'] as const) {
    for (const [index, word] of lists[list].entries()) {
      const why =
        whyNoWord(word) ??
        (list === 'confirm' ? whyNotConfirming(folded(word), cancelling) : whyNotCancelling(folded(word), confirming))
      if (why === null) continue
      const [message, suggestion] = why
      problems.push({ path: [list, index], message: `"${showInOneLine(word.slice(0, 40))}" ${message}`, suggestion })
    }
  }
  return problems
}

type Why = readonly [message: string, suggestion: string] | null

function whyNoWord(word: string): Why {
  const read = foldReply(word)
  if (read === '') return ['is empty once blanks and final punctuation are gone.', 'write a word, or remove it']
  if (read === null || !isOfOneWriting(read)) {
    return [
      'has letters that pass for others, and people could not tell what to type.',
      'write it in letters of one script',
    ]
  }
  if (read.length > LONGEST_WORD) return ['is too long for a word.', `write at most ${LONGEST_WORD} characters`]
  if (!WORD.test(read)) {
    return ['has more than letters and digits.', "keep to letters and digits, with single blanks, ' or - between them"]
  }
  return read.split(/[ '-]|\p{Script=Han}/u).some((part) => readShortCode(part) !== null)
    ? ['can be taken for the code of a hold.', 'choose a word without four characters of letters and digits']
    : null
}

function whyNotConfirming(word: string, cancelling: readonly string[]): Why {
  if (cancelling.includes(word)) return ['cancels already: it cannot confirm as well.', 'keep it in one of the lists']
  const negative = NEGATIVE_PART.test(word) || [...NEGATIVE_PARTS, ...cancelling].some((part) => hasPart(word, part))
  return negative ? ['says no, or a part of it does: it cannot confirm.', 'choose a word without a negation'] : null
}

function whyNotCancelling(word: string, confirming: ReadonlySet<string>): Why {
  return confirming.has(skeletonOf(word))
    ? ['confirms already: it cannot cancel as well.', 'keep it in one of the lists']
    : null
}

/** Between blanks, or anywhere where words are written without them; also what only looks so. */
function hasPart(word: string, part: string): boolean {
  const [whole, piece] = [skeletonOf(word), skeletonOf(part)]
  if (/\p{Script=Han}/u.test(part)) return whole.includes(piece)
  return ` ${whole.replace(/-|\p{Script=Han}/gu, ' ')} `.includes(` ${piece} `)
}

function folded(word: string): string {
  return foldReply(word) ?? ''
}

const NO_WORDS: ReplyWords = {}
const compiled = new WeakMap<ReplyWords, CompiledWords>()

export function compileReplyWords(words: ReplyWords = NO_WORDS): CompiledWords {
  const known = compiled.get(words)
  if (known !== undefined) return known
  const [problem] = checkReplyWords(words)
  if (problem !== undefined) throw new Error(`Words of replies: ${problem.message} To do: ${problem.suggestion}.`)
  const confirm = [...REPLY_WORDS.confirm, ...(words.confirm ?? []).map(folded)]
  const negated = confirm.flatMap((word) =>
    (/^\p{Script=Han}/u.test(word) ? HAN_NEGATIONS : NEGATIONS).map((negation) => negation + word),
  )
  const cancel = [...REPLY_WORDS.cancel, ...(words.cancel ?? []).map(folded), ...negated]
  const sets = { confirm: new Set(confirm), cancel: new Set(cancel) }
  compiled.set(words, sets)
  return sets
}
