import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { signInAsAdministrator } from '../support/administrator.ts'
import { COLOURS, setColours } from '../support/colours.ts'
import { prepareJourney } from '../support/journey.ts'
import { startTableServer, type TableServer } from '../support/mcp-server.ts'
import { expectNoSidewaysScroll, WIDTHS } from '../support/page-width.ts'

let tables: TableServer
beforeAll(async () => {
  tables = await startTableServer()
})
afterAll(() => tables.close())

const journey = prepareJourney(() => ({ EGRESS_ALLOW: tables.host }))
const dialogOf = (name: string) => journey.page.getByRole('dialog', { name })

async function expectGood(what: string) {
  const { page } = journey
  for (const colour of COLOURS) {
    await setColours(page, colour)
    await expectAccessible(page, `${what}, ${colour}`)
  }
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page, `${what} at ${width}`)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('a server is added by keyboard, and what is missing is said at its field', async () => {
  const { page } = journey
  await signInAsAdministrator(page)
  await page.getByRole('link', { name: 'Tools', exact: true }).click()
  await page.getByRole('tab', { name: 'Custom tools' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('heading', { name: 'No MCP servers yet' }).waitFor()
  expect(new URL(page.url()).search).toBe('?tab=servers')
  await expectGood('the empty list of servers')
  await page.getByRole('button', { name: 'New server' }).focus()
  await page.keyboard.press('Enter')
  const dialog = dialogOf('New MCP server')
  await dialog.getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await dialog.getByText('Enter a name.').waitFor()
  await dialog.getByText('Enter the address.').waitFor()
  await page.keyboard.type('Tables')
  await dialog.getByRole('textbox', { name: 'Address' }).fill('tables.example')
  await dialog.getByRole('textbox', { name: 'Address' }).press('Enter')
  await dialog.getByText('Write the address in full, with https:// in front.').waitFor()
  await dialog.getByRole('combobox', { name: 'Authentication' }).click()
  await page.getByRole('option', { name: 'Custom headers' }).click()
  await dialog.getByRole('group', { name: 'Header 1' }).getByRole('textbox', { name: 'Name' }).fill('x-key')
  await dialog.getByLabel('Value', { exact: true }).fill('canary-of-the-tables')
  await expectGood('a new server')
})

test('one that cannot be reached is kept, and why is said; corrected it is connected', async () => {
  const { page, visitor } = journey
  visitor.watch.allow('400 (Bad Request)')
  const dialog = dialogOf('New MCP server')
  await dialog.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:9/mcp')
  await dialog.getByRole('button', { name: 'Add and connect' }).click()
  await dialog.getByRole('alert').getByText('It is saved, but not connected:').waitFor()
  await dialog.getByText('Failed', { exact: true }).waitFor()
  await dialog.getByRole('textbox', { name: 'Address' }).fill(tables.url)
  await dialog.getByRole('button', { name: 'Save and connect' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const row = page.getByRole('row', { name: /Tables/ })
  await row.getByText('Connected').filter({ visible: true }).waitFor()
  expect(await page.content()).not.toContain('canary-of-the-tables')
  // While it fades it has no colours of its own.
  await page.locator('.notification').first().waitFor({ state: 'detached' })
  await expectGood('the list of servers')
})

test('its tools are shown, its secrets are not, and it is found by its host', async () => {
  const { page } = journey
  await page.getByRole('searchbox').fill(tables.host)
  await page.getByRole('button', { name: 'Change Tables' }).click()
  const dialog = dialogOf('MCP server')
  await dialog.getByRole('button', { name: /book_table/ }).click()
  await dialog.getByText('It takes nothing.').or(dialog.locator('.server-tool-params')).first().waitFor()
  expect(await dialog.getByLabel('Value', { exact: true }).inputValue()).toMatch(/^\*+$/)
  expect(await page.content()).not.toContain('canary-of-the-tables')
  await expectGood('a server with its tools')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('searchbox').fill('nothing of the kind')
  await page
    .getByRole('button', { name: 'Clear search and filters' })
    .or(page.getByText('Nothing matches'))
    .first()
    .waitFor()
  await page.getByRole('searchbox').fill('')
})

test('it is deleted after a question', async () => {
  const { page } = journey
  await page.getByRole('button', { name: 'Delete Tables' }).click()
  await dialogOf('Delete “Tables”?').getByRole('button', { name: 'Delete server' }).click()
  await page.getByRole('heading', { name: 'No MCP servers yet' }).waitFor()
})
