import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { signInAsAdministrator } from '../support/administrator.ts'
import { COLOURS, setColours } from '../support/colours.ts'
import { prepareJourney } from '../support/journey.ts'
import { expectNoSidewaysScroll, WIDTHS } from '../support/page-width.ts'

const folder = mkdtempSync(join(tmpdir(), 'runnel-handbook-'))
const LONG = 'Green tea is steeped at seventy degrees. Black tea wants boiling water.'
writeFileSync(join(folder, 'a.txt'), LONG)
writeFileSync(join(folder, 'b.md'), 'Short')
writeFileSync(join(folder, 'c.png'), new Uint8Array([0x89, 0x50, 0, 0, 1]))
const listed = join(folder, '.folders.json')
writeFileSync(listed, JSON.stringify({ handbook: { path: folder } }))

/** A site whose second page never comes. */
let site: Server
let address = ''

beforeAll(async () => {
  site = createServer(({ url }, response) => {
    if (url === '/')
      response.setHeader('content-type', 'text/html').end('<p>First page <a href="/slow">x</a>')
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`
})
const journey = prepareJourney(() => ({ LOADER_FOLDERS: listed, EGRESS_ALLOW: new URL(address).host }))
afterAll(() => {
  site.closeAllConnections()
  site.close()
  rmSync(folder, { recursive: true })
})

const button = (name: string | RegExp) => journey.page.getByRole('button', { name, exact: true })
const dialogOf = (name: string) => journey.page.getByRole('dialog', { name })
const settings = () => journey.page.getByRole('region', { name: 'Settings of the loader' })
const preview = () => journey.page.getByRole('region', { name: 'Preview', exact: true })
const field = (name: string) => settings().getByRole('textbox', { name, exact: true })

async function expectFine(what: string) {
  const { page } = journey
  for (const colour of COLOURS) {
    await setColours(page, colour)
    await expectAccessible(page, `${what}, ${colour}`, colour === 'light' ? 'everything' : 'contrast')
  }
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page, `${what} at ${width}`)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

async function addLoader(name: string) {
  await button(/^Add (?:document loader|the first document loader)$/)
    .first()
    .click()
  const dialog = dialogOf('Where do the documents come from?')
  await dialog.getByRole('searchbox', { name: 'Search loaders' }).fill(name)
  await dialog.getByRole('button', { name: new RegExp(`^${name}`) }).click()
}

test('the preview of a folder names what cannot be read, and shows what other settings change', async () => {
  const { page } = journey
  await signInAsAdministrator(page)
  await page.getByRole('link', { name: 'Document Stores', exact: true }).click()
  await button('New store').click()
  await dialogOf('New document store').getByRole('textbox', { name: 'Name' }).fill('Tea house')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'No documents yet' }).waitFor()
  await addLoader('Folder with Files')
  await field('Name of the loader').fill('Handbook')
  await field('Folder Path').fill('handbook')
  await preview().getByText('2 of 2 chunks').waitFor()
  const unread = preview().getByRole('list', { name: 'What could not be read' })
  await unread.getByText(/c\.png is no text/).waitFor()
  await field('Chunk Overlap').fill('0')
  await field('Chunk Size').fill('45')
  const difference = preview().getByLabel('What the new settings change')
  await difference.getByText('2 → 3', { exact: true }).waitFor()
  expect(await preview().locator('.chunk-card').count()).toBe(3)
  expect(await preview().getByText('new', { exact: true }).count()).toBe(2)
  await expectFine('a preview that is compared with the one before')
})

test('a source that cannot be read fails alone, and is tried again by keyboard', async () => {
  const { page } = journey
  await button('Process').click()
  await page.getByText('Some documents could not be read', { exact: true }).waitFor()
  await page.getByText('3 sources · 1 could not be read').waitFor()
  await page
    .getByRole('list', { name: 'Sources of Handbook' })
    .getByText(/c\.png is no text/)
    .waitFor()
  await expectFine('a loader one of whose sources could not be read')
  await button('Show 2 more sources').click()
  const sources = page.getByRole('list', { name: 'Sources of Handbook' }).getByRole('listitem')
  expect(await sources.allInnerTexts()).toEqual([
    expect.stringContaining('c.png'),
    'a.txt 2 chunks',
    'b.md 1 chunk',
  ])
  writeFileSync(join(folder, 'c.png'), 'Yellow tea')
  await button('Try these again: Handbook').focus()
  await page.keyboard.press('Enter')
  await page.getByText('3 sources', { exact: true }).waitFor()
  await page
    .getByRole('row', { name: /Handbook/ })
    .getByRole('cell', { name: '4', exact: true })
    .waitFor()
})

test('chunks come one after the other, and are stopped by keyboard', async () => {
  const { page } = journey
  await addLoader('Cheerio Web Scraper')
  await field('URL').fill(address)
  await button('Show preview').focus()
  await page.keyboard.press('Enter')
  await preview().getByText('First page').waitFor()
  await preview().getByText('The first chunks are being read.').waitFor()
  await page.keyboard.press('Enter')
  await preview().getByText('Stopped. What came until then is shown.').waitFor()
  await preview().getByText('First page').waitFor()
  await button('Update').and(page.locator(':focus')).waitFor()
  await expectFine('a preview that was stopped')
})
