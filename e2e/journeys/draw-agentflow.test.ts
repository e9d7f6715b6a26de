import { expect, test } from 'vitest'
import { signInAsAdministrator } from '../support/administrator.ts'
import { canvasOf } from '../support/canvas.ts'
import { chatOf } from '../support/chat.ts'
import { prepareJourney } from '../support/journey.ts'

const journey = prepareJourney()
const text = (name: string) => journey.page.getByRole('textbox', { name, exact: true })

test('an agentflow is drawn: Start, LLM, Condition and two replies [S1-FLOW-03 S3-NODE-23 S3-PARAM-08]', async () => {
  const { page } = journey
  const canvas = canvasOf(page)
  await signInAsAdministrator(page)
  await page.goto('/agentflows')
  await page.getByRole('link', { name: 'New agentflow' }).click()
  await canvas.card('Start').waitFor()
  await canvas.add('LLM')
  await page.getByRole('combobox', { name: 'Model', exact: true }).click()
  await page.getByRole('option', { name: /Demo model/ }).click()
  await canvas.add('Condition')
  await text('Value 1').fill('{{question}}')
  await page.getByRole('combobox', { name: 'Operation' }).click()
  await page.getByRole('option', { name: 'Contains', exact: true }).click()
  await text('Value 2').fill('tulip')
  await canvas.add('Direct Reply')
  await text('Message').fill('That was about flowers.')
  await text('Name of the node').fill('Flowers')
  await canvas.add('Direct Reply')
  await text('Message').fill('That was about something else.')
  await text('Name of the node').fill('Other things')
  await canvas.closeForm()
  await page.getByRole('button', { name: 'Close the list of nodes' }).click()
  await page.getByRole('button', { name: 'Fit View' }).click()
  await canvas.connect({ node: 'Start' }, { node: 'LLM' })
  await canvas.connect({ node: 'LLM' }, { node: 'Condition' })
  await canvas.connect({ node: 'Condition', port: '0' }, { node: 'Flowers' })
  await canvas.connect({ node: 'Condition', port: 'Else' }, { node: 'Other things' })
  expect(await canvas.edges().count()).toBe(4)
})

test('it runs unsaved: the nodes light up, one branch dies, and the strip shows the steps [S3-NODE-20]', async () => {
  const { page } = journey
  const canvas = canvasOf(page)
  const chat = chatOf(page)
  await chat.open()
  expect(await chat.ask('Do you know a tulip?')).toContain('That was about flowers.')
  for (const name of ['Start', 'LLM 0', 'Condition 0', 'Flowers']) {
    await canvas.card(name).locator('[data-state="finished"]').first().waitFor()
  }
  expect(await canvas.card('Other things').locator('.node-card-run').count()).toBe(0)
  const strip = page.getByRole('region', { name: 'Run' })
  expect(await strip.locator('.run-step-label').allInnerTexts()).toEqual([
    'Start',
    'LLM 0',
    'Condition 0',
    'Flowers',
  ])
  expect(await chat.ask('Do you know a car?')).toContain('That was about something else.')
})

test('after it is saved, its runs are in the list, each with its steps [S1-MNG-08]', async () => {
  const { page } = journey
  const canvas = canvasOf(page)
  await text('Name of the flow').fill('Flowers or not')
  await text('Name of the flow').press('Enter')
  await canvas.save()
  await chatOf(page).ask('And a tulip again?')
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await page.getByRole('link', { name: 'Executions' }).click()
  // The list of flows has a link of this name too, and stands until the other list does.
  await page.getByRole('heading', { name: 'Executions', level: 1 }).waitFor()
  await page
    .getByRole('link', { name: /Flowers or not/ })
    .first()
    .click()
  const steps = page.getByRole('region', { name: 'Steps' })
  await steps.getByRole('button', { name: /^LLM 0/ }).click()
  await steps.locator('figcaption:visible', { hasText: 'Output' }).waitFor()
  await steps.locator(':visible', { hasText: 'And a tulip again?' }).first().waitFor()
})
