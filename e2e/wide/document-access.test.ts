import { beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { signInAsAdministrator } from '../support/administrator.ts'
import { type ApiCaller, openApi } from '../support/call-api.ts'
import { chatOf } from '../support/chat.ts'
import { COLOURS, setColours } from '../support/colours.ts'
import { storeFlow } from '../support/document-flow.ts'
import { watchFetchedTexts } from '../support/fetched-texts.ts'
import { prepareJourney } from '../support/journey.ts'

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
