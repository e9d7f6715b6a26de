import { expect, test } from 'vitest'
import { signInAsAdministrator } from '../support/administrator.ts'
import { prepareJourney } from '../support/journey.ts'

const journey = prepareJourney()
const callWith = (key: string) =>
  fetch(`${journey.product.address}/api/v1/chatflows`, { headers: { authorization: `Bearer ${key}` } })

let key = ''

test('a key is made with chosen permissions and shown once [S1-MNG-15]', async () => {
  const { page } = journey
  await signInAsAdministrator(page)
  await page.getByRole('link', { name: 'API Keys' }).click()
  await page.getByText('No API keys yet').waitFor()
  await page.getByRole('button', { name: 'New key' }).click()
  const dialog = page.getByRole('dialog', { name: 'New API key' })
  await dialog.getByRole('textbox', { name: 'Key name' }).fill('Reporting')
  await dialog
    .getByRole('group', { name: 'Chatflows' })
    .getByRole('checkbox', { name: 'View', exact: true })
    .check()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const made = page.getByRole('dialog', { name: '“Reporting” is made' })
  key = await made.locator('code').innerText()
  await made.getByRole('button', { name: 'I have copied it' }).click()
  await page.reload()
  await page.getByRole('cell', { name: 'Reporting', exact: true }).waitFor()
  expect(await page.content()).not.toContain(key)
})

test('it opens what it may, and nothing else [S6-PERM-01..03]', async () => {
  expect((await callWith(key)).status).toBe(200)
  const forbidden = await fetch(`${journey.product.address}/api/v1/credentials`, {
    headers: { authorization: `Bearer ${key}` },
  })
  expect(forbidden.status).toBe(403)
})

test('revoked, it is refused [S1-MNG-15]', async () => {
  const { page } = journey
  await page.getByRole('button', { name: 'Revoke Reporting' }).click()
  await page.getByRole('button', { name: 'Revoke key' }).click()
  await page.getByText('No API keys yet').waitFor()
  expect((await callWith(key)).status).toBe(401)
})
