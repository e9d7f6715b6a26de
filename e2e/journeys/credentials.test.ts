import type { Response } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { signInAsAdministrator } from '../support/administrator.ts'
import { type ApiCaller, openApi } from '../support/call-api.ts'
import { COLOURS, setColours } from '../support/colours.ts'
import { type FakeVoyage, startFakeVoyage } from '../support/fake-voyage.ts'
import { prepareJourney } from '../support/journey.ts'
import { becomeMember } from '../support/member.ts'
import { expectNoSidewaysScroll, WIDTHS } from '../support/page-width.ts'

const KEY = 'sk-canary-of-the-journey'
let voyage: FakeVoyage
beforeAll(async () => {
  voyage = await startFakeVoyage(KEY)
})
afterAll(() => voyage.close())

const journey = prepareJourney(() => ({ EGRESS_ALLOW: voyage.host }))
/** What the reference shows in place of a stored secret. */
const BLANK = /^_FLOWISE_BLANK_/

interface Stored {
  id: string
  name: string
  plainDataObj: Record<string, string>
}

const dialogOf = (name: string) => journey.page.getByRole('dialog', { name })
const names = () => journey.page.locator('tbody .credential-name').allInnerTexts()
async function readStored(api: ApiCaller, name: string): Promise<Stored> {
  const [row] = await api.get<Stored[]>(`/credentials?search=${encodeURIComponent(name)}`)
  return api.get<Stored>(`/credentials/${row?.id}`)
}

async function expectAccessibleInBoth(what: string) {
  for (const colour of COLOURS) {
    await setColours(journey.page, colour)
    await expectAccessible(journey.page, `${what}, ${colour}`)
  }
}

test('a credential is made by keyboard: its type is found, its fields are asked for [S1-MNG-14]', async () => {
  const { page } = journey
  await signInAsAdministrator(page)
  await page.getByRole('link', { name: 'Credentials' }).click()
  await page.getByRole('heading', { name: 'No credentials yet' }).waitFor()
  await page.getByRole('button', { name: 'New credential' }).focus()
  await page.keyboard.press('Enter')
  const choice = dialogOf('What is the credential for?')
  await choice.getByRole('button', { name: 'OpenAI API', exact: true }).waitFor()
  await choice.getByRole('searchbox').and(page.locator(':focus')).waitFor()
  await expectAccessibleInBoth('the types of credentials')
  await page.keyboard.type('no such type')
  await choice.getByText('No type is called so.').waitFor()
  await choice.getByRole('searchbox').fill('openai')
  await page.keyboard.press('Enter')
  const dialog = dialogOf('New credential')
  await dialog.getByText('OpenAI API', { exact: true }).waitFor()
  await dialog.getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await dialog.getByText('This field is needed.').first().waitFor()
  await expectAccessibleInBoth('a new credential')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Team account')
  await dialog.getByLabel(/^OpenAI Api Key/).fill(KEY)
  await page.keyboard.press('Escape')
  await dialogOf('Discard changes?').getByRole('button', { name: 'Keep editing' }).click()
  await dialog.getByLabel(/^OpenAI Api Key/).focus()
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(names).toEqual(['Team account'])
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('New credential')
})

test('its secret never comes back, and stays where another field is changed [S1-MNG-14 S9-CRED-02]', async () => {
  const { page, product } = journey
  const answers: Promise<string>[] = []
  const keepAnswer = (response: Response) => {
    if (response.url().includes('/credentials')) answers.push(response.text())
  }
  page.on('response', keepAnswer)
  await page.getByRole('button', { name: 'Change Team account' }).click()
  const dialog = dialogOf('Change credential')
  await dialog.getByText('Stored secrets are not shown.').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Change Team account' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Renamed account')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.poll(names).toEqual(['Renamed account'])
  expect((await Promise.all(answers)).join('')).not.toContain(KEY)
  page.off('response', keepAnswer)
  expect(await page.content()).not.toContain(KEY)
  const { plainDataObj } = await readStored(await openApi(product.address), 'Renamed')
  expect(plainDataObj.openAIApiKey).toMatch(BLANK)
})

test('what somebody else changed meanwhile is not overwritten', async () => {
  const { page, visitor, product } = journey
  visitor.watch.allow('412')
  visitor.watch.allow('409')
  const api = await openApi(product.address)
  const { id } = await readStored(api, 'Renamed')
  await page.getByRole('button', { name: 'Change Renamed account' }).click()
  const dialog = dialogOf('Change credential')
  await dialog.getByText('Stored secrets are not shown.').waitFor()
  await api.put(`/credentials/${id}`, { name: 'Changed elsewhere' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('alert').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect((await readStored(api, 'Changed')).name).toBe('Changed elsewhere')
})

test('search, type and order stand in the address, and outlast a reload', async () => {
  const { page, product } = journey
  const api = await openApi(product.address)
  for (const name of ['Alpha', 'Beta']) {
    const plainDataObj = { anthropicApiKey: KEY }
    await api.post('/credentials', { name, credentialName: 'anthropicApi', plainDataObj })
  }
  await page.reload()
  await page.getByRole('combobox', { name: 'Order' }).selectOption({ label: 'Name, Z to A' })
  await expect.poll(names).toEqual(['Changed elsewhere', 'Beta', 'Alpha'])
  await page.getByRole('combobox', { name: 'Type' }).selectOption('anthropicApi')
  await expect.poll(names).toEqual(['Beta', 'Alpha'])
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('ALP')
  await expect.poll(names).toEqual(['Alpha'])
  await page.reload()
  await expect.poll(names).toEqual(['Alpha'])
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    q: 'ALP',
    type: 'anthropicApi',
    sort: 'name',
    direction: 'desc',
  })
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('nothing')
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect.poll(names).toHaveLength(3)
})

test('who deletes it is told which flow fails without it [S1-MNG-14]', async () => {
  const { page, product } = journey
  const api = await openApi(product.address)
  const { id } = await readStored(api, 'Alpha')
  const data = { id: 'chatAnthropic_0', name: 'chatAnthropic', label: 'Claude', inputs: {}, credential: id }
  const node = { id: data.id, type: 'customNode', position: { x: 0, y: 0 }, data }
  const flowData = JSON.stringify({ nodes: [node], edges: [] })
  await api.post('/chatflows', { name: 'Support desk', type: 'CHATFLOW', flowData })
  await page.reload()
  await page.getByRole('button', { name: '1 flow uses Alpha' }).click()
  await dialogOf('Flows that use “Alpha”').getByRole('link', { name: 'Support desk' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Delete Alpha' }).click()
  const question = dialogOf('Delete “Alpha”?')
  await question.getByText('• Support desk').waitFor()
  await expectAccessibleInBoth('the question before a deletion')
  await question.getByRole('button', { name: 'Delete credential' }).click()
  await expect.poll(names).toEqual(['Changed elsewhere', 'Beta'])
})

test('a key is tried before it is saved, and later from its row [S9-CRED-02]', async () => {
  const { page } = journey
  await page.goto('/credentials')
  await page.getByRole('button', { name: 'New credential' }).click()
  await dialogOf('What is the credential for?').getByRole('button', { name: 'Voyage AI API' }).click()
  const dialog = dialogOf('New credential')
  const test = dialog.getByRole('button', { name: 'Test', exact: true })
  await test.click()
  await dialog.getByText('This field is needed.').first().waitFor()
  await dialog.getByRole('textbox', { name: /Endpoint/ }).fill(voyage.endpoint)
  const key = dialog.getByLabel(/^Voyage AI API Key/)
  await key.fill('sk-canary-that-is-wrong')
  await test.focus()
  await page.keyboard.press('Enter')
  const outcome = dialog.getByRole('status').filter({ hasText: voyage.host })
  await outcome.getByText('does not take it. It says: Provided API key ••• is invalid.').waitFor()
  await expectAccessibleInBoth('a key that is refused')
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page, `a key that is refused at ${width}`)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await key.fill(KEY)
  await expect.poll(() => outcome.count()).toBe(0)
  await test.click()
  await outcome.getByText('Works:').waitFor()
  await expectAccessibleInBoth('a key that works')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Vectors')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Test Vectors' }).click()
  await page.getByText(`Vectors: Works: ${voyage.host} takes it.`).waitFor()
  await page.getByRole('button', { name: 'Change Vectors' }).click()
  const change = dialogOf('Change credential')
  await change.getByRole('textbox', { name: /Endpoint/ }).fill('http://127.0.0.1:1/v1/embeddings')
  journey.visitor.watch.allow('400')
  await change.getByRole('button', { name: 'Save' }).click()
  await change
    .getByRole('alert')
    .getByText(/Give it anew, because “.*Endpoint.*” is another/)
    .waitFor()
  await expectAccessibleInBoth('an address that is changed without its key')
  await change
    .getByLabel(/^Voyage AI API Key/)
    .and(page.locator('[aria-invalid="true"]'))
    .fill(KEY)
  await change.getByRole('button', { name: 'Save' }).click()
  await change.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Test Vectors' }).click()
  await page.getByText('Vectors: 127.0.0.1:1 was not reached:').waitFor()
})

test('who may only view them finds no button that is refused [S2-ROUTE-12 S6-PERM-08]', async () => {
  const { page } = journey
  await becomeMember(page, { permissions: ['credentials:view'], platform: 'enterprise' })
  await page.goto('/')
  await page.getByRole('heading', { name: 'Credentials', level: 1 }).waitFor()
  await expect.poll(names).toHaveLength(3)
  for (const name of ['New credential', 'Test Beta', 'Change Beta', 'Delete Beta'])
    expect(await page.getByRole('button', { name }).count()).toBe(0)
  await page.goto('/variables')
  await page.waitForURL('**/unauthorized*')
})
