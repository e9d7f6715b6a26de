import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInAsAdministrator } from '../support/administrator.ts'
import { openApi } from '../support/call-api.ts'
import { canvasOf } from '../support/canvas.ts'
import { prepareJourney } from '../support/journey.ts'
import { keyboardHandOf } from '../support/keyboard-hand.ts'
import { lookAtPage } from '../support/look-at-page.ts'
import { becomeMember } from '../support/member.ts'

/** A small site; its page `/slow` answers to nobody. */
const PAGES: Record<string, string> = {
  '/': '<p>Tea house <a href="/green">green</a> <a href="/black">black</a>',
  '/green': '<p>Green tea is steeped at seventy degrees.',
  '/black': '<p>Black tea wants boiling water.',
  '/hidden': '<p>White tea, to which no page links.',
}
const hanging: ServerResponse[] = []
let site: Server
let address = ''
beforeAll(async () => {
  site = createServer(({ url = '' }, response) => {
    if (url === '/slow') return void hanging.push(response)
    const page = PAGES[url]
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(page)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
})
const journey = prepareJourney(() => ({ EGRESS_ALLOW: new URL(address).host }))
afterAll(() => {
  site.closeAllConnections()
  site.close()
})

const button = (name: string | RegExp) => journey.page.getByRole('button', { name, exact: true })
const dialog = () => journey.page.getByRole('dialog', { name: 'Pages to read' })
const inDialog = (name: string | RegExp) => dialog().getByRole('button', { name, exact: true })
const box = (path: string) => dialog().getByRole('checkbox', { name: `${address}${path}`, exact: true })
const openPages = () => journey.page.getByRole('button', { name: /Choose pages$/ })
let storeId = ''

test('pages of a site are found and chosen for a store by mouse', async () => {
  const { page, product } = journey
  await signInAsAdministrator(page)
  const api = await openApi(product.address)
  storeId = (await api.post<{ id: string }>('/document-store/store', { name: 'Tea house' })).id
  await page.goto(`/document-stores/${storeId}/cheerioWebScraper`)
  await page.getByRole('textbox', { name: 'URL' }).fill(`${address}/`)
  await openPages().click()
  await dialog().getByText('No pages yet.').waitFor()
  await lookAtPage(page, 'chosen-pages-empty')
  await inDialog('Find pages').click()
  await dialog().getByText('3 pages found. 3 are new.').waitFor()
  await box('/black').click()
  await dialog().getByText('2 of 3 pages chosen').waitFor()
  await lookAtPage(page, 'chosen-pages-found')
  await dialog().getByRole('searchbox', { name: 'Filter by text' }).fill('coffee')
  await dialog().getByText('No page has this text in its address.').waitFor()
  await dialog().getByRole('searchbox', { name: 'Filter by text' }).fill('green')
  await inDialog('None').click()
  await dialog().getByRole('searchbox', { name: 'Filter by text' }).fill('')
  await dialog().getByText('1 of 3 pages chosen').waitFor()
  await inDialog('All').click()
  await inDialog(`Remove ${address}/black`).click()
  await inDialog('Keep 2 pages').click()
  await page.getByText('2 pages chosen', { exact: true }).waitFor()
  await button('Process').click()
  await page.getByRole('heading', { name: 'Tea house', level: 1 }).waitFor()
  const stored = await api.get<{ loaders: { loaderConfig: object }[] }>(`/document-store/store/${storeId}`)
  expect(stored.loaders[0]?.loaderConfig).toMatchObject({
    selectedLinks: [`${address}/`, `${address}/green`],
  })
})

test('a search that takes long is stopped, and one that fails says why', async () => {
  const { page } = journey
  journey.visitor.watch.allow('/fetch-links')
  await page.goto(`/document-stores/${storeId}/cheerioWebScraper`)
  await page.getByRole('textbox', { name: 'URL' }).fill(`${address}/slow`)
  await openPages().click()
  await inDialog('Find pages').click()
  await dialog().getByText('Looking for pages.').waitFor()
  await inDialog('Stop').click()
  await dialog().getByText('Stopped: nothing was added.').waitFor()
  await inDialog('Cancel').click()
  await page.getByRole('textbox', { name: 'URL' }).fill(`${address}/nowhere`)
  await openPages().click()
  await inDialog('Find pages').click()
  await dialog()
    .getByRole('alert')
    .getByText(/status 404/)
    .waitFor()
  await lookAtPage(page, 'chosen-pages-failed')
  await inDialog('Cancel').click()
})

test('whoever may not look for pages writes them by hand, by keyboard, on the canvas', async () => {
  const { page } = journey
  await becomeMember(page, { permissions: ['chatflows:view', 'chatflows:create', 'chatflows:update'] })
  await page.goto('/canvas')
  await canvasOf(page).add('Cheerio Web Scraper')
  const hand = keyboardHandOf(page)
  await hand.act(openPages())
  await dialog()
    .getByText(/Your role may not look for pages/)
    .waitFor()
  await hand.write(dialog().getByRole('textbox', { name: 'Add an address' }), 'tea')
  await hand.press('Enter')
  await dialog().getByText('Write a whole address').waitFor()
  await lookAtPage(page, 'chosen-pages-by-hand')
  await hand.write(dialog().getByRole('textbox', { name: 'Add an address' }), `${address}/hidden`)
  await hand.press('Enter')
  await hand.write(dialog().getByRole('textbox', { name: 'Add an address' }), `${address}/green`)
  await hand.press('Enter')
  await hand.act(inDialog(`Change ${address}/green`))
  await hand.write(dialog().getByRole('textbox', { name: 'Address of the page' }), `${address}/black`)
  await hand.press('Enter')
  await hand.act(box('/black'), 'Space')
  await hand.act(inDialog(`Remove ${address}/black`))
  await hand.act(inDialog('Keep 1 page'))
  await page.getByText('1 page chosen', { exact: true }).waitFor()
  await expect.poll(() => openPages().evaluate((element) => element === document.activeElement)).toBe(true)
})
