import { expect, test } from 'vitest'
import { signInAsAdministrator } from '../support/administrator.ts'
import { openApi } from '../support/call-api.ts'
import { prepareJourney } from '../support/journey.ts'
import { lookAtPage } from '../support/look-at-page.ts'
import { isBroken, makeMixedFiles, textOf } from '../support/mixed-files.ts'

/** `MIXED_FILES=1000` makes a large store of it. */
const COUNT = Number(process.env.MIXED_FILES ?? 60)
const ALL = Array.from({ length: COUNT }, (_, n) => n)
const FAILED = ALL.filter(isBroken).length
/** A file of Office or a PDF is read by a process of its own. */
const LONG_MS = 30_000 + COUNT * 3_000

const journey = prepareJourney()
const button = (name: string | RegExp) => journey.page.getByRole('button', { name, exact: true })
const dialogOf = (name: string) => journey.page.getByRole('dialog', { name })
const row = () => journey.page.getByRole('row', { name: /Teas of all kinds/ })
const files = () =>
  journey.page.getByRole('list', { name: 'Files of Teas of all kinds' }).getByRole('listitem')
const storeId = () => /document-stores\/([\w-]+)/.exec(journey.page.url())?.[1] ?? ''

/** The texts of all chunks of the store, sorted by the numbers of their teas. */
async function readChunks(): Promise<string[]> {
  const api = await openApi(journey.product.address)
  const texts: string[] = []
  for (let page = 1; ; page += 1) {
    const { chunks } = await api.get<{ chunks: { pageContent: string }[] }>(
      `/document-store/chunks/${storeId()}/all/${page}`,
    )
    texts.push(
      ...chunks.map(
        ({ pageContent }) => /Tea number \d+ comes from valley \d+\./.exec(pageContent)?.[0] ?? pageContent,
      ),
    )
    if (chunks.length === 0) return texts.toSorted()
  }
}

const readable = () =>
  ALL.filter((n) => !isBroken(n))
    .map(textOf)
    .toSorted()

test('files of all kinds are chosen at once, and read although the product dies meanwhile', {
  timeout: 2 * LONG_MS,
}, async () => {
  const { page, product, visitor } = journey
  await signInAsAdministrator(page)
  await page.getByRole('link', { name: 'Document Stores', exact: true }).click()
  await button('New store').click()
  await dialogOf('New document store').getByRole('textbox', { name: 'Name' }).fill('Tea house')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'No documents yet' }).waitFor()
  await button('Add the first document loader').click()
  const choice = dialogOf('Where do the documents come from?')
  await choice.getByRole('searchbox', { name: 'Search loaders' }).fill('File Loader')
  await choice.getByRole('button', { name: /^File Loader/ }).click()
  await page.getByRole('textbox', { name: 'Name of the loader' }).fill('Teas of all kinds')
  await page.locator('input[type="file"]').first().setInputFiles(makeMixedFiles(COUNT))
  await page.getByText('tea-0.txt', { exact: true }).first().waitFor()
  await button('Process').click()
  await row()
    .getByText(/^[\d,]+ of [\d,]+ files/)
    .waitFor({ timeout: LONG_MS })
  await expect.poll(() => row().innerText(), { timeout: LONG_MS }).toMatch(/[1-9]\d* of [\d,]+ files/)
  await lookAtPage(page, 'a-store-that-is-read')
  visitor.watch.allow('net::ERR')
  await product.crash()
  await page.getByText('Some documents could not be read', { exact: true }).waitFor({ timeout: LONG_MS })
  await page.getByText(`${COUNT.toLocaleString('en')} files · ${FAILED} could not be read`).waitFor()
  expect((await files().allInnerTexts()).slice(0, Math.min(FAILED, 5))).toEqual(
    Array.from({ length: Math.min(FAILED, 5) }, () => expect.stringMatching(/is damaged, or no PDF/)),
  )
  expect(await readChunks()).toEqual(readable())
  await lookAtPage(page, 'a-store-of-mixed-files')
})

test('those that failed are tried again together, and others are shown some at a time', {
  timeout: LONG_MS,
}, async () => {
  const { page } = journey
  await button('Try these again: Teas of all kinds').click()
  await page.getByText('Some documents could not be read', { exact: true }).waitFor({ timeout: LONG_MS })
  await page.getByText(`${COUNT.toLocaleString('en')} files · ${FAILED} could not be read`).waitFor()
  expect(await readChunks()).toEqual(readable())
  const more = Math.min(100, COUNT - 5)
  await button(`Show ${more} more files`).click()
  await expect.poll(() => files().count()).toBe(5 + more)
  await lookAtPage(page, 'more-of-mixed-files')
})

test('its vectors are made, made anew, and asked', { timeout: LONG_MS }, async () => {
  const { page } = journey
  const choose = async (label: string, option: RegExp) => {
    await page.getByRole('combobox', { name: label }).click()
    await page.getByRole('option', { name: option }).click()
  }
  await page.goto(`/document-stores/${storeId()}`)
  await page
    .getByRole('link', { name: /vector/i })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Vector configuration' }).waitFor()
  await choose('Embeddings', /^Demo embeddings/)
  await choose('Vector store', /^In-Memory Vector Store/)
  const outcome = page.getByRole('status').filter({ hasText: 'The vectors are made' })
  for (const added of [COUNT - FAILED, 0]) {
    await button('Upsert').click()
    await expect
      .poll(() => outcome.innerText().catch(() => ''), { timeout: LONG_MS })
      .toMatch(new RegExp(`Added\\s+${added.toLocaleString('en')}\\b`))
  }
  await page.getByRole('link', { name: 'Ask the store' }).click()
  const asked = COUNT - 3
  await page.getByRole('textbox', { name: 'Question' }).fill(textOf(asked))
  await page.keyboard.press('Enter')
  await page.locator('.chunk-card').first().getByText(textOf(asked)).waitFor()
  await lookAtPage(page, 'mixed-files-asked')
})
