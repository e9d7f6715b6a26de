import { expect, test } from 'vitest'
import { signInAsAdministrator } from '../support/administrator.ts'
import { tabTo } from '../support/company.ts'
import { fillInstallation } from '../support/installation.ts'
import { prepareJourney } from '../support/journey.ts'

const journey = prepareJourney()
const STEPS = 40
/** A ring stands 2 px away, and is 2 px wide. */
const RING = 4

/** What of the element with the focus, and of its ring, is out of the window or behind the bar above the page. Runs in the page. */
function findHidden(ring: number): string | undefined {
  const focused = document.activeElement
  if (!focused?.closest('main') || focused.matches('main, input[type="radio"]')) return undefined
  const bar = document.querySelector('.top-bar')?.getBoundingClientRect().bottom ?? 0
  const { top, bottom } = focused.getBoundingClientRect()
  return top - ring < bar || bottom + ring > innerHeight
    ? `${focused.outerHTML.slice(0, 120)}: ${top} to ${bottom} between ${bar} and ${innerHeight}`
    : undefined
}

test.each([
  [{ width: 1280, height: 600 }, '/account'],
  [{ width: 390, height: 700 }, '/account'],
  [{ width: 390, height: 700 }, '/chatflows'],
  [{ width: 390, height: 700 }, '/sso-config'],
])('at %o nothing of %s hides what the keyboard is at, forwards or back', async (viewport, path) => {
  const { page } = journey
  if (page.url() === 'about:blank') {
    await signInAsAdministrator(page)
    await fillInstallation(journey.product.address, 'few')
  }
  await page.setViewportSize(viewport)
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('main').focus()
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let step = 0; step < STEPS; step++) {
      await page.keyboard.press(key)
      expect(await page.evaluate(findHidden, RING), `${key}, ${step}`).toBeUndefined()
    }
  }
})

test('a field that the test of a provider refuses is in sight, with the focus', async () => {
  const { page } = journey
  await page.setViewportSize({ width: 1280, height: 600 })
  await page.goto('/sso-config')
  await page.getByRole('tab', { name: 'OpenID Connect' }).click()
  const issuer = page.getByRole('textbox', { name: 'Issuer' })
  await issuer.fill('http://nowhere.invalid')
  await page.getByRole('textbox', { name: 'Client ID' }).fill('runnel')
  await page.getByRole('textbox', { name: 'Client secret' }).fill('secret')
  await tabTo(page, page.getByRole('button', { name: 'Test OpenID Connect configuration' }))
  await page.keyboard.press('Enter')
  await page.getByText('Must begin with https://').waitFor()
  await issuer.and(page.locator(':focus')).waitFor()
  await expect.poll(() => page.evaluate(findHidden, RING)).toBeUndefined()
})
