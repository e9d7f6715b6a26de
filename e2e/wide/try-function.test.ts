import { expect, test } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { signInAsAdministrator } from '../support/administrator.ts'
import { canvasOf } from '../support/canvas.ts'
import { prepareJourney } from '../support/journey.ts'

const journey = prepareJourney()
const trial = () => journey.page.getByRole('region', { name: 'Try it' })
const result = () => trial().locator('pre')

async function writeCode(code: string) {
  const { page } = journey
  await page.getByRole('textbox', { name: /Javascript Function/ }).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(code)
}

test('a function is tried out from its form, with values for what it reads', async () => {
  const { page } = journey
  await signInAsAdministrator(page)
  await page.goto('/v2/agentcanvas')
  await canvasOf(page).card('Start').click()
  await page.getByRole('button', { name: 'Add to Flow State' }).click()
  await page.getByRole('textbox', { name: 'Key' }).fill('topic')
  await page.getByRole('textbox', { name: 'Value' }).fill('tulips')
  await canvasOf(page).add('Custom Function')
  await page.getByRole('button', { name: 'Add to Input Variables' }).click()
  await page.getByRole('textbox', { name: 'Variable Name' }).fill('city')
  await page.getByRole('textbox', { name: 'Variable Value' }).fill('{{question}}')
  expect(await trial().getByRole('button', { name: 'Run the code' }).isDisabled()).toBe(true)
  await writeCode(
    '// what is asked\nconst more = { n: 1, ok: true, text: "a\\n", found: /b+/ }\nreturn { asked: $input, city: $city, topic: $flow.state.topic }',
  )
  await trial().getByText('Stands for {{question}}').waitFor()
  await trial().getByLabel('$input').fill('Where?')
  await trial().getByLabel('$city').fill('Oslo')
  await trial().getByRole('button', { name: 'Run the code' }).click()
  await result().waitFor()
  expect(JSON.parse(await result().innerText())).toEqual({ asked: 'Where?', city: 'Oslo', topic: 'tulips' })
  await expectAccessible(page, 'a tried function')
  await page.evaluate(() => {
    document.documentElement.dataset.mantineColorScheme = 'dark'
  })
  await expectAccessible(page, 'a tried function in dark colours', 'contrast')
})

test('it is run again from the keyboard, and an old result says that it is old', async () => {
  const { page } = journey
  await writeCode('return $city.length')
  await trial().getByText('The code was changed since.').waitFor()
  await trial().getByLabel('$city').press('Control+Enter')
  await trial().getByText('4', { exact: true }).waitFor()
  await page.keyboard.press('Tab')
  await trial().getByLabel('$flow.state.topic').and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Tab')
  await trial().getByRole('button', { name: 'Run the code' }).and(page.locator(':focus')).waitFor()
})

test('a fault is told with its line, and a function that hangs is given up', async () => {
  journey.visitor.watch.allow('400 (Bad Request)')
  await writeCode('const a = {}\nreturn a.b.c')
  await trial().getByRole('button', { name: 'Run the code' }).click()
  await trial()
    .getByText(/cannot read property 'c' of undefined \(line 2\)/)
    .waitFor()
  await writeCode('for (;;) {}')
  await trial().getByRole('button', { name: 'Run the code' }).click()
  await trial().getByText('The code runs.').waitFor()
  await trial().getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => trial().getByText('The code runs.').count()).toBe(0)
  await writeCode('return "again"')
  await trial().getByRole('button', { name: 'Run the code' }).click()
  await trial().getByText('again', { exact: true }).waitFor()
})

test('the names of the sandbox are offered by keyboard, and what cannot be right is told below the code', async () => {
  const { page } = journey
  const form = page.getByRole('textbox', { name: /Javascript Function/ })
  const options = page.getByRole('listbox').getByRole('option')
  await form.focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('return $ci')
  await options.filter({ hasText: '$city' }).waitFor()
  await expectAccessible(page, 'names that are offered')
  await page.keyboard.press('Enter')
  await page.keyboard.type(' + $flow.state.')
  await options.filter({ hasText: 'topic' }).waitFor()
  await expectAccessible(page, 'members that are offered')
  await page.keyboard.press('Enter')
  expect(await form.locator('.cm-line').allInnerTexts()).toEqual(['return $city + $flow.state.topic'])
  await writeCode('const a = require("lodash")\nreturn $town')
  await page.getByText('Line 1: “lodash” cannot be required here.').waitFor()
  await page.getByText('Line 2: nothing is called $town here.').waitFor()
  await expectAccessible(page, 'code with faults')
  await page.evaluate(() => {
    document.documentElement.dataset.mantineColorScheme = 'dark'
  })
  await expectAccessible(page, 'code with faults in dark colours', 'contrast')
  await page.getByRole('textbox', { name: 'Variable Name' }).fill('town')
  await expect.poll(() => page.getByText('nothing is called $town here').count()).toBe(0)
})
