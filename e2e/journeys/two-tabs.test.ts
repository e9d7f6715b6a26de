import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signInAsAdministrator } from '../support/administrator.ts'
import { canvasOf } from '../support/canvas.ts'
import { prepareJourney } from '../support/journey.ts'

const journey = prepareJourney()

async function openExample(page: Page) {
  await page.goto('/chatflows')
  await page.getByRole('link', { name: /Start here/ }).click()
  await canvasOf(page).card('Tool Agent').waitFor()
}

async function renameNode(page: Page, from: string, to: string) {
  await canvasOf(page).card(from).click()
  await page.getByLabel('Name of the node').fill(to)
  await canvasOf(page).closeForm()
}

/** Waits until the page has sent what changed to its draft. */
async function kept(page: Page, work: () => Promise<void>) {
  const sent = page.waitForResponse(
    (response) =>
      response.url().endsWith('/draft') && response.request().method() === 'POST' && response.ok(),
  )
  await work()
  await sent
}

test('of two tabs that keep different unsaved work, neither loses any: each shows what the other did', async () => {
  const { page, visitor } = journey
  visitor.watch.allow('409')
  await signInAsAdministrator(page)
  await openExample(page)
  const other = await visitor.openTab()
  other.watch.allow('409')
  await openExample(other.page)
  await kept(page, () => canvasOf(page).drop('Prompt Template', { x: 700, y: 700 }))
  await kept(other.page, () => canvasOf(other.page).drop('LLM Chain', { x: 500, y: 700 }))
  await canvasOf(other.page).card('Prompt Template').waitFor()
  await kept(page, () => renameNode(page, 'Calculator', 'Abacus'))
  await canvasOf(page).card('LLM Chain').waitFor()
  await canvasOf(page).save()
  await other.page.close({ runBeforeUnload: false })
  await page.reload()
  for (const name of ['Abacus', 'LLM Chain', 'Prompt Template']) await canvasOf(page).card(name).waitFor()
})

test('of two tabs that save different things, the second joins both', async () => {
  const { page, visitor } = journey
  const other = await visitor.openTab()
  other.watch.allow('409')
  await openExample(other.page)
  await renameNode(page, 'Prompt Template', 'Template of one')
  await canvasOf(page).save()
  await renameNode(other.page, 'LLM Chain', 'Chain of the other')
  await canvasOf(other.page).save()
  await other.page.getByText(/^Somebody else had saved the flow meanwhile/).waitFor()
  await canvasOf(other.page).card('Template of one').waitFor()
  await other.page.close()
  await page.reload()
  for (const name of ['Template of one', 'Chain of the other']) await canvasOf(page).card(name).waitFor()
})

test('of two tabs that change the same, the second is asked, and may take the other version', async () => {
  const { page, visitor } = journey
  const other = await visitor.openTab()
  other.watch.allow('409')
  await openExample(other.page)
  await renameNode(page, 'Abacus', 'Mine')
  await canvasOf(page).save()
  await renameNode(other.page, 'Abacus', 'Theirs')
  await other.page.getByRole('button', { name: 'Save', exact: true }).click()
  const question = other.page.getByRole('dialog', { name: 'This flow was saved elsewhere' })
  // By name, so that nobody gives up what they cannot see.
  const told = async () => (await question.getByRole('listitem').allInnerTexts()).map((line) => line.trim())
  await expect.poll(told).toEqual(['1 changed node: Theirs'])
  await question.getByRole('button', { name: 'Take that version' }).click()
  await canvasOf(other.page).card('Mine').waitFor()
  expect(await canvasOf(other.page).card('Theirs').count()).toBe(0)
})

test('or it may replace the other version, which the first tab then learns in its turn', async () => {
  const { page, visitor } = journey
  const other = await visitor.openTab()
  other.watch.allow('409')
  await openExample(other.page)
  await renameNode(page, 'Mine', 'Mine again')
  await canvasOf(page).save()
  await renameNode(other.page, 'Mine', 'Theirs again')
  await other.page.getByRole('button', { name: 'Save', exact: true }).click()
  await other.page.getByRole('button', { name: 'Replace with mine' }).click()
  await other.page.getByText(/^The flow is saved\./).waitFor()
  await page.reload()
  await canvasOf(page).card('Theirs again').waitFor()
})
