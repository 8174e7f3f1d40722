/** Asks, in lines, for how long and for which calls an answer shall go on standing. */
import { readGrantWords } from '@holdpoint/core'
import type { GrantRequest } from '@holdpoint/core'
import { askForWords, IN_WORDS, offeredArguments, offeredLengths, whyNotBeside } from './offered.ts'
import type { Choice, StandingOffer } from './offered.ts'
import type { PlainTalk } from './plain-talk.ts'

/** `null`: nothing shall stand, and nothing was decided. */
export async function askStanding(talk: PlainTalk, offer: StandingOffer): Promise<GrantRequest | null> {
  const inWords: Choice<'words'> = { ...IN_WORDS, value: 'words' }
  const lengths = [...offeredLengths(offer), inWords]
  const lasting = await talk.choose<GrantRequest['for'] | 'words'>('For how long?', lengths)
  if (lasting === null) return null
  if (lasting === 'words') return await askInWords(talk, offer)
  const covered = await talk.choose('Which calls?', offeredArguments(offer, lasting))
  return covered === null ? null : { for: lasting, arguments: covered }
}

/** Asked until it is understood and may stand, or nothing is said. */
async function askInWords(talk: PlainTalk, offer: StandingOffer): Promise<GrantRequest | null> {
  for (;;) {
    const typed = (await talk.ask(`${askForWords(offer)} Enter alone goes back:`)) ?? ''
    if (typed === '') return null
    const reading = readGrantWords(typed)
    const why = reading.ok ? whyNotBeside(offer, reading.request) : reading.message
    if (reading.ok && why === null) return reading.request
    talk.say(`Nothing was decided: ${why}`)
  }
}
