import { expect, test } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { signInAsAdministrator } from '../support/administrator.ts'
import { openApi } from '../support/call-api.ts'
import { canvasOf } from '../support/canvas.ts'
import { prepareJourney } from '../support/journey.ts'

const SECRET = 'canary-secret-of-the-journey'
const journey = prepareJourney()

/** Google as the person sees it who refuses: it sends them back. */
async function refuseAtGoogle(): Promise<URL[]> {
  const asked: URL[] = []
  await journey.visitor.context.route('https://accounts.google.com/**', (route) => {
    const url = new URL(route.request().url())
    asked.push(url)
    const back = new URL(url.searchParams.get('redirect_uri') ?? '')
    back.searchParams.set('error', 'access_denied')
    back.searchParams.set('state', url.searchParams.get('state') ?? '')
    return route.fulfill({
      contentType: 'text/html',
      body: `<a href="${back.href.replaceAll('&', '&amp;')}">No</a>`,
    })
  })
  return asked
}

test('a credential is saved on the way to its account, and says what became of it', async () => {
  const { page } = journey
  const canvas = canvasOf(page)
  const asked = await refuseAtGoogle()
  await signInAsAdministrator(page)
  await page.getByRole('link', { name: 'New chatflow' }).click()
  await canvas.drop('Gmail', { x: 300, y: 200 })
  await page.getByRole('button', { name: 'New', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'New credential' })
  await dialog.getByText('Not connected').waitFor()
  await dialog.getByText(`${journey.product.address}/api/v1/oauth2-credential/callback`).waitFor()
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('My mails')
  await dialog.getByLabel(/^Client ID/).fill('client-of-the-journey')
  await dialog.getByLabel(/^Client Secret/).fill(SECRET)
  const opening = journey.visitor.context.waitForEvent('page')
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  const window = await opening
  await dialog.getByText('Give your consent in the window that has opened.').waitFor()
  await window.getByRole('link', { name: 'No' }).click()
  await window.getByText('access was refused. Press Connect again and agree.').waitFor()
  expect(new URL(window.url()).search).toBe('')
  expect(asked.map(({ href }) => href).join()).not.toContain(SECRET)
  await dialog.getByText('The account was not connected. The window says why.').waitFor()
  await window.close()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const api = await openApi(journey.product.address)
  const stored = await api.get<{ name: string }[]>('/credentials')
  expect(stored.map(({ name }) => name)).toEqual(['My mails'])
})

test('a window that the browser blocks is said', async () => {
  const { page } = journey
  await page.getByRole('button', { name: 'Change this credential' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change credential' })
  await page.evaluate(() => {
    window.open = () => null
  })
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await dialog.getByText('Allow pop-ups for this page and try again.').waitFor()
  await expectAccessible(page, 'the account of a credential')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, 'the account of a credential, dark', 'contrast')
})
