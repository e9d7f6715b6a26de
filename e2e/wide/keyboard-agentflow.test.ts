import { expect, test } from 'vitest'
import { signInAsAdministrator } from '../support/administrator.ts'
import { canvasOf } from '../support/canvas.ts'
import { prepareJourney } from '../support/journey.ts'
import { letTimersRun } from '../support/let-timers-run.ts'

const journey = prepareJourney()
const focused = () => journey.page.locator(':focus')

/** Presses Tab until what has the focus bears this label. */
async function tabTo(label: string): Promise<void> {
  const { page } = journey
  const wanted = page
    .getByLabel(label, { exact: true })
    .or(page.getByRole('button', { name: label, exact: true }))
  for (let step = 0; step < 60; step++) {
    if ((await wanted.and(focused()).count()) > 0) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never came to “${label}”.`)
}

/** Goes to the search of the palette and takes a node by Enter; then Control+K leads to its card, Enter into its form. */
async function add(label: string, card: string): Promise<void> {
  const { page } = journey
  await page.getByRole('textbox', { name: 'Search nodes' }).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(label)
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: `Settings of ${card}` }).waitFor()
  await goTo(card)
  await page.keyboard.press('Enter')
  await page
    .getByRole('region', { name: `Settings of ${card}` })
    .and(focused())
    .waitFor()
}

async function goTo(card: string): Promise<void> {
  const { page } = journey
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Name of the node' }).and(focused()).waitFor()
  await page.keyboard.type(card)
  await page.getByRole('option', { name: card }).first().waitFor()
  await page.keyboard.press('Enter')
  await canvasOf(page).card(card).and(focused()).waitFor()
}

/** Chooses an option of the select that has the focus. */
async function choose(option: string): Promise<void> {
  const { page } = journey
  await letTimersRun(page)
  await page.keyboard.press('ArrowDown')
  await letTimersRun(page)
  const wanted = page.getByRole('option', { name: new RegExp(`^${option}`) })
  await wanted.first().waitFor()
  for (let step = 0; step < 120; step++) {
    if ((await wanted.and(page.locator('[data-combobox-selected]')).count()) > 0) break
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
}

async function connect(from: string, choice: string): Promise<void> {
  const { page } = journey
  await goTo(from)
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'Connect to…' })
  await dialog.getByRole('combobox', { name: 'Lead to' }).and(focused()).waitFor()
  await page.keyboard.type(choice)
  await page.getByRole('option', { name: choice }).and(page.locator('[data-combobox-selected]')).waitFor()
  await page.keyboard.press('Enter')
  await tabTo('Connect')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
}

async function rename(name: string): Promise<void> {
  await tabTo('Name of the node')
  await journey.page.keyboard.press('Control+a')
  await journey.page.keyboard.type(name)
}

test('an agentflow with a condition is built, saved and asked without a mouse', async () => {
  const { page } = journey
  await signInAsAdministrator(page)
  await page.goto('/v2/agentcanvas')
  await canvasOf(page).card('Start').waitFor()
  await add('LLM', 'LLM 0')
  await tabTo('Model *')
  await choose('Demo model')
  await add('Condition', 'Condition 0')
  await tabTo('Value 1 *')
  await page.keyboard.type('{{question}}')
  await tabTo('Operation *')
  await choose('Contains')
  await tabTo('Value 2 *')
  await page.keyboard.type('tulip')
  await add('Direct Reply', 'Direct Reply 0')
  await rename('Flowers')
  await tabTo('Message *')
  await page.keyboard.type('That was about flowers.')
  await add('Direct Reply', 'Direct Reply 1')
  await rename('Other things')
  await tabTo('Message *')
  await page.keyboard.type('That was about something else.')
  await connect('Start', 'LLM')
  await connect('LLM 0', 'Condition')
  await connect('Condition 0', '0 → Flowers')
  await connect('Condition 0', 'Else → Other')
  expect(await canvasOf(page).edges().count()).toBe(4)
  await page.keyboard.press('Control+s')
  await page.getByText('The flow is saved.', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Chat', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Your question', { exact: true }).waitFor()
  await tabTo('Your question')
  for (const [question, answer] of [
    ['Do you know a tulip?', 'That was about flowers.'],
    ['And a car?', 'That was about something else.'],
  ] as const) {
    await page.keyboard.type(question)
    await page.keyboard.press('Enter')
    await page.getByRole('article', { name: 'Answer' }).getByText(answer).waitFor()
  }
})
