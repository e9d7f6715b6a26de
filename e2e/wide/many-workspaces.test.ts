import { expect, test } from 'vitest'
import { signInAsAdministrator } from '../support/administrator.ts'
import { type ApiCaller, openApi } from '../support/call-api.ts'
import { tabTo } from '../support/company.ts'
import { expectWholeRing } from '../support/focus-ring.ts'
import { prepareJourney } from '../support/journey.ts'
import { inGerman, look } from '../support/look-closely.ts'

const MADE = 60
const journey = prepareJourney()
let api: ApiCaller

/** Opens the dialog that looks for a workspace, from the menu that holds the first of them, in any language. */
async function openFinder() {
  const { page } = journey
  await page.locator('.workspace-switcher').press('Enter')
  const find = page.getByRole('menuitem', { name: /^(Find another workspace|Anderen Arbeitsbereich suchen)/ })
  await find.waitFor()
  await find.press('Enter')
  await page.getByRole('dialog').getByRole('combobox').and(page.locator(':focus')).waitFor()
}

test('who is in more workspaces than a menu holds finds any of them by its name, at 390 px by the keyboard alone', async () => {
  const { page } = journey
  await signInAsAdministrator(page)
  api = await openApi(journey.product.address)
  for (let n = 0; n < MADE; n++) await api.post('/workspace', { name: `Room ${String(n).padStart(2, '0')}` })
  await page.reload()
  await openFinder()
  const field = page
    .getByRole('dialog', { name: 'Switch workspace' })
    .getByRole('combobox', { name: 'Workspace' })
  await field.fill('No such room')
  await page.getByText('No workspace has such a name.').waitFor()
  await look(page, 'finder-none')
  await page.setViewportSize({ width: 390, height: 900 })
  // The oldest: the session does not tell it.
  await field.fill('Room 00')
  const option = page.getByRole('option', { name: 'Room 00' })
  await option.waitFor()
  await look(page, 'finder')
  await page.setViewportSize({ width: 390, height: 900 })
  await field.press('ArrowDown')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Switch workspace' })
  const open = dialog.getByRole('button', { name: 'Open', exact: true })
  await tabTo(page, open)
  await expectWholeRing(page, 'the button that switches')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Workspace: Room 00' }).waitFor()
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('the finder is German where the person is', async () => {
  await inGerman(journey.page, 'finder', openFinder)
})

test('Esc gives the finder up, and the focus goes back to the switcher', async () => {
  const { page } = journey
  await openFinder()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.locator('.workspace-switcher').and(page.locator(':focus')).waitFor()
  expect(await page.locator('.workspace-switcher').innerText()).toContain('Room 00')
})
