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

test('of two tabs that save, the second is asked, and may take the other version', async () => {
  const { page, visitor } = journey
  await signInAsAdministrator(page)
  await openExample(page)
  const other = await visitor.openTab()
  other.watch.allow('409')
  await openExample(other.page)
  await canvasOf(page).drop('Prompt Template', { x: 700, y: 700 })
  await canvasOf(page).save()
  await canvasOf(other.page).drop('LLM Chain', { x: 700, y: 700 })
  await other.page.getByRole('button', { name: 'Save', exact: true }).click()
  const question = other.page.getByRole('dialog', { name: 'Somebody else saved this flow' })
  expect(await question.innerText()).toContain('1 node more')
  expect(await question.innerText()).toContain('1 node less')
  await question.getByRole('button', { name: 'Take their version' }).click()
  await canvasOf(other.page).card('Prompt Template').waitFor()
  expect(await canvasOf(other.page).card('LLM Chain').count()).toBe(0)
})

test('or it may replace the other version, which the first tab then learns in its turn', async () => {
  const { page, visitor } = journey
  const other = await visitor.openTab()
  other.watch.allow('409')
  await openExample(other.page)
  await canvasOf(page).add('Calculator')
  await canvasOf(page).save()
  await canvasOf(other.page).add('LLM Chain')
  await other.page.getByRole('button', { name: 'Save', exact: true }).click()
  await other.page.getByRole('button', { name: 'Replace with mine' }).click()
  await other.page.getByText(/^The flow is saved\./).waitFor()
  await page.reload()
  await canvasOf(page).card('LLM Chain').waitFor()
})
