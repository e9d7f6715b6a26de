import { expect, test } from 'vitest'
import { signInAsAdministrator } from '../support/administrator.ts'
import { prepareJourney } from '../support/journey.ts'

const journey = prepareJourney()
const REFRESH = '**/api/v1/auth/refreshToken'
const dialog = () => journey.page.getByRole('dialog', { name: 'New workspace' })
const create = () => dialog().getByRole('button', { name: 'Create workspace' })
const row = (name: string) => journey.page.getByRole('row').filter({ hasText: name })

/** Opens the form and types a name. */
async function typeName(name: string): Promise<void> {
  await journey.page.getByRole('button', { name: 'New workspace' }).first().click()
  await dialog().getByLabel('Name').fill(name)
}

test('a session that cannot be renewed just now keeps the form, and goes on with the next try', async () => {
  const { page, visitor } = journey
  await signInAsAdministrator(page)
  for (const allowed of ['401', '503', 'ERR_INTERNET_DISCONNECTED']) visitor.watch.allow(allowed)
  await page.goto('/workspaces')
  await typeName('Typed in the outage')
  await journey.product.expireSessions()
  const message = 'The database does not answer. Try again in a moment.'
  await page.route(REFRESH, (route) => route.fulfill({ status: 503, json: { message, code: 'unavailable' } }))
  await create().click()
  await dialog().getByRole('alert').getByText(message).waitFor()
  expect(new URL(page.url()).pathname).toBe('/workspaces')
  await page.unroute(REFRESH)
  await create().click()
  await row('Typed in the outage').waitFor()
})

test('a form without a network says so at once, can be given up, and is not sent later', async () => {
  const { page, visitor } = journey
  await typeName('Given up offline')
  await visitor.context.setOffline(true)
  await create().click()
  await dialog().getByRole('alert').getByText('The server cannot be reached').waitFor()
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await dialog().waitFor({ state: 'detached' })
  await visitor.context.setOffline(false)
  await typeName('Sent with a network')
  await create().click()
  await row('Sent with a network').waitFor()
  expect(await row('Given up offline').count()).toBe(0)
})

test('a form that was filled in without a network is sent by the next press', async () => {
  const { visitor } = journey
  await typeName('Pressed twice')
  await visitor.context.setOffline(true)
  await create().click()
  await dialog().getByRole('alert').getByText('The server cannot be reached').waitFor()
  await visitor.context.setOffline(false)
  await create().click()
  await row('Pressed twice').waitFor()
  expect(await row('Pressed twice').count()).toBe(1)
})
