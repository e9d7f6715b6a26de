import { expect, test } from 'vitest'
import { signInAsAdministrator } from '../support/administrator.ts'
import { prepareJourney } from '../support/journey.ts'
import { addPerson } from '../support/person.ts'

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
  const chatflows = dialog.getByRole('group', { name: 'Chatflows' })
  await chatflows.getByRole('button', { name: /^Chatflows/ }).click()
  await chatflows.getByRole('checkbox', { name: 'View', exact: true }).check()
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

test('somebody else’s key is taken over without losing what is being written', async () => {
  const { page, product } = journey
  const { id } = await addPerson(product, 'Mary Maker')
  await product.execute(`update "apiKeys" set "createdBy" = '${id}'`)
  await page.reload()
  await page.getByRole('button', { name: 'Change Reporting' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the API key' })
  const name = dialog.getByRole('textbox', { name: 'Key name' })
  await name.fill('Reporting of today')
  await dialog.getByRole('button', { name: 'Take over' }).click()
  await page.getByText('The key works with your rights now.').waitFor()
  await dialog.getByRole('button', { name: 'Take over' }).waitFor({ state: 'detached' })
  expect(await name.inputValue()).toBe('Reporting of today')
  // What had the focus is gone: it is in the form, not lost.
  await name.and(page.locator(':focus')).waitFor()
  await name.fill('Reporting')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

test('revoked, it is refused [S1-MNG-15]', async () => {
  const { page } = journey
  await page.getByRole('button', { name: 'Revoke Reporting' }).click()
  await page.getByRole('button', { name: 'Revoke key' }).click()
  await page.getByText('No API keys yet').waitFor()
  expect((await callWith(key)).status).toBe(401)
})
