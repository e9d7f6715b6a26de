import { describe, expect, test } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { ADMINISTRATOR, signInAsAdministrator } from '../support/administrator.ts'
import { openApi } from '../support/call-api.ts'
import { canvasOf } from '../support/canvas.ts'
import { chatOf } from '../support/chat.ts'
import { fillInstallation } from '../support/installation.ts'
import { prepareJourney } from '../support/journey.ts'
import { expectNoSidewaysScroll, WIDTHS } from '../support/page-width.ts'

const journey = prepareJourney()
const colours = ['light', 'dark'] as const
const lists = ['/chatflows', '/agentflows', '/executions', '/apikey'] as const

async function setColours(colour: (typeof colours)[number]) {
  const { page } = journey
  await page.evaluate((isDark) => localStorage.setItem('isDarkMode', String(isDark)), colour === 'dark')
  await page.reload()
  await page.locator(`html[data-mantine-color-scheme="${colour}"]`).waitFor()
}

async function open(path: string) {
  await journey.page.goto(path)
  await journey.page.getByRole('heading', { level: 1 }).first().waitFor()
  await journey.page.waitForLoadState('networkidle')
}

async function checkAt(path: string) {
  const { page } = journey
  for (const colour of colours) {
    await open(path)
    await setColours(colour)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForLoadState('networkidle')
    await expectAccessible(page, `${path}, ${colour}`)
  }
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page, `${path} at ${width}`)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('the set-up page', async () => {
  await checkAt('/')
})

test('the lists while they are empty', async () => {
  await signInAsAdministrator(journey.page)
  for (const path of lists) await checkAt(path)
})

test('the lists when they are full, and their other pages', async () => {
  const { page, product } = journey
  const { agentflowId } = await fillInstallation(product.address, 'many')
  for (const path of lists) await checkAt(path)
  await checkAt('/chatflows?view=table')
  await checkAt('/chatflows?q=nothing-is-called-so')
  const runs = await (await openApi(product.address)).get<{ data: { id: string }[] }>(
    '/executions?page=1&limit=1',
  )
  await checkAt(`/executions/${runs.data[0]?.id}`)
  await checkAt(`/v2/agentcanvas/${agentflowId}`)
  await checkAt('/unauthorized')
  await checkAt('/no-such-page')
  await open('/chatflows')
  await page.getByRole('button', { name: 'Next page' }).click()
  expect(new URL(page.url()).search).toContain('page=2')
})

describe.each(colours)('in %s colours', (colour) => {
  test('the dialogs and menus of the lists', async () => {
    const { page } = journey
    await open('/chatflows?q=Start')
    await setColours(colour)
    await page.getByRole('button', { name: /^Actions for Start here/ }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).waitFor()
    await expectAccessible(page, 'the menu of a flow')
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').waitFor()
    await expectAccessible(page, 'the question before a deletion')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: `Your account, ${ADMINISTRATOR.name}` }).click()
    await page.getByRole('menuitem', { name: 'Version' }).waitFor()
    await expectAccessible(page, 'the account menu')
    await open('/apikey')
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByRole('checkbox', { name: 'Everything I may do' }).waitFor()
    await expectAccessible(page, 'the dialog of a new key')
  })

  test('the canvas with its panels and dialogs', async () => {
    const { page } = journey
    await open('/chatflows?q=Start')
    await page.getByRole('link', { name: /Start here/ }).click()
    await canvasOf(page).card('Tool Agent').waitFor()
    await expectAccessible(page, 'the canvas with the palette')
    await canvasOf(page).card('Tool Agent').click()
    await page.getByRole('region', { name: 'Settings of Tool Agent' }).waitFor()
    await chatOf(page).open()
    await chatOf(page).ask('What is 6 * 7?')
    await expectAccessible(page, 'the canvas with form, chat and run')
    await page.getByRole('button', { name: 'Use by API' }).click()
    await page.getByRole('dialog', { name: 'Use by API' }).waitFor()
    await expectAccessible(page, 'the API dialog')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /problem/i }).click()
    await page.getByRole('region', { name: 'Problems' }).waitFor()
    await expectAccessible(page, 'the problems')
  })
})

test('the canvas on a telephone', async () => {
  const { page } = journey
  await page.setViewportSize({ width: 390, height: 844 })
  await open('/chatflows?q=Start')
  await page.getByRole('link', { name: /Start here/ }).click()
  await canvasOf(page).card('Tool Agent').waitFor()
  await expectNoSidewaysScroll(page, 'the canvas on a telephone')
  await chatOf(page).open()
  expect(await chatOf(page).ask('What is 6 * 7?')).toContain('42')
  await expectNoSidewaysScroll(page, 'the chat on a telephone')
  await expectAccessible(page, 'the chat on a telephone')
})

test('the sign-in page', async () => {
  const { page, visitor } = journey
  await page.setViewportSize({ width: 1440, height: 900 })
  await visitor.context.clearCookies()
  visitor.watch.allow('401')
  await checkAt('/login')
})
