/** How states and risks are coloured, wherever the command line shows them. */
import type { HoldState, Risk } from '@holdpoint/core'
import type { Tone } from '../../terminal/colour.ts'

export const STATE_TONE: { readonly [state in HoldState]: Tone } = {
  pending: 'caution',
  approved: 'good',
  dispatching: 'good',
  succeeded: 'good',
  failed: 'bad',
  unknown: 'bad',
  resolved: 'plain',
  declined: 'quiet',
  cancelled: 'quiet',
  expired: 'quiet',
  invalidated: 'quiet',
}

export const RISK_TONE: { readonly [risk in Risk]: Tone } = { low: 'plain', medium: 'caution', high: 'bad' }
