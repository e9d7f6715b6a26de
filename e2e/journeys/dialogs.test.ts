import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { ADMINISTRATOR, signInAsAdministrator } from '../support/administrator.ts'
import { canvasOf } from '../support/canvas.ts'
import { COLOURS, setColours } from '../support/colours.ts'
import { fillInstallation } from '../support/installation.ts'
import { prepareJourney } from '../support/journey.ts'
import { expectNoSidewaysScroll, WIDTHS } from '../support/page-width.ts'
import { publishedFlow } from '../support/published-flow.ts'

const journey = prepareJourney()
const button = (name: RegExp | string) => journey.page.getByRole('button', { name })

async function open(path: string) {
  await journey.page.goto(path)
  await journey.page.getByRole('heading', { level: 1 }).first().waitFor()
}

async function openExample() {
  await open('/chatflows?q=Start')
  await journey.page.getByRole('link', { name: /Start here/ }).click()
  await canvasOf(journey.page).card('Tool Agent').waitFor()
}

async function renameCalculator(page: Page, name: string) {
  await canvasOf(page).card('Calculator').click()
  await page.getByLabel('Name of the node').fill(name)
  await canvasOf(page).closeForm()
}

/** Chooses an entry of the menu that a button opens. */
async function chooseFrom(opener: Locator, entry: string) {
  await opener.click()
  await journey.page.getByRole('menuitem', { name: entry }).click()
}

/** Looks at an open dialog in both colours and at all widths. */
async function checkLooks(name: RegExp | string): Promise<Locator> {
  const { page } = journey
  const dialog = page.getByRole('dialog', { name })
  await dialog.waitFor()
  for (const colour of COLOURS) {
    await setColours(page, colour)
    // What lies behind it is looked at without it.
    const scope = colour === 'light' ? 'everything' : 'contrast'
    await expectAccessible(page, `${name}, ${colour}`, { within: '[role="dialog"]', scope })
  }
  await setColours(page, 'light')
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page, `${name} at ${width}`)
    await expectToFit(dialog, width)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  return dialog
}

async function expectToFit(dialog: Locator, width: number) {
  const sides = await dialog.evaluate((element) => {
    const { left, right } = element.getBoundingClientRect()
    return { left, right, inner: element.scrollWidth - element.clientWidth }
  })
  expect(sides.inner, 'pixels that its content is too wide').toBeLessThanOrEqual(0)
  expect(sides.left).toBeGreaterThanOrEqual(0)
  expect(sides.right).toBeLessThanOrEqual(width)
}

/** Looks at an open dialog, closes it by Escape, and expects the focus where it was before. */
async function checkDialog(name: RegExp | string, opener: Locator) {
  const dialog = await checkLooks(name)
  await journey.page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await opener.and(journey.page.locator(':focus')).waitFor()
}

test('an installation is filled', async () => {
  await signInAsAdministrator(journey.page)
  await fillInstallation(journey.product.address, 'few')
})

describe('dialogs of the lists', () => {
  test('the version [S2-TOP-08 S2-VERS-01]', async () => {
    await open('/chatflows')
    const account = button(`Your account, ${ADMINISTRATOR.name}`)
    await chooseFrom(account, 'Version')
    await checkDialog('Runnel', account)
  })

  test('a menu is worked by keys, and a second click closes it', async () => {
    const { page } = journey
    await open('/chatflows?q=Start')
    const menu = button(/^Actions for Start here/)
    const entry = (name: string) => page.getByRole('menuitem', { name })
    await menu.focus()
    await page.keyboard.press('Enter')
    await entry('Rename').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('ArrowDown')
    await entry('Duplicate').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Escape')
    await entry('Rename').waitFor({ state: 'detached' })
    await menu.and(page.locator(':focus')).waitFor()
    const place = await menu.boundingBox()
    const click = () => page.mouse.click((place?.x ?? 0) + 8, (place?.y ?? 0) + 8)
    await click()
    await entry('Rename').waitFor()
    await click()
    await entry('Rename').waitFor({ state: 'detached' })
  })

  test('a flow is renamed or deleted [S2-DLG-09]', async () => {
    await open('/chatflows?q=Start')
    const menu = button(/^Actions for Start here/)
    await chooseFrom(menu, 'Rename')
    await checkDialog('Rename', menu)
    await chooseFrom(menu, 'Delete')
    await checkDialog(/^Delete “Start here/, menu)
  })

  test('the report of an import', async () => {
    const { page } = journey
    await open('/chatflows')
    await page.locator('input[type="file"]').setInputFiles({
      name: 'Pirate Chatflow.json',
      mimeType: 'application/json',
      buffer: Buffer.from(publishedFlow),
    })
    await checkLooks('“Pirate” is imported')
  })

  test('a key is made, shown, changed and revoked', async () => {
    const { page } = journey
    await open('/apikey')
    await button('New key').click()
    const dialog = page.getByRole('dialog', { name: 'New API key' })
    await dialog.getByRole('checkbox', { name: 'Everything I may do' }).waitFor()
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await dialog.getByText('Choose at least one permission.').waitFor()
    await checkDialog('New API key', button('New key'))
    await button('New key').click()
    await dialog
      .getByRole('textbox', { name: 'Key name' })
      .fill('A key with a name that needs more than one line')
    await dialog.getByRole('checkbox', { name: 'Everything I may do' }).check()
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('dialog', { name: /is made$/ }).waitFor()
    await checkLooks(/is made$/)
    await page.keyboard.press('Escape')
    const question = await checkLooks('Close it without a copy?')
    await question.getByRole('button', { name: 'Close it' }).click()
    await button('New key').and(page.locator(':focus')).waitFor()
    await button('Change Program 1').click()
    await page.getByRole('checkbox', { name: 'Everything I may do' }).waitFor()
    await checkDialog('Change the API key', button('Change Program 1'))
    await button('Revoke Program 1').click()
    await checkDialog(/^Revoke “Program 1/, button('Revoke Program 1'))
  })

  test('a run is deleted', async () => {
    await open('/executions')
    const remove = button(/^Delete the run/).first()
    await remove.click()
    await checkDialog(/^Delete/, remove)
  })
})

describe('dialogs of the canvas', () => {
  test('the calls of the flow', async () => {
    await openExample()
    await button('Use by API').click()
    await checkDialog('Use by API', button('Use by API'))
    await button('Use by API').click()
    await button('New key').click()
    await checkLooks('New API key')
    await journey.page.keyboard.press('Escape')
    await journey.page.getByRole('dialog', { name: 'Use by API' }).waitFor()
    await journey.page.keyboard.press('Escape')
    await button('Use by API').and(journey.page.locator(':focus')).waitFor()
  })

  test('two nodes are connected, and the unsaved work is offered later', async () => {
    const { page } = journey
    await openExample()
    const kept = page.waitForResponse(
      (response) => response.url().endsWith('/draft') && response.request().method() === 'POST',
    )
    await canvasOf(page).drop('LLM Chain', { x: 700, y: 700 })
    await kept
    await canvasOf(page).card('Demo model').click()
    const settings = page.getByRole('region', { name: 'Settings of Demo model' })
    const more = settings.getByRole('button', { name: 'More actions' })
    await chooseFrom(more, 'Connect to…')
    await checkDialog('Connect to…', more)
    await page.reload()
    await checkLooks('Go on with unsaved work?')
    await button('Discard it').click()
  })

  test('a credential is made', async () => {
    const { page } = journey
    await page.goto('/canvas')
    await canvasOf(page).add('OpenAI')
    const create = page.getByRole('button', { name: 'New', exact: true })
    await create.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').getByText('This field is needed.').first().waitFor()
    await checkDialog('New credential', create)
  })

  test('somebody else saved the flow', async () => {
    const { page, visitor } = journey
    visitor.watch.allow('409')
    await openExample()
    const other = await visitor.openTab()
    await other.page.goto(page.url())
    await renameCalculator(other.page, 'Theirs')
    await canvasOf(other.page).save()
    await other.page.close()
    await renameCalculator(page, 'Mine')
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await save.click()
    await checkDialog('This flow was saved elsewhere', save)
  })
})
