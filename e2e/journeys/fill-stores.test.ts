import { type FakeOpenAI, startFakeOpenAI } from '@runnel/providers/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInAsAdministrator } from '../support/administrator.ts'
import { openApi } from '../support/call-api.ts'
import { canvasOf } from '../support/canvas.ts'
import { prepareJourney } from '../support/journey.ts'
import { lookAtPage } from '../support/look-at-page.ts'
import { storesFlow } from '../support/two-stores-flow.ts'

const KEY = 'sk-key-of-the-library'
const TEAS = [
  'Green tea is steeped at seventy degrees by the patient.',
  'Black tea wants boiling water and five minutes of time.',
  'White tea is picked before the buds have quite opened.',
]
/** More than are embedded at once. */
const SHIPS = Array.from({ length: 600 }, (_, n) => `Ship number ${n} comes in by the northern harbour.`)
/** So long the vendor makes who asks it wait: until somebody stops them. */
const HELD = { delayMs: 60_000 }

let quick: FakeOpenAI
let slow: FakeOpenAI
beforeAll(async () => {
  quick = await startFakeOpenAI({ apiKey: KEY })
  slow = await startFakeOpenAI({ apiKey: KEY })
})
afterAll(async () => {
  await quick.close()
  await slow.close()
})
const journey = prepareJourney(() => ({ EGRESS_ALLOW: `${quick.host},${slow.host}` }))

const opener = () => journey.page.getByRole('button', { name: /^Fill the stores/ })
const dialog = () => journey.page.getByRole('dialog', { name: 'Fill the stores' })
const block = (name: string) => dialog().getByRole('region', { name })
const figure = (within: ReturnType<typeof block>, term: string) =>
  within.locator('.upsert-figures > div', { hasText: term }).locator('dd').first()
const entries = () =>
  dialog()
    .getByRole('listitem')
    .filter({ has: journey.page.locator('time') })
/** Writes one more line into the text of the teas, which is not saved yet. */
async function addTea(line: string): Promise<void> {
  const { page } = journey
  await canvasOf(page).card('Text of Teas').click()
  const text = page
    .getByRole('region', { name: 'Settings of Text of Teas' })
    .getByRole('textbox', { name: 'Text', exact: true })
  await text.focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(`\n${line}`)
  await canvasOf(page).closeForm()
}

test('what is not saved is said, and is saved in the dialog', async () => {
  const { page, product } = journey
  await signInAsAdministrator(page)
  const api = await openApi(product.address)
  const key = { name: 'Library', credentialName: 'openAIApi', plainDataObj: { openAIApiKey: KEY } }
  const { id: credential } = await api.post<{ id: string }>('/credentials', key)
  const flow = storesFlow([
    { name: 'Teas', lines: TEAS, basepath: quick.baseURL, credential },
    { name: 'Ships', lines: SHIPS, basepath: slow.baseURL, credential },
  ])
  const body = { name: 'Library', type: 'CHATFLOW', flowData: JSON.stringify(flow) }
  const { id } = await api.post<{ id: string }>('/chatflows', body)
  await page.goto(`/canvas/${id}`)
  await addTea('Oolong tea stands between green tea and black tea.')
  await opener().click()
  await dialog().getByText('The flow has changes that are not saved').waitFor()
  expect(await dialog().getByRole('button', { name: 'Fill 2 stores' }).getAttribute('aria-disabled')).toBe(
    'true',
  )
  await lookAtPage(page, 'fill-unsaved')
  await dialog().getByRole('button', { name: 'Save the flow' }).click()
  await dialog().getByText('The flow has changes that are not saved').waitFor({ state: 'detached' })
})

test('each store names the nodes that take part, and no secret', async () => {
  const { page } = journey
  await block('Teas').getByText('4 nodes take part').click()
  await block('Teas').getByText('Splitter of Teas').waitFor()
  await block('Teas')
    .getByText(/Oolong tea stands between/)
    .waitFor()
  expect(await dialog().innerText()).not.toContain(KEY)
  await lookAtPage(page, 'fill-parts')
  await block('Teas').getByText('4 nodes take part').click()
})

test('two stores are filled by one click: one ends with its counts and documents, of the other the progress is seen', async () => {
  const { page } = journey
  slow.embedWith(undefined, HELD, HELD)
  await dialog().getByRole('button', { name: 'Fill 2 stores' }).click()
  await block('Teas').getByText('Filled', { exact: true }).waitFor()
  expect(await figure(block('Teas'), 'Added').innerText()).toBe('4')
  await block('Teas').getByText('The first 4 documents that were added').click()
  await block('Teas').getByRole('listitem').getByText(String(TEAS[0])).waitFor()
  await block('Ships')
    .getByText(/Text of Ships: \d+ of 600 pieces are in the store/)
    .waitFor()
  await lookAtPage(page, 'fill-under-way')
})

test('it goes on when the page is left, and is found under way', async () => {
  const { page } = journey
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Fill the stores: under way' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Fill the stores: under way' }).click()
  await block('Ships')
    .getByText(/\d+ of 600 pieces are in the store/)
    .waitFor()
  expect(await figure(block('Teas'), 'Added').innerText()).toBe('4')
})

test('one is stopped in the middle, and nothing of it is half there', async () => {
  const { page } = journey
  await block('Ships').getByRole('button', { name: 'Stop filling Ships' }).click()
  await block('Ships').getByText('Filling was stopped').waitFor()
  await lookAtPage(page, 'fill-stopped')
  await dialog().getByRole('tab', { name: 'Upsert history' }).click()
  await expect.poll(() => entries().count()).toBe(1)
  await dialog().getByRole('tab', { name: 'Stores' }).click()
})

test('it is tried again by keyboard, and then all is filled again: what is known is counted', async () => {
  const { page } = journey
  await block('Ships').getByRole('button', { name: 'Try again: Ships' }).focus()
  await page.keyboard.press('Enter')
  await block('Ships').getByText('Filled', { exact: true }).waitFor()
  expect(await figure(block('Ships'), 'Added').innerText()).toBe('600')
  await dialog().getByRole('button', { name: 'Fill 2 stores' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => figure(block('Ships'), 'Skipped').innerText()).toBe('600')
  await expect.poll(() => figure(block('Teas'), 'Skipped').innerText()).toBe('4')
  await lookAtPage(page, 'fill-known')
})

test('a store that is not chosen is left alone', async () => {
  const { page } = journey
  const before = slow.requests.length
  await block('Ships').getByRole('checkbox', { name: 'Ships' }).focus()
  await page.keyboard.press('Space')
  await dialog().getByRole('button', { name: 'Fill 1 store' }).click()
  await block('Teas').getByText('Filled', { exact: true }).waitFor()
  await dialog().getByRole('tab', { name: 'Upsert history' }).click()
  await expect.poll(() => entries().count()).toBe(5)
  expect(slow.requests).toHaveLength(before)
})

test('the history tells what was used, by days, and entries are deleted after a question', async () => {
  const { page } = journey
  await entries().first().getByText('What was used').click()
  await entries().first().getByText('Splitter of Teas', { exact: true }).waitFor()
  await lookAtPage(page, 'fill-history')
  await dialog().getByRole('textbox', { name: 'To' }).fill('2001-02-03')
  await dialog().getByText('Nothing was taken in on these days.').waitFor()
  await lookAtPage(page, 'fill-history-no-match')
  await dialog().getByRole('button', { name: 'Show all days' }).click()
  await expect.poll(() => entries().count()).toBe(5)
  const boxes = dialog().getByRole('checkbox', { name: /^Choose the entry of/ })
  await boxes.nth(0).focus()
  await page.keyboard.press('Space')
  await boxes.nth(1).focus()
  await page.keyboard.press('Space')
  await dialog().getByRole('button', { name: 'Delete 2 entries' }).focus()
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: 'Delete 2 entries of the history?' })
  await question.getByRole('button', { name: 'Delete from the history' }).click()
  await expect.poll(() => entries().count()).toBe(3)
})

test('what failed says which node, why and what to do, and is tried again', async () => {
  const { page } = journey
  await dialog().getByRole('tab', { name: 'Stores' }).click()
  await block('Teas').getByText('4 nodes take part').click()
  await page.keyboard.press('Escape')
  await addTea('Puerh tea is pressed into cakes and kept for years.')
  await canvasOf(page).save()
  quick.embedWith({ status: 401, message: 'This key was taken back.' })
  await opener().click()
  await block('Teas').getByRole('checkbox', { name: 'Teas' }).waitFor()
  await block('Ships').getByRole('checkbox', { name: 'Ships' }).uncheck()
  await dialog().getByRole('button', { name: 'Fill 1 store' }).click()
  await block('Teas')
    .getByRole('alert')
    .getByText(/Teas .*OpenAI Embedding: 401: .* refused the API key/)
    .waitFor()
  await lookAtPage(page, 'fill-failed')
  await block('Teas').getByRole('button', { name: 'Try again: Teas' }).click()
  await expect.poll(() => figure(block('Teas'), 'Added').innerText()).toBe('5')
})

test('the call of a program names the store', async () => {
  const { page } = journey
  await dialog().getByRole('tab', { name: 'Use by API' }).click()
  await dialog().getByLabel('Vector store').selectOption({ label: 'Ships' })
  await dialog()
    .getByText(/stopNodeId.*memoryVectorStore_1/)
    .first()
    .waitFor()
  await lookAtPage(page, 'fill-api')
})
