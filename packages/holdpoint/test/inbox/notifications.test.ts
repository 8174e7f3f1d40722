/** Browsers that give permission to notify and then show nothing: the inbox says so, and goes on. In a real browser. */
import { describe, expect, test } from 'vitest'
import { rowOf, visitPage } from '../browser/page-visit.ts'

const visit = visitPage()

/** As on phones, where only a service worker may show one. */
async function cannotShow(permission: 'default' | 'granted'): Promise<void> {
  await visit.page.addInitScript((given) => {
    const stand = class {
      static permission = given
      static requestPermission = async (): Promise<string> => (stand.permission = 'granted')
      constructor() {
        throw new TypeError('Illegal constructor.')
      }
    }
    Object.assign(window, { Notification: stand })
  }, permission)
}

const lookElsewhere = async (): Promise<void> =>
  await visit.page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })
  })

describe('a browser that shows no notifications', () => {
  test('is found out when they are asked for, and never said to have them on', async () => {
    await cannotShow('default')
    await visit.openSignedIn('/')
    await visit.page.click('.side >> text=Notify me')
    await visit.page.waitForSelector('.toast.bad')
    expect(await visit.page.textContent('.toast.bad')).toContain('shows no notifications')
    expect(await visit.page.textContent('.side')).toContain('Notify me')
    expect(await visit.page.textContent('.side')).not.toContain('Notifications on')
  })

  test('loses no event by it, and it is said to who comes back', async () => {
    let streams = 0
    visit.page.on('request', (request) => (streams += request.url().endsWith('/admin/events') ? 1 : 0))
    await cannotShow('granted')
    await visit.page.addInitScript(() => localStorage.setItem('holdpoint.notify', 'yes'))
    await visit.openSignedIn('/')
    await visit.page.waitForSelector('text=Notifications on')
    await lookElsewhere()
    for (let at = 0; at < 3; at += 1) {
      const held = await visit.service.hold()
      await visit.page.waitForSelector(rowOf(held))
    }
    await visit.page.waitForSelector('.banner.stop')
    expect(await visit.page.textContent('.banner.stop')).toContain('shows no notifications')
    expect(await visit.page.textContent('.side')).not.toContain('Notifications on')
    expect(streams).toBe(1)
  })
})

test('an event that goes wrong in the page does not end the stream of the others', async () => {
  let streams = 0
  const errors: string[] = []
  visit.page.on('request', (request) => (streams += request.url().endsWith('/admin/events') ? 1 : 0))
  visit.page.on('pageerror', (error) => errors.push(error.message))
  await visit.openSignedIn('/')
  await visit.page.waitForSelector('.who .name')
  await expect.poll(() => streams).toBe(1)
  // What an event sets in motion: the next drawing, which cannot be had.
  await visit.page.evaluate(() => {
    const { setTimeout } = window
    const broken = (work: () => void, milliseconds?: number): number => {
      if (milliseconds === 100) throw new Error('out of order')
      return setTimeout(work, milliseconds)
    }
    Object.assign(window, { setTimeout: broken, mend: () => void Object.assign(window, { setTimeout }) })
  })
  await visit.service.hold()
  await expect.poll(() => errors).toContain('out of order')
  await visit.page.evaluate(() => (window as unknown as { mend: () => void }).mend())
  const held = await visit.service.hold()
  await visit.page.waitForSelector(rowOf(held))
  expect(streams).toBe(1)
})
