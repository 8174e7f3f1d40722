/**
 * Properties are tried with the same values in every run, so that a run which fails can be repeated. Other values:
 * `HOLDPOINT_SEED=random npm test`, or the number that a failed run printed.
 */
import fc from 'fast-check'

const USUAL = 20_261_115
const asked = process.env['HOLDPOINT_SEED'] ?? ''

if (asked !== 'random') fc.configureGlobal({ seed: asked === '' ? USUAL : Number(asked) })
