import { expect, test } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { signInAsAdministrator } from '../support/administrator.ts'
import { openApi } from '../support/call-api.ts'
import { canvasOf } from '../support/canvas.ts'
import { prepareJourney } from '../support/journey.ts'
import { restingBox } from '../support/resting-box.ts'

const COLUMNS = 10
const NODES = 60
const journey = prepareJourney()
const card = (name: string) => canvasOf(journey.page).card(name)
const hasFocus = (name: string) => card(name).and(journey.page.locator(':focus')).waitFor()

/** More cards than any screen shows, far apart. */
function wideFlow() {
  const nodes = Array.from({ length: NODES }, (_, index) => ({
    id: `customFunctionAgentflow_${index}`,
    type: 'agentFlow',
    position: { x: (index % COLUMNS) * 900, y: Math.floor(index / COLUMNS) * 700 },
    data: {
      id: `customFunctionAgentflow_${index}`,
      name: 'customFunctionAgentflow',
      label: `Step number ${index}`,
      inputs: {},
      outputs: {},
    },
  }))
  return JSON.stringify({ nodes, edges: [], viewport: { x: 0, y: 0, zoom: 1 } })
}

async function goTo(text: string) {
  const { page } = journey
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Go to a node' })
  await dialog.getByRole('combobox', { name: 'Name of the node' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type(text)
  await page
    .getByRole('option', { name: new RegExp(text) })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
}

test('a node that lies far outside of the view is found by its name and gets the focus', async () => {
  const { page, product } = journey
  await signInAsAdministrator(page)
  const api = await openApi(product.address)
  const body = { name: 'Wide', type: 'AGENTFLOW', flowData: wideFlow() }
  const { id } = await api.post<{ id: string }>('/chatflows', body)
  await page.goto(`/v2/agentcanvas/${id}`)
  await card('Step number 0').waitFor()
  expect(await card('Step number 57').count(), 'it is not drawn').toBe(0)
  await goTo('number 57')
  await hasFocus('Step number 57')
  const { x, width } = await restingBox(card('Step number 57'))
  expect(x).toBeGreaterThan(0)
  expect(x + width).toBeLessThan(1440)
  await page.keyboard.press('/')
  await page.getByRole('dialog', { name: 'Go to a node' }).waitFor()
  await expectAccessible(page, 'the search for a node')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await hasFocus('Step number 57')
})

test('the card that has the focus is moved, opened and deleted by keys', async () => {
  const { page } = journey
  const placeOf = (name: string) => restingBox(card(name))
  const before = await placeOf('Step number 57')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await expect
    .poll(async () => {
      const { x, y } = await placeOf('Step number 57')
      return [Math.round(x - before.x), Math.round(y - before.y)]
    })
    .toEqual([25, 5])
  await page.keyboard.press('Enter')
  const form = page.getByRole('region', { name: 'Settings of Step number 57' })
  await form.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Tab')
  await form.getByRole('textbox', { name: 'Name of the node' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'hidden' })
  await hasFocus('Step number 57')
  await page.keyboard.press('Delete')
  await expect.poll(() => card('Step number 57').count()).toBe(0)
  await page.keyboard.press('Control+z')
  await card('Step number 57').waitFor()
})

test('a card is connected by keys, and its edge is reached and deleted by them', async () => {
  const { page } = journey
  await goTo('number 3')
  await hasFocus('Step number 3')
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'Connect to…' })
  await dialog.getByRole('combobox', { name: 'Lead to' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('number 4')
  await page
    .getByRole('option', { name: 'Step number 4' })
    .and(page.locator('[data-combobox-selected]'))
    .waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'Step number 4' }).waitFor({ state: 'hidden' })
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await hasFocus('Step number 3')
  const edge = page.getByRole('group', { name: 'Step number 3 → Step number 4' })
  await edge.focus()
  await page.keyboard.press('Delete')
  await expect.poll(() => canvasOf(page).edges().count()).toBe(0)
})

test('keys pressed in a menu or a dialog above the canvas mean nothing to the canvas [S4-CANVAS-04]', async () => {
  const { page } = journey
  const form = page.getByRole('region', { name: 'Settings of Step number 3' })
  const actions = form.getByRole('button', { name: 'Actions' })
  await card('Step number 3').focus()
  await page.keyboard.press('Enter')
  await actions.click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor({ state: 'hidden' })
  expect(await form.isVisible(), 'Escape closes the menu alone').toBe(true)
  await actions.and(page.locator(':focus')).waitFor()
  await actions.click()
  await page.getByRole('menuitem', { name: 'Connect to…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect to…' })
  await dialog.getByRole('button', { name: 'Cancel' }).focus()
  await page.keyboard.press('Delete')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(await form.isVisible(), 'nothing was deleted or closed behind the dialog').toBe(true)
  await page.getByRole('button', { name: 'Use by API' }).click()
  const above = page.getByRole('dialog', { name: 'Use by API' })
  await above.waitFor()
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  await page.keyboard.press('Delete')
  await page.keyboard.press('Control+k')
  expect(await page.getByRole('dialog').count()).toBe(1)
  await page.keyboard.press('Escape')
  await above.waitFor({ state: 'hidden' })
  expect(await form.isVisible(), 'nor behind a dialog without the focus').toBe(true)
})
