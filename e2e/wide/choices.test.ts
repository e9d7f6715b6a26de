import { beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { signInAsAdministrator } from '../support/administrator.ts'
import { openApi } from '../support/call-api.ts'
import { holdCalls } from '../support/held-route.ts'
import { prepareJourney } from '../support/journey.ts'
import { lookAtPage } from '../support/look-at-page.ts'
import { addPerson } from '../support/person.ts'

const journey = prepareJourney()
const CALL = '**/api/v1/organizationuser*'
const dialog = () => journey.page.getByRole('dialog', { name: 'Add user' })
const person = () => dialog().getByRole('combobox', { name: 'User' })

beforeAll(async () => {
  const { page, product } = journey
  await signInAsAdministrator(page)
  const api = await openApi(product.address)
  const { id } = await api.post<{ id: string }>('/workspace', { name: 'Lab' })
  await addPerson(product, 'Vera Viewer')
  await page.goto(`/workspace-users/${id}`)
  await page.getByRole('button', { name: 'Add user' }).first().waitFor()
})

test('a choice whose options are on their way says so, and offers them when they are there', async () => {
  const { page } = journey
  const held = await holdCalls(page, CALL, { what: 'answer' })
  await page.getByRole('button', { name: 'Add user' }).first().click()
  await person().and(page.locator(':focus')).waitFor()
  await dialog().getByRole('status').getByText('Loading …').waitFor()
  await expectAccessible(page, 'a choice whose options are on their way')
  await lookAtPage(page, 'choice-loading')
  held.letGo()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('option', { name: /Vera Viewer/ }).waitFor()
  expect(await dialog().getByRole('status').allInnerTexts()).toEqual([''])
  await page.unrouteAll({ behavior: 'wait' })
})

test('a choice of which nothing fits says so, and opens no list of nothing', async () => {
  const { page } = journey
  await person().fill('zzz')
  await dialog().getByRole('status').getByText('Nobody of the organisation').waitFor()
  expect(await page.getByRole('listbox').filter({ visible: true }).count()).toBe(0)
  await lookAtPage(page, 'choice-no-match')
})

test('a choice whose options do not come says why, and is tried again in place', async () => {
  const { page } = journey
  journey.visitor.watch.allow('status of 500')
  await page.route(CALL, (route) => route.fulfill({ status: 500, json: { message: 'The disk is full' } }))
  await person().fill('Ver')
  const failure = dialog().getByRole('alert')
  await failure.getByText(/The disk is full/).waitFor()
  expect(await dialog().getByRole('status').allInnerTexts()).toEqual([''])
  await lookAtPage(page, 'choice-failed')
  await page.unrouteAll({ behavior: 'wait' })
  await failure.getByRole('button', { name: 'Try again' }).click()
  await failure.waitFor({ state: 'detached' })
  await person().click()
  await page.getByRole('option', { name: /Vera Viewer/ }).click()
  await dialog().getByRole('button', { name: 'Add user' }).click()
  await page.getByRole('row', { name: /Vera Viewer/ }).waitFor()
})
