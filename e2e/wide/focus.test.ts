import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { ADMINISTRATOR, signInAsAdministrator } from '../support/administrator.ts'
import { type ApiCaller, openApi } from '../support/call-api.ts'
import { canvasOf } from '../support/canvas.ts'
import { fillInstallation, makeAgentflow } from '../support/installation.ts'
import { prepareJourney } from '../support/journey.ts'

const journey = prepareJourney()
let api: ApiCaller
const button = (name: string | RegExp) => journey.page.getByRole('button', { name }).first()
const press = (key: string) => journey.page.keyboard.press(key)
const hasFocus = (place: Locator) => place.and(journey.page.locator(':focus')).waitFor()
const panel = (name: string) => journey.page.getByRole('region', { name, exact: true })
const form = (label: string) => panel(`Settings of ${label}`)

/** Opens a flow of its own: unsaved work of the test before would otherwise come along, at once or in the middle. */
async function openFlow() {
  const { page } = journey
  await page.goto(`/v2/agentcanvas/${await makeAgentflow(api)}`)
  await canvasOf(page).card('llm').waitFor()
  await panel('Add nodes').waitFor()
}

beforeAll(async () => {
  const { page, product } = journey
  await signInAsAdministrator(page)
  await fillInstallation(product.address, 'few')
  api = await openApi(product.address)
})

describe('panels', () => {
  test.each([
    ['Chat', 't', /^Chat$/, 'Your question', 'Close the chat'],
    ['Add nodes', 'a', /^Add nodes$/, 'Search nodes', 'Close the list of nodes'],
  ])('%s takes the focus when it is opened and gives it back when it is closed', async (...facts) => {
    const [name, key, opener, field, closer] = facts
    await openFlow()
    const toggle = button(opener)
    if ((await toggle.getAttribute('aria-expanded')) === 'true') await toggle.click()
    await canvasOf(journey.page).card('llm').focus()
    await press(key)
    await hasFocus(panel(name).getByLabel(field))
    await panel(name).getByRole('button', { name: closer }).click()
    await hasFocus(toggle)
    await press('Enter')
    await hasFocus(panel(name).getByLabel(field))
  })

  test('Problems gives the focus back when it is closed', async () => {
    await openFlow()
    await button(/problem/i).click()
    await panel('Problems').getByRole('button', { name: 'Close the problems' }).click()
    await hasFocus(button(/problem/i))
  })

  test('Escape leaves a field for its panel, where the keys of the canvas work again', async () => {
    const { page } = journey
    await openFlow()
    await button(/^Chat$/).click()
    await hasFocus(panel('Chat').getByLabel('Your question'))
    await press('Escape')
    await hasFocus(panel('Chat'))
    await press('t')
    await panel('Chat').waitFor({ state: 'detached' })
    await canvasOf(page).card('llm').click()
    await page.getByLabel('Name of the node').focus()
    await press('Escape')
    await hasFocus(form('llm'))
    await press('Escape')
    await form('llm').waitFor({ state: 'detached' })
    await hasFocus(canvasOf(page).card('llm'))
  })
})

describe('the canvas', () => {
  test('a deletion leads to the card before it, by key and by menu, and the last one to the canvas', async () => {
    const { page } = journey
    await openFlow()
    await canvasOf(page).card('directReply').focus()
    await press('Delete')
    await hasFocus(canvasOf(page).card('llm'))
    await canvasOf(page).card('llm').click()
    await form('llm').getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await hasFocus(canvasOf(page).card('start'))
    await press('Delete')
    await hasFocus(page.locator('.canvas-body'))
  })

  test('Enter in the name of the flow leads to the canvas', async () => {
    const { page } = journey
    await openFlow()
    await page.getByLabel('Name of the flow').fill('Named anew')
    await press('Enter')
    await hasFocus(page.locator('.canvas-body'))
    expect(await page.getByLabel('Name of the flow').inputValue()).toBe('Named anew')
  })

  test('an open form is that of the selected node, or none', async () => {
    const { page } = journey
    await openFlow()
    await canvasOf(page).card('llm').click()
    await form('llm').waitFor()
    await press('Control+k')
    await page.getByRole('dialog', { name: 'Go to a node' }).waitFor()
    await page.keyboard.type('directReply')
    await press('Enter')
    await form('directReply').waitFor()
    await hasFocus(canvasOf(page).card('directReply'))
    await press('Control+a')
    await form('directReply').waitFor({ state: 'detached' })
    expect(await page.locator('.react-flow__node.selected').count()).toBeGreaterThan(1)
  })
})

describe('dialogs', () => {
  test('a new credential begins with its name, and a refused one leads to the first bad field', async () => {
    const { page } = journey
    await page.goto('/canvas')
    await canvasOf(page).add('OpenAI')
    await button(/^New$/).click()
    const dialog = page.getByRole('dialog')
    const name = dialog.getByRole('textbox').first()
    await hasFocus(name)
    await name.fill('A key')
    await dialog.getByRole('button', { name: 'Save' }).click()
    const secret = dialog.locator('input[type="password"]').first()
    await hasFocus(secret)
    expect(await secret.getAttribute('aria-invalid')).toBe('true')
    await press('Tab')
    await hasFocus(dialog.getByRole('button', { name: 'Show or hide the text' }))
    await expectAccessible(page, 'a refused credential')
    await press('Escape')
  })

  test('a new key begins with its copy, and Escape does not lose it', async () => {
    const { page } = journey
    await page.goto('/apikey')
    await button('New key').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox', { name: 'Everything I may do' }).waitFor()
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await hasFocus(dialog.getByRole('textbox', { name: 'Key name' }))
    await dialog.getByRole('textbox', { name: 'Key name' }).fill('For a test')
    await dialog.getByRole('checkbox', { name: 'Everything I may do' }).check()
    await dialog.getByRole('button', { name: 'Create key' }).click()
    const made = page.getByRole('dialog', { name: /is made$/ })
    await hasFocus(made.getByRole('button', { name: 'Copy' }))
    await press('Escape')
    const question = page.getByRole('dialog', { name: 'Close it without a copy?' })
    await question.getByText(/was not copied/).waitFor()
    await expectAccessible(page, 'a key that was not copied')
    await press('Escape')
    await question.waitFor({ state: 'detached' })
    await made.waitFor()
    await press('Escape')
    await question.getByRole('button', { name: 'Close it' }).click()
    await made.waitFor({ state: 'detached' })
    await hasFocus(button('New key'))
  })
})

test('what a list loses leaves the focus on its page', async () => {
  const { page } = journey
  for (const [path, opener, menu] of [
    ['/agentflows', /^Actions for/, true],
    ['/apikey', /^Revoke/, false],
    ['/executions', /^Delete the run/, false],
  ] as const) {
    await page.goto(path)
    const rows = page.getByRole('button', { name: opener })
    await rows.first().waitFor()
    const before = await rows.count()
    await button(opener).click()
    if (menu) await page.getByRole('menuitem', { name: 'Delete' }).click()
    const question = page.getByRole('dialog')
    await question.getByRole('button', { name: /^(Delete|Revoke)/ }).click()
    await question.waitFor({ state: 'detached' })
    await expect.poll(() => rows.count(), { message: path }).toBe(before - 1)
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('main') !== null), { message: path })
      .toBe(true)
  }
})

test('the menu of a telephone gives the focus back', async () => {
  const { page } = journey
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/chatflows')
  const opener = page.getByRole('banner').getByRole('button').first()
  await opener.click()
  await page.getByRole('dialog').waitFor()
  await press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await hasFocus(opener)
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('a refused sign-in leads to the first bad field', async () => {
  const stranger = await journey.openVisitor()
  const { page } = stranger
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(ADMINISTRATOR.email)
  await page.getByRole('button', { name: 'Sign in' }).click()
  const password = page.getByRole('textbox', { name: 'Password' })
  await password.and(page.locator(':focus')).waitFor()
  expect(await password.getAttribute('aria-invalid')).toBe('true')
})
