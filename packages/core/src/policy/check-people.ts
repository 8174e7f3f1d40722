/**
 * What `people:` can get wrong: an identity that is none, one that stands for two people, one person written two ways, a
 * token that plays an account.
 */
import { personKey } from '../people/people.ts'
import type { PolicyConfig } from './policy-config.ts'
import type { PolicyProblem } from './check-config.ts'

const IDENTITY = /^[a-z][a-z0-9-]{0,31}:\S(?:.{0,254}\S)?$/u
const PERSON = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._@+-]{0,63}$/u

export function checkPeople({ people, tokens }: PolicyConfig): readonly PolicyProblem[] {
  const problems: PolicyProblem[] = []
  const owners = new Map<string, string>()
  const spellings = new Map<string, string>()
  for (const [person, { identities }] of Object.entries(people)) {
    if (!PERSON.test(person)) {
      const suggestion = '1 to 64 letters, digits, spaces or . _ @ + -'
      problems.push({ path: ['people', person], message: `"${person}" cannot be a person's name.`, suggestion })
    }
    const same = spellings.get(personKey(person))
    if (same !== undefined) {
      const message = `"${person}" and "${same}" are one person.`
      problems.push({ path: ['people', person], message, suggestion: `put the identities of both under "${same}"` })
    }
    spellings.set(personKey(person), same ?? person)
    for (const [index, identity] of identities.entries()) {
      const path = ['people', person, 'identities', index]
      if (!IDENTITY.test(identity)) {
        const suggestion = 'write it like token:ana or local:root'
        problems.push({ path, message: `"${identity}" is no identity.`, suggestion })
      }
      const owner = owners.get(identity)
      if (owner !== undefined && owner !== person) {
        const message = `${identity} stands for both ${owner} and ${person}.`
        problems.push({ path, message, suggestion: 'one identity is one person: keep it with one of them' })
      }
      owners.set(identity, owner ?? person)
    }
  }
  for (const [index, { name }] of tokens.entries()) {
    if (!/^(?:local|token):/i.test(name)) continue
    const message = `A token may not be called "${name}": it would pass for somebody at this machine.`
    problems.push({ path: ['tokens', index, 'name'], message, suggestion: 'give it another name' })
  }
  return problems
}
