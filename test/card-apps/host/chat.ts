/**
 * A person, a model and a host in one conversation with a wrapped server: how the tests of the card begin, press and
 * end.
 */
import { expect } from 'vitest'
import { pressStill } from '../../../packages/holdpoint/test/browser/standing-still.ts'
import { expectLedgerJustified, readLedger } from '../../harness/ledger.ts'
import { endWrap, startWrap } from '../../harness/run-wrap.ts'
import type { RunningWrap, WrapSetting } from '../../harness/run-wrap.ts'
import { createTemporaryHome } from '../../harness/temporary-home.ts'
import type { TemporaryHome } from '../../harness/temporary-home.ts'
import { PATIENCE_MS, waitFor } from '../../harness/wait-for.ts'
import { APPS_CAPABILITIES, openAppsHost } from './apps-host.ts'
import type { AppsHost, View } from './apps-host.ts'
import type { HostSetting } from './host-page.ts'

export const CARD = 'dev.holdpoint/card'
export const WITHIN = { timeout: PATIENCE_MS }

export interface Chat {
  readonly home: TemporaryHome
  readonly wrap: RunningWrap
  readonly host: AppsHost
}

export async function chat(over: Partial<HostSetting> = {}, setting: WrapSetting = {}, yaml = ''): Promise<Chat> {
  const home = createTemporaryHome(yaml)
  const wrap = await startWrap(home, { capabilities: APPS_CAPABILITIES, ...setting })
  return { home, wrap, host: await openAppsHost(wrap, over) }
}

/** @param passed tools that a standing permission of this chat let pass unasked */
export async function endChat({ home, wrap, host }: Chat, passed: readonly string[] = []): Promise<void> {
  expect(host.errors).toEqual([])
  await host.page.close()
  await endWrap(wrap)
  await expectLedgerJustified(home, passed)
}

/** As a person presses it: having read to the end, once it can be pressed, with a real mouse. */
export async function press(view: View, button: 'confirm' | 'cancel'): Promise<void> {
  await view.frame.locator('[part="json"]').hover(WITHIN)
  await view.frame.page().mouse.wheel(0, 5000)
  await waitFor(`${button} to wake`, () => view[button].isEnabled(), PATIENCE_MS, 50)
  await pressStill(view[button])
}

/** What the card says comes to match. */
export async function cardSays(view: View, pattern: RegExp): Promise<string> {
  return await waitFor(
    `the card to say ${pattern}`,
    async () => {
      const text = await view.text().catch(() => '')
      return pattern.test(text) ? text : null
    },
    PATIENCE_MS,
    50,
  )
}

/** What the card keeps closed at first: who asks, where it runs, what rates it. Opened as a person opens it, by a key. */
export async function detailsOf(view: View): Promise<string> {
  const details = view.frame.locator('details').filter({ hasText: 'Asked by' })
  expect(await details.getAttribute('open')).toBeNull()
  await details.locator('summary').focus(WITHIN)
  await view.frame.page().keyboard.press('Enter')
  return await details.locator('dl').innerText(WITHIN)
}

/** What the card says once the call is over. */
export async function resultOf(view: View): Promise<string> {
  await view.frame
    .locator('article:is([data-state="success"], [data-state="error"], [data-state="cancelled"])')
    .waitFor(WITHIN)
  return await view.text()
}

export const ran = (home: TemporaryHome, tool = 'delete_item'): readonly (string | undefined)[] =>
  readLedger(home, tool).map(({ argumentsText }) => argumentsText)
