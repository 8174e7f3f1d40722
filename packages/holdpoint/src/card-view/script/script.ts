/** The card's one script, put together from its parts. Plain browser JavaScript: no build step, nothing from elsewhere. */
import { BRIDGE } from './bridge.ts'
import { DECIDING } from './deciding.ts'
import { ELEMENTS } from './elements.ts'
import { QUESTION } from './question.ts'
import { RESULT } from './result.ts'
import { START } from './start.ts'

export const CARD_SCRIPT: string = ["'use strict'", BRIDGE, ELEMENTS, QUESTION, DECIDING, RESULT, START].join('\n')
