import { expect, test } from 'vitest'
import { signInAsAdministrator } from '../support/administrator.ts'
import { openApi } from '../support/call-api.ts'
import { canvasOf } from '../support/canvas.ts'
import { chatOf } from '../support/chat.ts'
import { documentFlow } from '../support/document-flow.ts'
import { fillingOn } from '../support/fill-stores.ts'
import { prepareJourney } from '../support/journey.ts'
import { printPdf } from '../support/print-pdf.ts'

const journey = prepareJourney()
const tea = ['Green tea is steeped at seventy degrees.', 'Black tea wants boiling water.']

test('a document that is taken in while the power is cut is there once, and answers', async () => {
  const { page, product, visitor } = journey
  for (const fault of ['net::ERR', 'Failed to fetch', '409']) visitor.watch.allow(fault)
  await signInAsAdministrator(page)
  const api = await openApi(product.address)
  const flowData = JSON.stringify(documentFlow({ delayMs: 300 }))
  const { id } = await api.post<{ id: string }>('/chatflows', { name: 'Tea', type: 'CHATFLOW', flowData })
  await page.goto(`/canvas/${id}`)
  await canvasOf(page).card('Pdf File').click()
  const files = page.getByRole('region', { name: 'Settings of Pdf File' }).getByRole('group', {
    name: 'Pdf File',
  })
  const choosing = page.waitForEvent('filechooser')
  await files.getByRole('button', { name: /Choose/ }).click()
  const buffer = await printPdf(visitor.context, tea)
  await (await choosing).setFiles({ name: 'tea.pdf', mimeType: 'application/pdf', buffer })
  await files.getByText('tea.pdf', { exact: true }).waitFor()
  await canvasOf(page).save()
  const filling = fillingOn(page)
  await filling.open()
  const begun = page.waitForResponse((response) => response.url().includes('/vector/internal-upsert/'))
  await filling.dialog().getByRole('button', { name: 'Fill the store', exact: true }).click()
  await begun
  await product.crash()
  await page.reload()
  // The run goes on by itself, and what came of it is there for who looks.
  await filling.open()
  expect(await filling.counts()).toMatchObject({ Added: '2', Skipped: '0' })
  await page.reload()
  await filling.open()
  expect(await filling.fill()).toMatchObject({ Added: '0', Skipped: '2' })
  await filling.close()
})

test('an answer from it that the power cut goes on, with its source, after it', async () => {
  const { page, product } = journey
  await chatOf(page).open()
  await chatOf(page).send('How hot is green tea steeped?')
  const answer = chatOf(page).answers().last()
  await expect.poll(async () => (await answer.innerText()).length).toBeGreaterThan(3)
  await product.crash()
  await answer.and(page.locator('[aria-busy="false"]')).getByText(String(tea[0])).first().waitFor()
  await answer.getByRole('button', { name: '1 source' }).click()
  await answer.getByRole('figure').getByText('tea.pdf, page 1').waitFor()
  await page.reload()
  await chatOf(page).open()
  await chatOf(page).answers().first().getByText(String(tea[0])).first().waitFor()
  expect(await chatOf(page).answers().count()).toBe(1)
})
