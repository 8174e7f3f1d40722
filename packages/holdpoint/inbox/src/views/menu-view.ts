/** Who is signed in, and what this browser prefers. */
import { html, nothing } from 'lit'
import type { TemplateResult } from 'lit'
import { readKey } from '../api/key.ts'
import type { Inbox } from '../model/inbox.ts'
import { readNotify, readTheme } from '../model/settings.ts'
import { signOut } from '../model/sign-in.ts'
import { drawPauseItem } from './pause-view.ts'
import { showInOneLine } from '../words/one-line.ts'
import { PALETTE_KEYS } from './help-view.ts'
import { openPalette } from './palette-view.ts'
import { icon } from './parts/icons.ts'
import { chooseTheme, THEMES, toggleNotifications } from './preferences.ts'

export function drawMenu(inbox: Inbox): TemplateResult {
  const { words, session, locale } = inbox.state()
  const notifies = readNotify()
  const nextTheme = THEMES[(THEMES.indexOf(readTheme()) + 1) % THEMES.length] ?? 'system'
  const isChinese = locale.toLowerCase().startsWith('zh')
  return html`${drawPauseItem(inbox)}
    <div class="menu">
      <p class="who">
        <span class="name"
          >${session === null || session.name === null ? words.readOnlyName : showInOneLine(session.name)}</span
        >
      </p>
      <button type="button" class="menu-item" aria-pressed=${notifies} @click=${() => void toggleNotifications(inbox)}>
        ${icon('bell')}${notifies ? words.notificationsOn : words.notificationsOff}
      </button>
      <button type="button" class="menu-item" @click=${() => chooseTheme(inbox, nextTheme)}>
        ${icon('theme')}${words.themes[readTheme()]}
      </button>
      <button
        type="button"
        class="menu-item"
        lang=${isChinese ? 'en' : 'zh-CN'}
        @click=${() => inbox.setLocale(isChinese ? 'en' : 'zh-CN')}
      >
        ${icon('language')}${isChinese ? 'English' : '简体中文'}
      </button>
      <button type="button" class="menu-item" aria-haspopup="dialog" @click=${() => openPalette(inbox)}>
        ${icon('command')}${words.palette}<span class="menu-key" aria-hidden="true">${PALETTE_KEYS}</span>
      </button>
      <button type="button" class="menu-item" @click=${() => inbox.change({ dialog: 'help' })}>
        ${icon('keys')}${words.keys}
      </button>
      ${
        readKey() === null
          ? nothing
          : html`<button type="button" class="menu-item" @click=${() => void signOut()}>
              ${icon('leave')}${words.signOut}
            </button>`
      }
    </div>`
}
