import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ADMINISTRATOR } from '../support/administrator.ts'
import { canvasOf } from '../support/canvas.ts'
import { prepareJourney } from '../support/journey.ts'

const MOST_STEPS = 120
const journey = prepareJourney()

/** Presses Tab until the element that has the focus is named so. */
async function tabTo(page: Page, name: RegExp | string): Promise<void> {
  const seen: string[] = []
  for (let step = 0; step < MOST_STEPS; step++) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(nameOfFocused)
    if (typeof name === 'string' ? focused === name : name.test(focused)) return
    seen.push(focused)
  }
  throw new Error(`Tab never came to ${String(name)}. It came to: ${seen.join(' · ')}`)
}

function nameOfFocused(): string {
  const element = document.activeElement
  if (!(element instanceof HTMLElement)) return ''
  const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
  const named = labels.map((label) => label.innerText.replace(/\s*\*$/, '')).join(' ')
  return (element.getAttribute('aria-label') ?? (named || element.innerText)).trim()
}

test('set-up, list and canvas are reached without a mouse', async () => {
  const { page } = journey
  await page.goto('/')
  await page.getByRole('heading', { name: 'Set up Runnel' }).waitFor()
  const filled = [
    ['Name', ADMINISTRATOR.name],
    ['E-mail', ADMINISTRATOR.email],
    ['New password', ADMINISTRATOR.password],
    ['Repeat the password', ADMINISTRATOR.password],
  ] as const
  await page.locator('body').press('Tab')
  await page.getByRole('textbox', { name: 'Name', exact: true }).focus()
  for (const [index, [label, value]] of filled.entries()) {
    if (index > 0) await tabTo(page, label)
    await page.keyboard.type(value)
  }
  await page.keyboard.press('Enter')
  await page.waitForURL('**/chatflows')
  await page.getByRole('link', { name: /Start here/ }).waitFor()
  await tabTo(page, 'New chatflow')
  await page.keyboard.press('Enter')
  await page.getByText('Nothing here yet').waitFor()
})

/** Takes a node from the list by its name. */
async function addByKeys(label: string) {
  const { page } = journey
  await page.getByLabel('Search nodes').focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(label)
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: `Settings of ${label}` }).waitFor()
}

/** Connects a node to the one of its targets that holds this text. */
async function connectByKeys(node: string, target: string) {
  const { page } = journey
  await canvasOf(page).card(node).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: `Settings of ${node}` }).waitFor()
  await tabTo(page, 'More actions')
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Connect to…' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Connect to…' })
  await dialog.getByRole('combobox', { name: 'Lead to' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type(target)
  await page.getByRole('option', { name: target }).and(page.locator('[data-combobox-selected]')).waitFor()
  await page.keyboard.press('Enter')
  await tabTo(page, 'Connect')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
}

test('nodes are added, connected and saved without a mouse', async () => {
  const { page } = journey
  await page.getByLabel('Search nodes').and(page.locator(':focus')).waitFor()
  for (const label of ['Demo model', 'Buffer Memory', 'Conversation Chain']) await addByKeys(label)
  await page.getByRole('button', { name: 'Close the settings' }).press('Enter')
  await page.getByRole('button', { name: 'Fit View' }).press('Enter')
  await connectByKeys('Demo model', 'Chat Model')
  // Only one port takes it, which is chosen already.
  await canvasOf(page).card('Buffer Memory').press('c')
  await page.getByRole('combobox', { name: 'Lead to' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => canvasOf(page).edges().count()).toBe(2)
  await page.keyboard.press('Control+s')
  await page.getByText(/^The flow is saved\./).waitFor()
})

test('the button that saves keeps the focus', async () => {
  const { page } = journey
  await addByKeys('Calculator')
  await page.getByRole('button', { name: 'Close the settings' }).press('Enter')
  await canvasOf(page).card('Calculator').and(page.locator(':focus')).waitFor()
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.press('Enter')
  await page.getByText(/saved \d+s ago|saved now/).waitFor()
  await save.and(page.locator(':focus')).waitFor()
  expect(await save.getAttribute('aria-disabled')).toBe('true')
})

test('the chat is opened, asked and left without a mouse', async () => {
  const { page } = journey
  await page.getByRole('link', { name: 'Back to the list' }).focus()
  await page.keyboard.press('Shift+Tab')
  await tabTo(page, 'Chat')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Your question' }).focus()
  await page.keyboard.type('Hello')
  await page.keyboard.press('Enter')
  const chat = page.getByRole('region', { name: 'Chat', exact: true })
  await chat
    .getByText(/You wrote|needs/)
    .first()
    .waitFor()
})

test('a dialog keeps the focus, Escape closes it and gives the focus back', async () => {
  const { page } = journey
  const opener = page.getByRole('button', { name: 'Use by API' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Use by API' })
  await dialog.waitFor()
  for (let step = 0; step < 12; step++) {
    await page.keyboard.press('Tab')
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  }
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await opener.and(page.locator(':focus')).waitFor()
})
