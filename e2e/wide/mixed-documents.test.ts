import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { campaignRounds, campaignTimeout } from '@runnel/contract/testing'
import { startFakeOpenAI } from '@runnel/providers/testing'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInAsAdministrator } from '../support/administrator.ts'
import { type ApiCaller, openApi } from '../support/call-api.ts'
import { canvasOf } from '../support/canvas.ts'
import { chatOf } from '../support/chat.ts'
import { storeFlow } from '../support/document-flow.ts'
import { prepareJourney } from '../support/journey.ts'
import { lookAtPage } from '../support/look-at-page.ts'
import { type MixedFile, makeMixedFiles } from '../support/mixed-files.ts'

/** Of which twenty and more are odd. */
const COUNT = campaignRounds(44, 1_000)
const ASKED = campaignRounds(6, 30)
const ASKED_IN_CHAT = campaignRounds(3, 10)
/** A file of Office or a PDF is read by a process of its own. */
const LONG_MS = campaignTimeout(120_000)

const FILES = makeMixedFiles(COUNT)
const READABLE = FILES.filter(({ fault }) => fault === undefined)
const FAULTY = FILES.filter(({ fault }) => fault instanceof RegExp)
/** So many of those that can be read, from all over. */
const some = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => READABLE[Math.floor((n * READABLE.length) / count) + from]).flatMap(
    (file) => file ?? [],
  )

const folder = mkdtempSync(join(tmpdir(), 'runnel-lights-'))
const listed = join(folder, 'folders.json')
const inFolder = FILES.filter(({ name }) => !name.includes('/'))
let vendor: Awaited<ReturnType<typeof startFakeOpenAI>>
beforeAll(async () => {
  mkdirSync(join(folder, 'lights'))
  for (const { name, buffer } of inFolder) writeFileSync(join(folder, 'lights', name), buffer)
  writeFileSync(listed, JSON.stringify({ lights: { path: join(folder, 'lights') } }))
  vendor = await startFakeOpenAI({ forgetful: true })
})
const journey = prepareJourney(() => ({ LOADER_FOLDERS: listed, EGRESS_ALLOW: vendor.host }))
afterAll(async () => {
  await vendor.close()
  rmSync(folder, { recursive: true })
})

const button = (name: string | RegExp) => journey.page.getByRole('button', { name, exact: true })
const dialogOf = (name: string) => journey.page.getByRole('dialog', { name })
const settings = () => journey.page.getByRole('region', { name: 'Settings of the loader' })
const field = (name: string) => settings().getByRole('textbox', { name, exact: true })
const row = (loader: string) => journey.page.getByRole('row', { name: new RegExp(loader) })
let storeId = ''

async function addLoader(kind: string, name: string): Promise<void> {
  await button(/^Add (?:document loader|the first document loader)$/)
    .first()
    .click()
  const choice = dialogOf('Where do the documents come from?')
  await choice.getByRole('searchbox', { name: 'Search loaders' }).fill(kind)
  await choice.getByRole('button', { name: new RegExp(`^${kind}`) }).click()
  await field('Name of the loader').fill(name)
  await settings()
    .getByRole('button', { name: /additional settings/ })
    .first()
    .click()
  await field('JSONL Pointer Extraction').fill('text')
}

/** What stands now, through the API. */
interface Store {
  loaders: {
    loaderName: string
    files?: { name: string; error?: string }[]
    sources?: { total: number; failed: number; list: { name: string; error?: string }[] }
  }[]
}
const callApi = () => openApi(journey.product.address)
const readStore = async () => (await callApi()).get<Store>(`/document-store/store/${storeId}`)

/** In how many loaders the fact of each file that can be read stands. Fails for a chunk that stands twice. */
async function countFacts(): Promise<number[]> {
  const api = await callApi()
  const holders = new Map(READABLE.map(({ fact }) => [fact, new Set<string>()]))
  const known = new Set<string>()
  for (let page = 1; ; page += 1) {
    const { chunks } = await readChunks(api, page)
    if (chunks.length === 0) return [...holders.values()].map(({ size }) => size)
    for (const { docId, pageContent, metadata } of chunks) {
      const chunk = JSON.stringify([docId, pageContent, metadata])
      expect(known, 'chunks that came before').not.toContain(chunk)
      known.add(chunk)
      for (const [fact] of pageContent.matchAll(/The lighthouse \w+ is kept by \w+\./g))
        holders.get(fact)?.add(docId)
    }
  }
}
interface Chunk {
  docId: string
  pageContent: string
  metadata: object
}
const readChunks = (api: ApiCaller, page: number) =>
  api.get<{ chunks: Chunk[] }>(`/document-store/chunks/${storeId}/all/${page}`)
const each = (times: number) => READABLE.map(() => times)

/** Kills the product when so much is read, and waits until all of it is, on the page that was open. */
async function killWithin(progress: RegExp, loader: string): Promise<void> {
  const { page, product } = journey
  await row(loader).getByText(progress).waitFor({ timeout: LONG_MS })
  await product.crash()
  await page.getByText('Documents are being read').waitFor({ state: 'detached', timeout: LONG_MS })
}

function expectFaults(told: { name: string; error?: string }[], files: readonly MixedFile[]): void {
  const faults = new Map(told.flatMap(({ name, error }) => (error === undefined ? [] : [[name, error]])))
  expect([...faults.keys()].toSorted()).toEqual(files.map(({ name }) => name).toSorted())
  for (const { name, fault } of files) expect(faults.get(name)).toMatch(fault ?? '')
}

/** A card of a passage, or a source in the chat, tells the file and where in it the fact stands. */
async function expectPlace(shown: Locator, { name, place }: MixedFile): Promise<void> {
  const text = await shown.innerText()
  expect(text).toContain(name)
  if (place === undefined) return
  if (place.unit !== 'line') return expect(text).toMatch(new RegExp(`${place.unit} ${place.at}\\b`))
  const [, from = '', to = from] = /lines? (\d+)(?:–(\d+))?/.exec(text) ?? []
  expect(Number(from), text).toBeLessThanOrEqual(place.at)
  expect(Number(to), text).toBeGreaterThanOrEqual(place.at)
}

async function expectAnswers(files: readonly MixedFile[]): Promise<void> {
  const api = await callApi()
  for (const { question, fact, name } of files) {
    // What the vectors of the pretended vendor are like is no matter here.
    const asked = { storeId, query: question, inputs: { searchType: 'words' } }
    const { docs } = await api.post<{ docs: { pageContent: string }[] }>(
      '/document-store/vectorstore/query',
      asked,
    )
    expect(docs.map(({ pageContent }) => pageContent).join('\n'), name).toContain(fact)
  }
}

test('files of all kinds are chosen at once, and read although the product dies meanwhile', {
  timeout: 2 * LONG_MS,
}, async () => {
  const { page, visitor } = journey
  for (const fault of ['net::ERR', 'Failed to fetch']) visitor.watch.allow(fault)
  page.on('filechooser', () => undefined)
  await signInAsAdministrator(page)
  await page.getByRole('link', { name: 'Document Stores', exact: true }).click()
  await button('New store').click()
  await dialogOf('New document store').getByRole('textbox', { name: 'Name' }).fill('Lighthouses')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'No documents yet' }).waitFor()
  storeId = /document-stores\/([\w-]+)/.exec(page.url())?.[1] ?? ''
  await addLoader('File Loader', 'By hand')
  const choosing = page.waitForEvent('filechooser')
  await settings()
    .getByRole('group', { name: 'File' })
    .getByRole('button', { name: /Choose file/ })
    .click()
  const chosen = FILES.map(({ name, mimeType, buffer }) => ({ name, mimeType, buffer }))
  await (await choosing).setFiles(chosen)
  await settings()
    .getByText(`${COUNT.toLocaleString('en')} files ·`)
    .waitFor()
  expect(await settings().locator('.file-names').getByRole('listitem').count()).toBe(8)
  await lookAtPage(page, 'many-files-chosen')
  await button('Process').click()
  await killWithin(/[1-9]\d* of [\d,]+ files/, 'By hand')
  const [loader] = (await readStore()).loaders
  expectFaults(loader?.files ?? [], FAULTY)
  expect(await countFacts()).toEqual(each(1))
})

test('a folder of them tells how much of it is read, and goes on after a death', {
  timeout: 2 * LONG_MS,
}, async () => {
  const { page } = journey
  await addLoader('Folder with Files', 'From a folder')
  await field('Folder Path').fill('lights')
  await button('Process').click()
  await killWithin(/[1-9]\d* of [\d,]+ sources/, 'From a folder')
  const sources = (await readStore()).loaders.find(
    ({ loaderName }) => loaderName === 'From a folder',
  )?.sources
  // Many a folder has empty files on purpose.
  const faulty = FAULTY.filter(({ buffer }) => buffer.length > 0)
  expect(sources).toMatchObject({ total: inFolder.length, failed: faulty.length })
  expectFaults(sources?.list ?? [], faulty)
  expect(await countFacts()).toEqual(each(2))
  const [name, state] = await Promise.all([
    row('From a folder').getByRole('link', { name: 'From a folder' }).boundingBox(),
    row('From a folder').locator('.loader-state').boundingBox(),
  ])
  expect(Math.abs((state?.y ?? 0) - (name?.y ?? 0))).toBeLessThan(40)
  await lookAtPage(page, 'a-store-of-mixed-files')
})

test('those that failed are tried again together, and others are shown some at a time', {
  timeout: LONG_MS,
}, async () => {
  const { page } = journey
  await button('Try these again: By hand').click()
  await page.getByText('Documents are being read').waitFor()
  await page.getByText('Documents are being read').waitFor({ state: 'detached', timeout: LONG_MS })
  const [loader] = (await readStore()).loaders
  expectFaults(loader?.files ?? [], FAULTY)
  expect(await countFacts()).toEqual(each(2))
  const files = page.getByRole('list', { name: 'Files of By hand' }).getByRole('listitem')
  const more = Math.min(100, COUNT - 5)
  await button(`Show ${more} more files`).click()
  await expect.poll(() => files.count()).toBe(5 + more)
})

const choose = async (label: string | RegExp, option: RegExp) => {
  await journey.page.getByRole('combobox', { name: label }).click()
  await journey.page.getByRole('option', { name: option }).first().click()
}
const outcome = () => journey.page.getByRole('status').filter({ hasText: 'The vectors are made' })

/** Makes the vectors, kills the product meanwhile, and waits for those that were added or were there. */
async function makeVectors(whileMade: () => Promise<void> = async () => undefined): Promise<void> {
  const { page, product } = journey
  await button('Upsert').click()
  await page.getByText('Vectors are being made').or(outcome()).first().waitFor()
  await whileMade()
  await product.crash()
  await outcome().waitFor({ timeout: LONG_MS })
}

test('vectors are made, and the right place in the right file is found', { timeout: LONG_MS }, async () => {
  const { page } = journey
  await page.goto(`/document-stores/vector/${storeId}`)
  await page.getByRole('heading', { name: 'Vector configuration' }).waitFor()
  await choose('Embeddings', /^Demo embeddings/)
  await choose('Vector store', /^In-Memory Vector Store/)
  // The steps stand apart: their styles are there.
  const gap = () =>
    page.locator('.vector-steps').evaluate((steps) => Number.parseFloat(getComputedStyle(steps).rowGap))
  expect(await gap()).toBeGreaterThan(0)
  await makeVectors()
  await page.getByRole('link', { name: 'Ask the store' }).click()
  for (const file of some(ASKED)) {
    await page.getByRole('textbox', { name: 'Question' }).fill(file.question)
    await page.keyboard.press('Enter')
    const card = page.locator('.chunk-card').first().filter({ hasText: file.fact })
    await card.waitFor()
    await expectPlace(card, file)
  }
  await lookAtPage(page, 'mixed-files-asked')
})

test('a chat answers one question after the other from it', { timeout: LONG_MS }, async () => {
  const { page } = journey
  const api = await callApi()
  const flow = { name: 'Lights', type: 'CHATFLOW', flowData: JSON.stringify(storeFlow(storeId)) }
  const { id } = await api.post<{ id: string }>('/chatflows', flow)
  await page.goto(`/canvas/${id}`)
  await canvasOf(page).card('Library').waitFor()
  const chat = chatOf(page)
  await chat.open()
  for (const file of some(ASKED_IN_CHAT, 1)) {
    expect(await chat.ask(file.question)).toContain(file.fact)
    const answer = chat.answers().last()
    await answer.getByRole('button', { name: /^\d+ sources?$/ }).click()
    await expectPlace(answer.getByRole('figure').filter({ hasText: file.fact }).first(), file)
  }
})

test('other overlap and another model make the store anew, and the old one answers until it is whole', {
  timeout: 3 * LONG_MS,
}, async () => {
  const { page } = journey
  const api = await callApi()
  const key = { name: 'Lamp', credentialName: 'openAIApi', plainDataObj: { openAIApiKey: 'sk-lamp' } }
  await api.post('/credentials', key)
  await page.goto(`/document-stores/${storeId}`)
  await page.getByRole('link', { name: 'From a folder' }).click()
  await settings().getByRole('textbox', { name: 'Chunk Overlap' }).fill('60')
  await button('Process').click()
  await killWithin(/[1-9]\d* of [\d,]+ sources/, 'From a folder')
  expect(await countFacts()).toEqual(each(2))
  await expectAnswers(some(3, 2))
  await page.goto(`/document-stores/vector/${storeId}`)
  await choose('Embeddings', /^OpenAI Embedding/)
  await choose(/Connect Credential/, /^Lamp/)
  await button(/additional settings/)
    .first()
    .click()
  await page.getByRole('textbox', { name: /BasePath/i }).fill(vendor.baseURL)
  await makeVectors(() => expectAnswers(some(3, 2)))
  await expectAnswers(some(ASKED, 1))
  await page.goto(`/document-stores/${storeId}`)
  await page.getByText('OpenAI Embedding in In-Memory Vector Store').waitFor()
  expect(await countFacts()).toEqual(each(2))
})
