import { expect, test } from 'vitest'
import { signInAsAdministrator } from '../support/administrator.ts'
import { chatOf } from '../support/chat.ts'
import { prepareJourney } from '../support/journey.ts'
import { lookAtPage } from '../support/look-at-page.ts'
import { printPdf } from '../support/print-pdf.ts'

const journey = prepareJourney()
const PAGES = [
  'The boat house opens at seven in summer and at nine in winter.',
  'Every member owes four hours of work a year.',
  'Oars are kept in the loft; ask the warden for the key.',
]

test('a newcomer opens the worked example of documents, which tells what to do', async () => {
  const { page } = journey
  await signInAsAdministrator(page)
  await page.getByRole('link', { name: 'Ask a document' }).click()
  await page.getByText('Open the chat, drop a PDF on it').waitFor()
  await page.getByRole('button', { name: 'No problems' }).waitFor()
  await chatOf(page).open()
  await page.getByText('Ask the flow something.').waitFor()
})

test('a PDF that is dropped on the chat is read, and the answer names its page, without a key', async () => {
  const { page, visitor } = journey
  const pdf = await printPdf(visitor.context, PAGES)
  const dropped = await page.evaluateHandle(
    (bytes) => {
      const data = new DataTransfer()
      data.items.add(new File([Uint8Array.from(bytes)], 'boats.pdf', { type: 'application/pdf' }))
      return data
    },
    [...pdf],
  )
  const chat = page.getByRole('region', { name: 'Chat', exact: true })
  await chat.getByLabel('Your question').dispatchEvent('drop', { dataTransfer: dropped })
  await chat.getByText('boats.pdf').waitFor()
  await lookAtPage(page, 'newcomer-document-dropped')
  expect(await chatOf(page).ask('How many hours of work does a member owe?')).toContain(PAGES[1])
  await openSources()
  await sources().getByText('boats.pdf, page 2').first().waitFor()
  await lookAtPage(page, 'newcomer-document-answered')
})

test('its original is in no document store, which is said where the focus is', async () => {
  const { page } = journey
  await sources().getByRole('button', { name: 'Find the original of boats.pdf' }).first().press('Enter')
  const told = sources().getByText('its file was given in the chat')
  await told.and(page.locator(':focus')).waitFor()
})

test('a second question in the same chat finds its own page', async () => {
  expect(await chatOf(journey.page).ask('Where are the oars kept?')).toContain(PAGES[2])
  await openSources()
  await sources().getByText('boats.pdf, page 3').first().waitFor()
})

const sources = () => chatOf(journey.page).answers().last().getByRole('figure')

function openSources(): Promise<void> {
  const answer = chatOf(journey.page).answers().last()
  return answer.getByRole('button', { name: /sources?$/ }).click()
}
