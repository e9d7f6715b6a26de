import { beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { signInAsAdministrator } from '../support/administrator.ts'
import { openApi } from '../support/call-api.ts'
import { canvasOf } from '../support/canvas.ts'
import { chatOf } from '../support/chat.ts'
import { COLOURS, setColours } from '../support/colours.ts'
import { documentFlow } from '../support/document-flow.ts'
import { fillingOn } from '../support/fill-stores.ts'
import { prepareJourney } from '../support/journey.ts'
import { WITH_PDF_VIEWER } from '../support/open-browser.ts'
import { expectNoSidewaysScroll } from '../support/page-width.ts'
import { printPdf } from '../support/print-pdf.ts'

const journey = prepareJourney(undefined, WITH_PDF_VIEWER)
const tea = ['Green tea is steeped at seventy degrees.', 'Black tea wants boiling water.']
const coffee = ['Espresso needs nine bar of pressure.']
const printed = new Map<string, Buffer>()
beforeAll(async () => {
  const { context, page } = journey.visitor
  // Who waits for a dialog takes it from the browser, but a key is quicker than that: it is taken from the start.
  page.on('filechooser', () => undefined)
  printed.set('tea.pdf', await printPdf(context, tea))
  printed.set('coffee.pdf', await printPdf(context, coffee))
  printed.set('milk.pdf', Buffer.from('Milk'))
})
const form = () => journey.page.getByRole('region', { name: 'Settings of Pdf File' })
const files = () => form().getByRole('group', { name: 'Pdf File' })
const chooser = () => files().getByRole('button', { name: /Choose|Replace/ })
const filling = () => fillingOn(journey.page)
const focused = () => journey.page.locator(':focus')
const sources = () => chatOf(journey.page).answers().last().getByRole('figure')

async function choose(name: string, open: () => Promise<void>) {
  const buffer = printed.get(name) ?? Buffer.alloc(0)
  const [dialog] = await Promise.all([journey.page.waitForEvent('filechooser'), open()])
  await dialog.setFiles({ name, mimeType: 'application/pdf', buffer })
  await files().getByText(name, { exact: true }).waitFor()
}

async function expectFine(what: string) {
  const { page } = journey
  for (const colour of COLOURS) {
    await setColours(page, colour)
    await expectAccessible(page, `${what}, ${colour}`, colour === 'light' ? 'everything' : 'contrast')
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page, `${what} on a telephone`)
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('a document is chosen in the form of its node, and its store waits for the save', async () => {
  const { page, product } = journey
  await signInAsAdministrator(page)
  const api = await openApi(product.address)
  const body = { name: 'Tea', type: 'CHATFLOW', flowData: JSON.stringify(documentFlow()) }
  const { id } = await api.post<{ id: string }>('/chatflows', body)
  await page.goto(`/canvas/${id}`)
  await canvasOf(page).card('Pdf File').click()
  await form().getByText('Pdf File is required').waitFor()
  await expectFine('the form without a file')
  await choose('tea.pdf', () => chooser().click())
  await files()
    .getByText(/^[\d.]+\skB$/)
    .waitFor()
  await form().getByText('Pdf File is required').waitFor({ state: 'detached' })
  await filling().open()
  await filling().dialog().getByText('The flow has changes that are not saved').waitFor()
  await filling().close()
  await expectFine('the form with a file')
})

test('saved, the file is named in place of its bytes, and the store is filled once', async () => {
  const { page } = journey
  await canvasOf(page).save()
  await files().getByText('tea.pdf', { exact: true }).waitFor()
  await files().getByText(/kB$/).waitFor({ state: 'detached' })
  await filling().open()
  expect(await filling().fill()).toMatchObject({ Added: '2', Skipped: '0' })
  await expectFine('the filled store')
  expect(await filling().fill()).toMatchObject({ Added: '0', Skipped: '2' })
  await filling().close()
})

test('an answer comes with the document, the page and the text that it was made from [S3-MISC-04]', async () => {
  const { page } = journey
  await canvasOf(page).closeForm()
  await chatOf(page).open()
  expect(await chatOf(page).ask('How hot is green tea steeped?')).toContain(tea[0])
  await page.getByRole('button', { name: '1 source' }).click()
  await sources().getByText('tea.pdf, page 1').waitFor()
  await sources().getByText(String(tea[0])).waitFor()
  await expectFine('an answer with its source')
  // The Demo model cannot make a later question stand alone.
  await page.getByRole('button', { name: 'New chat' }).click()
  await chatOf(page).ask('What does black tea want?')
  await page.getByRole('button', { name: '1 source' }).last().click()
  await sources().getByText('tea.pdf, page 2').waitFor()
})

test('the sources are there after a reload', async () => {
  const { page } = journey
  await page.reload()
  await chatOf(page).open()
  await page.getByRole('button', { name: '1 source' }).last().click()
  await sources().getByText('tea.pdf, page 2').waitFor()
})

test('a file that no PDF node reads is refused where it is dropped', async () => {
  const { page } = journey
  await canvasOf(page).card('Pdf File').click()
  const dropped = await page.evaluateHandle(() => {
    const data = new DataTransfer()
    data.items.add(new File(['Milk'], 'milk.txt', { type: 'text/plain' }))
    return data
  })
  await files().dispatchEvent('drop', { dataTransfer: dropped })
  await files()
    .getByRole('alert')
    .filter({ hasText: 'Only files that end in .pdf can be read here.' })
    .waitFor()
  await files().getByText('tea.pdf').waitFor()
  await expectFine('the form with a refused file')
})

test('another document takes its place by keyboard alone, and what is pressed keeps the focus', async () => {
  const { page } = journey
  await chooser().focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await files().getByText('No file chosen.').waitFor()
  await chooser().and(focused()).waitFor()
  await choose('coffee.pdf', () => page.keyboard.press('Enter'))
  await page.keyboard.press('Control+s')
  await page.getByText('The flow is saved.').waitFor()
  await filling().opener().focus()
  await page.keyboard.press('Enter')
  const button = filling().dialog().getByRole('button', { name: 'Fill the store', exact: true })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await filling().counts()).Added).toBe('1')
  await button.and(focused()).waitFor()
  await filling().close()
  await filling().opener().and(focused()).waitFor()
})

test('the answers come from the other document, and their sources open by keyboard', async () => {
  const { page } = journey
  await chatOf(page).open()
  await page.getByLabel('Your question').focus()
  await page.keyboard.type('How much pressure needs espresso?')
  await page.keyboard.press('Enter')
  await chatOf(page).answers().last().getByRole('paragraph').getByText(String(coffee[0])).waitFor()
  await page.getByRole('button', { name: '1 source' }).last().focus()
  await page.keyboard.press('Enter')
  await sources().getByText('coffee.pdf, page 1').waitFor()
})

test('a document that is none is named in the failure', async () => {
  const { page } = journey
  await canvasOf(page).card('Pdf File').click()
  await choose('milk.pdf', () => chooser().click())
  await canvasOf(page).save()
  await filling().open()
  await filling().dialog().getByRole('button', { name: 'Fill the store', exact: true }).click()
  const alert = filling().dialog().getByRole('alert')
  await alert.getByText(/Pdf File: The PDF milk\.pdf cannot be read/).waitFor()
  await alert.getByRole('button', { name: 'Try again' }).waitFor()
})
