import { beforeAll, beforeEach, expect, test } from 'vitest'
import { signInAsAdministrator } from '../support/administrator.ts'
import { type ApiCaller, openApi } from '../support/call-api.ts'
import { canvasOf } from '../support/canvas.ts'
import { chatOf } from '../support/chat.ts'
import { makeAgentflow } from '../support/installation.ts'
import { prepareJourney } from '../support/journey.ts'
import { expectCanvasStayed, watchCanvas } from '../support/watch-canvas.ts'

const journey = prepareJourney()
/** The code and the texts of everything that stands around the canvas. */
const PANELS =
  /\/assets\/(flow-chat|inspector|flow-problems|palette)-panel-[^/]*\.js|\/assets\/(chat|node-form)-[\w-]{8}\.js/
/** Everything that is fetched only when it is first used. */
const EVERYTHING = '**/assets/**'
const PANEL_NAMES = ['Add nodes', 'Chat', 'Problems'] as const
let api: ApiCaller

beforeAll(async () => {
  for (const fault of ['Failed to fetch', 'ERR_FAILED', 'dynamically imported', 'preload CSS'])
    journey.visitor.watch.allow(fault)
  await signInAsAdministrator(journey.page)
  api = await openApi(journey.product.address)
})

beforeEach(() => journey.page.unrouteAll())

/** Opens a flow of its own: unsaved work of the test before would otherwise come along, at once or in the middle. */
async function openFlow() {
  const { page } = journey
  await page.goto(`/v2/agentcanvas/${await makeAgentflow(api)}`)
  await canvasOf(page).card('llm').waitFor()
  await watchCanvas(page)
}

const button = (name: string | RegExp) => journey.page.getByRole('button', { name }).first()
const side = (name: string) => journey.page.getByRole('complementary', { name })

test('every panel that is slow waits alone', async () => {
  const { page } = journey
  let letGo: () => void = () => undefined
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(PANELS, async (route) => {
    await gate
    await route.continue()
  })
  await openFlow()
  await canvasOf(page).card('llm').click()
  await side('Settings of a node').getByLabel('Loading').waitFor()
  await button(/^Chat$/).click()
  await side('Chat').getByLabel('Loading').waitFor()
  await button(/problem/i).click()
  await side('Problems').getByLabel('Loading').waitFor()
  letGo()
  for (const name of ['Chat', 'Problems', 'Settings of llm']) {
    await page.getByRole('region', { name, exact: true }).waitFor()
  }
  await expectCanvasStayed(page, 'slow panels')
})

test('every panel that cannot be loaded fails alone, keeps the document, and can be tried again', async () => {
  const { page } = journey
  await page.route(PANELS, (route) => route.abort())
  await openFlow()
  await canvasOf(page).card('llm').click()
  await side('Settings of a node').getByRole('alert').waitFor()
  await side('Add nodes').getByRole('alert').waitFor()
  await button(/^Chat$/).click()
  await side('Chat').getByRole('alert').waitFor()
  await button(/problem/i).click()
  await side('Problems').getByRole('alert').waitFor()
  await page.unrouteAll()
  for (const name of ['Settings of a node', 'Chat', 'Problems']) {
    await side(name).getByRole('button', { name: 'Try again' }).click()
  }
  for (const name of ['Chat', 'Problems', 'Settings of llm']) {
    await page.getByRole('region', { name, exact: true }).waitFor()
  }
  await expectCanvasStayed(page, 'failing panels')
})

test('dialogs, editors and answers whose code cannot be loaded take nothing from the screen', async () => {
  const { page } = journey
  await openFlow()
  for (const name of PANEL_NAMES) {
    const toggle = button(name === 'Problems' ? /problem/i : name)
    if ((await toggle.getAttribute('aria-expanded')) !== 'true') await toggle.click()
    await page.getByRole('region', { name, exact: true }).waitFor()
  }
  await page.waitForLoadState('networkidle')
  await page.route(EVERYTHING, (route) => route.abort())

  await button('Use by API').click()
  await page
    .getByText(/could not be loaded/)
    .first()
    .waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)

  await canvasOf(page).add('Custom Function')
  await page.getByRole('textbox', { name: /^Javascript Function/ }).fill('return 1')
  await canvasOf(page).closeForm()

  const address = page.url()
  await page.getByRole('link', { name: 'Back to the list' }).click()
  // The question before work is lost was fetched while the server was there.
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
  expect(page.url()).toBe(address)

  await page.unroute(EVERYTHING)
  await button('Use by API').click()
  await page.getByRole('dialog', { name: 'Use by API' }).waitFor()
  await page.keyboard.press('Escape')
  await expectCanvasStayed(page, 'parts without code')
})

test('an answer whose drawing cannot be loaded is read as it came', async () => {
  const { page } = journey
  await page.route('**/assets/markdown-text-*.js', (route) => route.abort())
  await openFlow()
  await chatOf(page).open()
  expect(await chatOf(page).ask('What is 6 * 7?')).not.toBe('')
  await expectCanvasStayed(page, 'an answer without its drawing')
})
