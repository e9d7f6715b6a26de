import { beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { signInAsAdministrator } from '../support/administrator.ts'
import { type ApiCaller, openApi } from '../support/call-api.ts'
import { chatOf } from '../support/chat.ts'
import { COLOURS, setColours } from '../support/colours.ts'
import { storeFlow } from '../support/document-flow.ts'
import { watchFetchedTexts } from '../support/fetched-texts.ts'
import { holdCalls } from '../support/held-route.ts'
import { prepareJourney } from '../support/journey.ts'
import { lookAtPage } from '../support/look-at-page.ts'

const TEXT = 'Green tea is steeped at seventy degrees.'
const FILE = `data:text/plain;base64,${Buffer.from(TEXT).toString('base64')},filename:tea.txt`

const journey = prepareJourney()
let api: ApiCaller
let flowId: string
let storeId: string

beforeAll(async () => {
  await signInAsAdministrator(journey.page)
  api = await openApi(journey.product.address)
  storeId = (await api.post<{ id: string }>('/document-store/store', { name: 'Tea house' })).id
  const { id } = await api.post<{ id: string }>('/document-store/loader/save', {
    storeId,
    loaderId: 'textFile',
    loaderConfig: { txtFile: FILE },
    splitterId: 'characterTextSplitter',
    splitterConfig: { separator: '\n' },
  })
  await api.post(`/document-store/loader/process/${id}`, { storeId, id })
  await api.put(`/document-store/loader/${storeId}/${id}/tags`, { tags: ['tea'] })
  await api.post('/document-store/vectorstore/insert', {
    storeId,
    embeddingName: 'demoEmbeddings',
    embeddingConfig: {},
    vectorStoreName: 'memoryVectorStore',
    vectorStoreConfig: { topK: '1' },
  })
  const flow = { name: 'Tea questions', type: 'CHATFLOW', flowData: JSON.stringify(storeFlow(storeId)) }
  flowId = (await api.post<{ id: string }>('/chatflows', flow)).id
})

test('a flow is given the tags of the documents that it may read', async () => {
  const { page } = journey
  await page.goto(`/document-stores/${storeId}`)
  await page.getByText('Only for: tea').waitFor()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const fetched = watchFetchedTexts(page)
  await page.getByRole('menuitem', { name: 'What flows may read' }).click()
  const dialog = page.getByRole('dialog', { name: 'What flows may read' })
  await dialog.getByLabel('Tea questions', { exact: true }).first().fill('tea')
  expect(fetched).toEqual([])
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Save the tags of Tea questions' }).click()
  await page.getByText('What “Tea questions” may read is saved.').waitFor()
  await expectAccessible(page, 'what a flow may read', 'everything')
  expect(await api.get(`/chatflows/${flowId}/document-tags`)).toEqual({ tags: ['tea'] })
  await page.keyboard.press('Escape')
})

test('tags that are typed stay when others change them meanwhile, and what both did is saved', async () => {
  const { page } = journey
  const path = `/chatflows/${flowId}/document-tags`
  const stored = async () => (await api.get<{ tags: string[] }>(path)).tags.toSorted()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'What flows may read' }).click()
  const dialog = page.getByRole('dialog', { name: 'What flows may read' })
  const shows = (tag: string) => dialog.getByText(tag, { exact: true }).waitFor()
  const save = dialog.getByRole('button', { name: 'Save the tags of Tea questions' })
  const type = async (tag: string) => {
    await dialog.getByLabel('Tea questions', { exact: true }).first().fill(tag)
    await page.keyboard.press('Enter')
    await shows(tag)
  }
  await shows('tea')
  await type('mine')
  // The page has not heard of this when it saves.
  await api.put(path, { tags: ['tea', 'theirs'] })
  const saving = await holdCalls(page, `**/api/v1${path}`, {
    what: 'answer',
    of: (request) => request.method() === 'PUT',
  })
  await save.click()
  await saving.met
  await type('more')
  await api.put(path, { tags: ['mine', 'theirs', 'later'] })
  saving.letGo()
  await shows('later')
  for (const tag of ['mine', 'theirs', 'more']) await shows(tag)
  expect(await dialog.getByText('tea', { exact: true }).count()).toBe(0)
  // The list of tags to choose from is not part of the dialog.
  await dialog.getByRole('heading').first().click()
  await page.getByRole('option').first().waitFor({ state: 'hidden' })
  await lookAtPage(page, 'flow-tags-of-two')
  await save.click()
  await expect.poll(stored).toEqual(['later', 'mine', 'more', 'theirs'])
  await save.and(page.locator(':disabled')).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await api.put(path, { tags: ['tea'] })
})

test('a source says its lines, and leads to its chunk and its original', async () => {
  const { page } = journey
  await page.goto(`/canvas/${flowId}`)
  const chat = chatOf(page)
  await chat.open()
  await chat.ask('How hot is green tea steeped?')
  await page.getByRole('button', { name: '1 source' }).click()
  const source = chat.answers().last().getByRole('figure')
  await source.getByText('tea.txt, line 1').waitFor()
  await source.getByRole('button', { name: 'Find the original of tea.txt' }).click()
  await source.getByRole('link', { name: 'Tea house, chunk 1' }).waitFor()
  for (const colour of COLOURS) {
    await setColours(page, colour)
    await expectAccessible(page, `a source with its original, ${colour}`, 'everything')
  }
  const address = await source.getByRole('link', { name: 'tea.txt' }).getAttribute('href')
  const original = await page.request.get(`${journey.product.address}${address}`)
  expect([await original.text(), original.headers()['content-disposition']]).toEqual([
    TEXT,
    expect.stringMatching(/^inline/),
  ])
  await source.getByRole('link', { name: 'Tea house, chunk 1' }).click()
  await page.getByRole('heading', { name: /^Chunks of/, level: 1 }).waitFor()
  const pointedAt = page.getByRole('listitem', { name: 'Chunk 1, to which the link leads' })
  await pointedAt.and(page.locator(':focus')).waitFor()
  await pointedAt.getByText(TEXT.trim()).waitFor()
  await expectAccessible(page, 'the chunk to which a source leads', 'everything')
})

test('a role carries tags beside its permissions', async () => {
  const { page } = journey
  await page.goto('/roles')
  await page.getByRole('button', { name: 'New role', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Role name' }).fill('Tea people')
  await dialog.getByLabel('Documents with these tags', { exact: true }).first().fill('Tea')
  await page.keyboard.press('Enter')
  await dialog.getByText('tea', { exact: true }).waitFor()
  await expectAccessible(page, 'a role with tags', 'everything')
  await dialog.getByRole('button', { name: 'Create role' }).click()
  await dialog.waitFor({ state: 'detached' })
  const carried = async () => {
    const { id } = await api.get<{ id: string }>('/organization')
    const roles = await api.get<{ name: string; permissions: string }[]>(`/role?organizationId=${id}`)
    return roles.find(({ name }) => name === 'Tea people')?.permissions ?? ''
  }
  await expect.poll(carried).toContain('documentTags:tea')
})
