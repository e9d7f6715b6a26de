import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { signInAsAdministrator } from '../support/administrator.ts'
import { type ApiCaller, openApi } from '../support/call-api.ts'
import { canvasOf } from '../support/canvas.ts'
import { chatOf } from '../support/chat.ts'
import { formOf } from '../support/draw-flow.ts'
import { type FakeVendor, startFakeVendor } from '../support/fake-vendor.ts'
import { prepareJourney } from '../support/journey.ts'
import { lookAtPage } from '../support/look-at-page.ts'
import { fillForm } from '../support/node-form.ts'

const KEY = 'sk-for-the-knowledge-0123456789'
const OARS = 'Oars are kept in the loft; ask the warden for the key.'
const RULES = ['The boat house opens at seven in summer.', OARS].join('\n')

let vendor: FakeVendor
beforeAll(async () => {
  vendor = await startFakeVendor(KEY, (messages) => {
    const found = messages.find(({ role }) => role === 'tool')
    if (found) return { text: `The rules say: ${String(found.content)}` }
    return { toolCalls: [{ name: 'rules_of_the_club', input: { input: 'Where are the oars kept?' } }] }
  })
})
afterAll(() => vendor.close())

const journey = prepareJourney(() => ({ EGRESS_ALLOW: vendor.host }))
const sources = () => chatOf(journey.page).answers().last().getByRole('figure')

async function makeStore(api: ApiCaller): Promise<string> {
  const { id: storeId } = await api.post<{ id: string }>('/document-store/store', {
    name: 'Rules of the club',
  })
  const { id } = await api.post<{ id: string }>('/document-store/loader/save', {
    storeId,
    loaderId: 'plainText',
    loaderConfig: { text: RULES },
    splitterId: 'characterTextSplitter',
    splitterConfig: { separator: '\n', chunkSize: 60, chunkOverlap: 0 },
  })
  await api.post(`/document-store/loader/process/${id}`, { storeId, id })
  await api.post('/document-store/vectorstore/insert', {
    storeId,
    embeddingName: 'demoEmbeddings',
    embeddingConfig: {},
    vectorStoreName: 'memoryVectorStore',
    vectorStoreConfig: { topK: '1' },
  })
  return storeId
}

async function openNewAgentflow(): Promise<void> {
  const { page } = journey
  await page.goto('/agentflows')
  await page.getByRole('link', { name: 'New agentflow' }).click()
  await canvasOf(page).card('Start').waitFor()
}

async function openSources(): Promise<void> {
  await chatOf(journey.page).answers().last().getByRole('button', { name: '1 source' }).click()
  await sources().getByText(OARS).waitFor()
}

test('a Retriever is told in its form where to look, and a model answers from it, with sources', async () => {
  const { page, product } = journey
  const canvas = canvasOf(page)
  await signInAsAdministrator(page)
  await makeStore(await openApi(product.address))
  await openNewAgentflow()
  await canvas.add('Retriever')
  const form = page.getByRole('region', { name: /^Settings of Retriever/ })
  await fillForm(form, {
    rows: { 'Knowledge (Document Stores)': { options: { 'Document Store': 'Rules of the club' } } },
  })
  expect(await form.getByRole('switch', { name: 'Return Source Documents' }).isChecked()).toBe(true)
  await expectAccessible(page, 'the form of a Retriever')
  await lookAtPage(page, 'knowledge-retriever-form')
  await canvas.add('LLM')
  await page.getByRole('combobox', { name: 'Model', exact: true }).click()
  await page.getByRole('option', { name: /Demo model/ }).click()
  await page
    .getByRole('textbox', { name: 'Input Message' })
    .fill('{{question}} The rules say: {{retrieverAgentflow_0}}')
  await canvas.closeForm()
  await page.getByRole('button', { name: 'Close the list of nodes' }).click()
  await page.getByRole('button', { name: 'Fit View' }).click()
  await canvas.connect({ node: 'Start' }, { node: 'Retriever 0' })
  await canvas.connect({ node: 'Retriever 0' }, { node: 'LLM 0' })
  await chatOf(page).open()
  expect(await chatOf(page).ask('Where are the oars kept?')).toContain(`The rules say: ${OARS}`)
  await openSources()
  await lookAtPage(page, 'knowledge-retriever-answer')
})

test('a filter that nothing meets finds nothing, and is corrected where it stands', async () => {
  const { page } = journey
  await canvasOf(page).card('Retriever 0').click()
  const form = formOf(page, 'Retriever 0')
  await form.getByRole('button', { name: /additional settings?$/ }).click()
  const filter = form.getByRole('group', { name: 'Metadata Filter', exact: true })
  await filter.getByRole('button', { name: 'Add a condition' }).press('Enter')
  await filter.getByRole('textbox', { name: /^Field of metadata/ }).fill('source')
  await filter.getByRole('textbox', { name: /^Value/ }).fill('elsewhere')
  await filter.getByRole('button', { name: 'Add a group' }).click()
  await expectAccessible(page, 'a filter of conditions in a form')
  await lookAtPage(page, 'knowledge-retriever-filter')
  await canvasOf(page).closeForm()
  await chatOf(page).ask('Where are the oars kept?')
  expect(
    await chatOf(page)
      .answers()
      .last()
      .getByRole('button', { name: /source/ })
      .count(),
  ).toBe(0)
})

test('an agent looks things up in the store that its form names, and shows what it found', async () => {
  const { page, product } = journey
  const api = await openApi(product.address)
  await api.post('/credentials', {
    name: 'Vendor',
    credentialName: 'openAIApi',
    plainDataObj: { openAIApiKey: KEY },
  })
  await openNewAgentflow()
  const canvas = canvasOf(page)
  await canvas.add('Agent')
  const form = formOf(page, 'Agent 0')
  await fillForm(form, {
    options: { Model: 'OpenAI' },
    settings: { OpenAI: { credential: { name: 'Vendor' }, more: { BasePath: vendor.baseURL } } },
  })
  await fillForm(form, {
    rows: {
      'Knowledge (Document Stores)': {
        options: { 'Document Store': 'Rules of the club' },
        texts: { 'Describe Knowledge': 'What members must know.' },
      },
    },
  })
  await form.getByRole('switch', { name: 'Return Source Documents' }).check()
  await expectAccessible(page, 'the form of an agent with knowledge')
  await lookAtPage(page, 'knowledge-agent-form')
  await canvas.closeForm()
  await page.getByRole('button', { name: 'Close the list of nodes' }).click()
  await page.getByRole('button', { name: 'Fit View' }).click()
  await canvas.connect({ node: 'Start' }, { node: 'Agent 0' })
  await chatOf(page).open()
  expect(await chatOf(page).ask('Where are the oars?')).toContain(`The rules say: ${OARS}`)
  await openSources()
  await lookAtPage(page, 'knowledge-agent-answer')
})

test('a node that puts what is found into a better order is chosen for a store', async () => {
  const { page, product } = journey
  const api = await openApi(product.address)
  const stores = await api.get<{ id: string }[]>('/document-store/store')
  const path = `/document-store/store/${stores[0]?.id}`
  await page.goto(`/document-stores/vector/${stores[0]?.id}`)
  const step = page.getByRole('region', { name: /Better order/ })
  await step.getByRole('combobox', { name: 'Reranker' }).click()
  await page.getByRole('option', { name: /Jina AI/ }).click()
  await step.getByRole('button', { name: 'New', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'New credential' })
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Jina')
  await dialog.locator('input[type="password"]').first().fill('jina-key-0123456789')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expectAccessible(page, 'the choice of a reranker')
  await lookAtPage(page, 'store-reranker')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const kept = async () =>
    (await api.get<{ rerankerConfig: { name: string } | null }>(path)).rerankerConfig?.name
  await expect.poll(kept).toBe('JinaRerankRetriever')
  await page.reload()
  await expect.poll(() => step.getByRole('combobox', { name: 'Reranker' }).inputValue()).toContain('Jina AI')
})
