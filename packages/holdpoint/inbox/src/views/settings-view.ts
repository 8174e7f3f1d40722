/**
 * What this browser prefers, the keys, and what the policy says. Preferences take effect at once and change nothing but
 * how things look; what the policy says is shown and cannot be changed here. Pausing is no preference and stands elsewhere.
 */
import { html, nothing } from 'lit'
import type { TemplateResult } from 'lit'
import type { PolicyView } from '../api/answers.ts'
import type { Inbox } from '../model/inbox.ts'
import { readDensity, readNotify, readTheme } from '../model/settings.ts'
import { exactSpan } from '../model/times.ts'
import { inPageLanguage } from '../words/in-page-language.ts'
import { keepInOneLine, showInOneLine } from '../words/one-line.ts'
import type { Words } from '../words/words.ts'
import { drawKeys } from './help-view.ts'
import { drawOptions } from './parts/options.ts'
import { chooseDensity, chooseTheme, DENSITIES, LANGUAGES, THEMES, toggleNotifications } from './preferences.ts'

export function drawSettings(inbox: Inbox): TemplateResult {
  const { words } = inbox.state()
  return html`<section class="page" aria-labelledby="view-title">
    <header class="view-head"><h1 id="view-title">${words.pages.settings}</h1></header>
    <p class="lead">${words.settingsLead}</p>
    ${drawPreferences(inbox)}
    <section class="panel part" aria-labelledby="settings-policy">
      <h2 id="settings-policy">${words.fromThePolicy}</h2>
      <p class="quiet-text">${words.policyReadOnly}</p>
      ${drawPolicy(inbox)}
      <p class="quiet-text">${words.pauseElsewhere}</p>
    </section>
    <section class="panel part" aria-labelledby="settings-keys">
      <h2 id="settings-keys">${words.keys}</h2>
      ${drawKeys(words)}
    </section>
  </section>`
}

function drawPreferences(inbox: Inbox): TemplateResult {
  const { words } = inbox.state()
  const notifies = readNotify()
  return html`<section class="panel part preferences" aria-labelledby="settings-browser">
    <h2 id="settings-browser">${words.thisBrowser}</h2>
    ${drawPreference(words.languageLabel, LANGUAGES, words.language, (locale) => inbox.setLocale(locale))}
    ${drawPreference(
      words.themeLabel,
      THEMES.map((theme) => [theme, words.themeNames[theme]]),
      readTheme(),
      (theme) => chooseTheme(inbox, theme),
    )}
    ${drawPreference(
      words.densityLabel,
      DENSITIES.map((density) => [density, words.densities[density]]),
      readDensity(),
      (density) => chooseDensity(inbox, density),
    )}
    <div class="preference">
      <span id="settings-notify">${words.notificationsLabel}</span>
      <button
        type="button"
        aria-pressed=${notifies}
        aria-describedby="settings-notify-means"
        @click=${() => void toggleNotifications(inbox)}
      >
        ${notifies ? words.notificationsOn : words.notificationsOff}
      </button>
      <p class="quiet-text" id="settings-notify-means">${words.notificationsMean}</p>
    </div>
  </section>`
}

function drawPreference<Value extends string>(
  label: string,
  options: readonly (readonly [Value, string])[],
  chosen: Value,
  choose: (value: Value) => void,
): TemplateResult {
  return html`<label class="preference"
    ><span>${label}</span>
    <select @change=${(event: Event) => choose((event.target as HTMLSelectElement).value as Value)}>
      ${drawOptions(options, chosen)}
    </select></label
  >`
}

function drawPolicy(inbox: Inbox): TemplateResult {
  const { words, session } = inbox.state()
  const policy = inbox.policy.value()
  const off = session?.gate.off ?? null
  const lines: readonly (readonly [string, string])[] = [
    [words.gateOffNow, off === null ? words.gateHolds : keepInOneLine(inPageLanguage(off, 'message', words))],
    ...(policy === null ? [] : policyLines(policy, words)),
    ...(session === null
      ? []
      : [
          [words.policyTenant, showInOneLine(session.tenant)] as const,
          [words.yourRole, words.roles[session.role] ?? session.role] as const,
        ]),
  ]
  return html`<dl class="facts">
    ${lines.map(
      ([name, text]) =>
        html`<dt>${name}</dt>
          <dd>${text}</dd>`,
    )}
    ${policy === null && inbox.policy.problem() === null ? html`<dd>${words.loading}</dd>` : nothing}
  </dl>`
}

function policyLines(policy: PolicyView, words: Words): readonly (readonly [string, string])[] {
  const { file, profile, wait_ms: wait, decide_within_ms: lasts, rules } = policy
  return [
    [words.policyFile, file === null ? words.builtInPolicy : showInOneLine(file)],
    [words.policyProfile, words.profiles[profile] ?? profile],
    [words.policyWait, wait === null ? words.waitAuto : exactSpan(wait, words)],
    [words.policyLasts, exactSpan(lasts, words)],
    [words.policyRules, rules.length === 0 ? '0' : rules.map((rule) => showInOneLine(rule)).join(words.comma)],
  ]
}
