import { expect, test } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { ADMINISTRATOR, signIn, signInAsAdministrator } from '../support/administrator.ts'
import { prepareJourney } from '../support/journey.ts'
import { restingBox } from '../support/resting-box.ts'

const journey = prepareJourney()
const LIST = '**/api/v1/chatflows?*'
const goesTo = (path: string) => expect.poll(() => new URL(journey.page.url()).pathname).toBe(path)

test('a refused call leads to the page that says so [S8-ERR-01]', async () => {
  const { page, visitor } = journey
  await signInAsAdministrator(page)
  visitor.watch.allow('403')
  await page.route(LIST, (route) => route.fulfill({ status: 403, json: { message: 'No.' } }))
  await page.goto('/chatflows')
  await goesTo('/unauthorized')
  await page.unroute(LIST)
})

test('a session that cannot be renewed leaves nothing in the browser and leads to the sign-in [S4-SESS-05 S8-ERR-05 S8-CLR-01..08]', async () => {
  const { page, visitor } = journey
  visitor.watch.allow('401')
  await page.goto('/chatflows')
  await page.getByRole('link', { name: /Start here/ }).waitFor()
  await visitor.context.addCookies([{ name: 'readable', value: '1', url: journey.product.address }])
  await page.evaluate(() => {
    localStorage.setItem('username', 'old')
    localStorage.setItem('password', 'old')
  })
  await page.route(LIST, (route) =>
    route.fulfill({ status: 401, json: { message: 'Invalid or Missing token' } }),
  )
  await page.goto('/chatflows')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  const left = await page.evaluate(() => ({ keys: Object.keys(localStorage), cookie: document.cookie }))
  const ended = ['username', 'password', 'user', 'permissions', 'features', 'isSSO', 'isAuthenticated']
  expect(left.keys.filter((key) => [...ended, 'isGlobal'].includes(key))).toEqual([])
  expect(left.cookie).toBe('')
  await page.unroute(LIST)
  await signIn(page)
})

test('an address in the refusal is gone to with its error, when it is our own [S8-ERR-07 S8-ERR-09 S8-ERR-10]', async () => {
  const { page } = journey
  await page.route(LIST, (route) =>
    route.fulfill({ status: 401, json: { redirectTo: '/signin', error: 'subscription_canceled' } }),
  )
  await page.goto('/chatflows')
  await page.waitForURL('**/signin?error=subscription_canceled')
  await page.getByRole('status').getByText('The subscription has ended').waitFor()
  await page.unroute(LIST)
  await signIn(page)
})

test('the server may say where to go after the sign-out [S4-SESS-04 S4-SESS-03]', async () => {
  const { page } = journey
  await page.route('**/api/v1/account/logout', (route) =>
    route.fulfill({ json: { message: 'logged_out', redirectTo: '/signin?error=bye' } }),
  )
  await page.getByRole('button', { name: `Your account, ${ADMINISTRATOR.name}` }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.waitForURL('**/signin?error=bye')
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
  await page.unroute('**/api/v1/account/logout')
  await signIn(page)
})

test('pages come also where platform and version cannot be read, and say so in their log [S8-ERR-11 S8-ERR-15 S8-ERR-16]', async () => {
  const { page, visitor } = journey
  visitor.watch.allow('500')
  const logged: string[] = []
  page.on('console', (line) => line.type() === 'warning' && logged.push(line.text()))
  const fail = (path: string, message: string) =>
    page.route(`**/api/v1/${path}`, (route) => route.fulfill({ status: 500, json: { message } }))
  await fail('settings', 'The kind is gone')
  await fail('version', 'The version is gone')
  await page.goto('/chatflows')
  await page.getByRole('link', { name: /Start here/ }).waitFor()
  await page.getByRole('button', { name: `Your account, ${ADMINISTRATOR.name}` }).click()
  await page.getByRole('menuitem', { name: 'Version' }).click()
  const about = page.getByRole('dialog', { name: 'Runnel' })
  await about.getByText('Unknown').first().waitFor()
  for (const fault of ['GET /settings failed: The kind is gone', 'GET /version failed: The version is gone'])
    await expect.poll(() => logged.some((line) => line.startsWith(fault)), { message: fault }).toBe(true)
  // What failed stands there, too, for who is to tell of it.
  const failed = about.getByRole('region', { name: 'Failed lately' })
  await failed.getByText('The kind is gone').first().waitFor()
  await expectAccessible(page, 'what failed lately', { within: '[role="dialog"]' })
  await page.keyboard.press('Escape')
  for (const path of ['settings', 'version']) await page.unroute(`**/api/v1/${path}`)
})

test('an export that fails says why, or says Internal Server Error, until it is dismissed [S8-MSG-02 S8-MSG-03 S9-SNACK-03 S9-SNACK-05 S9-SNACK-09]', async () => {
  const { page } = journey
  const fail = async (json: object) => {
    await page.unroute('**/api/v1/chatflows/*/export')
    await page.route('**/api/v1/chatflows/*/export', (route) => route.fulfill({ status: 500, json }))
    await page.getByRole('button', { name: /^Actions for Start here/ }).click()
    await page.getByRole('menuitem', { name: /^Export/ }).click()
  }
  await page.goto('/chatflows')
  await fail({ message: 'The disk is gone.' })
  await page.getByText('Failed to export: The disk is gone.', { exact: true }).waitFor()
  await fail({})
  const toast = page.getByText('Failed to export: Internal Server Error', { exact: true })
  await toast.waitFor()
  const card = page.locator('.notification', { has: toast })
  expect(await card.locator('.notification-icon').evaluate((icon) => getComputedStyle(icon).color)).toBe(
    'rgb(196, 48, 43)',
  )
  const { x, y } = await restingBox(card)
  expect([x < 100, y > 600]).toEqual([true, true])
})

test('code of a page that cannot be loaded is told by an event, and then is a fault of its page [S8-ERR-17 S8-ERR-18]', async () => {
  const { page, visitor } = journey
  for (const fault of ['ERR_FAILED', 'Failed to fetch dynamically', 'executions-page'])
    visitor.watch.allow(fault)
  const code = '**/assets/executions-page-*.js'
  await page.addInitScript(() => {
    window.addEventListener('vite:preloadError', () => {
      document.documentElement.dataset.preloadError = 'told'
    })
  })
  await page.route(code, (route) => route.abort())
  await page.goto('/chatflows')
  await page.goto('/executions')
  await page.locator('html[data-preload-error="told"]').waitFor()
  await page.getByRole('heading', { name: 'This page stopped working' }).waitFor()
  await page.unroute(code)
})
