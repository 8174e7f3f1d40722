/** The page's one script, put together from its parts. Plain browser JavaScript: no build step, nothing from elsewhere. */
import { ARGUMENT_TREE } from './argument-tree.ts'
import { BANNERS } from './banners.ts'
import { DECIDING } from './deciding.ts'
import { ELEMENTS } from './elements.ts'
import { EVENTS } from './events.ts'
import { HOLD_VIEW } from './hold-view.ts'
import { LIST_VIEW } from './list-view.ts'
import { OUTCOME } from './outcome.ts'
import { REQUESTS } from './requests.ts'
import { SIGN_IN } from './sign-in.ts'
import { START } from './start.ts'
import { TIMES } from './times.ts'

export const PAGE_SCRIPT: string = [
  "'use strict'",
  ELEMENTS,
  TIMES,
  REQUESTS,
  EVENTS,
  BANNERS,
  SIGN_IN,
  ARGUMENT_TREE,
  OUTCOME,
  DECIDING,
  HOLD_VIEW,
  LIST_VIEW,
  START,
].join('\n')
