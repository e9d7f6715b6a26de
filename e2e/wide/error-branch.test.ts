import { expect, test } from 'vitest'
import { signInAsAdministrator } from '../support/administrator.ts'
import { canvasOf } from '../support/canvas.ts'
import { chatOf } from '../support/chat.ts'
import { prepareJourney } from '../support/journey.ts'
import { lookAtPage } from '../support/look-at-page.ts'

const journey = prepareJourney()
const text = (name: string) => journey.page.getByRole('textbox', { name, exact: true })

test('a step that may fail is given a branch of its own, drawn by the mouse', async () => {
  const { page } = journey
  const canvas = canvasOf(page)
  await signInAsAdministrator(page)
  await page.goto('/agentflows')
  await page.getByRole('link', { name: 'New agentflow' }).click()
  await canvas.card('Start').waitFor()
  await canvas.add('Custom Function')
  const form = page.getByRole('region', { name: 'Settings of Custom Function' })
  const code = form.getByRole('textbox', { name: 'Javascript Function' })
  await code.click()
  await page.keyboard.insertText(
    'if ($flow.input.includes("milk")) throw new Error("no milk"); return "Tea."',
  )
  await form.getByRole('button', { name: /additional settings?$/ }).click()
  await form.getByRole('combobox', { name: 'On Error' }).click()
  await page.getByRole('option', { name: /^Go on at the error branch/ }).click()
  await text('Name of the node').fill('Serves')
  for (const [name, message] of [
    ['Glad', 'Here it is.'],
    ['Sorry', 'We are out of it.'],
  ] as const) {
    await canvas.add('Direct Reply')
    await text('Message').fill(message)
    await text('Name of the node').fill(name)
  }
  await canvas.closeForm()
  await page.getByRole('button', { name: 'Close the list of nodes' }).click()
  await page.getByRole('button', { name: 'Fit View' }).click()
  await canvas.connect({ node: 'Start' }, { node: 'Serves' })
  const ports = canvas.card('Serves').locator('[data-handleid^="out:"]')
  const titles = await ports.evaluateAll((all) => all.map((port) => port.getAttribute('title') ?? ''))
  const failed = titles.find((title) => /error/i.test(title)) ?? ''
  const fine = titles.find((title) => title !== failed) ?? ''
  await canvas.connect({ node: 'Serves', port: fine }, { node: 'Glad' })
  await canvas.connect({ node: 'Serves', port: failed }, { node: 'Sorry' })
  expect(await canvas.edges().count()).toBe(3)
  await lookAtPage(page, 'a drawn error branch')
})

test('it is gone on at where the step fails, and only there, and the card says what failed', async () => {
  const { page } = journey
  const [canvas, chat] = [canvasOf(page), chatOf(page)]
  await chat.open()
  expect(await chat.ask('Some tea, please.')).toContain('Here it is.')
  expect(await canvas.card('Sorry').locator('.node-card-run').count()).toBe(0)
  expect(await chat.ask('Some milk, please.')).toContain('We are out of it.')
  await canvas.card('Serves').locator('[data-state="error"]').first().waitFor()
  await canvas.card('Sorry').locator('[data-state="finished"]').first().waitFor()
  expect(await canvas.card('Glad').locator('.node-card-run').count()).toBe(0)
})
