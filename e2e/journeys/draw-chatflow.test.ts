import type { Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { signInAsAdministrator } from '../support/administrator.ts'
import { canvasOf } from '../support/canvas.ts'
import { chatOf } from '../support/chat.ts'
import { prepareJourney } from '../support/journey.ts'

const journey = prepareJourney()

test('a chatflow is drawn by hand: nodes from the palette, by click and by drag, and edges between ports [S1-PROD-01 S1-FLOW-01]', async () => {
  const { page } = journey
  const canvas = canvasOf(page)
  await signInAsAdministrator(page)
  await page.getByRole('link', { name: 'New chatflow' }).click()
  await page.getByText('Nothing here yet').waitFor()
  await canvas.drop('Demo model', { x: 140, y: 120 })
  await canvas.drop('Buffer Memory', { x: 140, y: 320 })
  await canvas.drop('Conversation Chain', { x: 520, y: 200 })
  await canvas.closeForm()
  await canvas.connect({ node: 'Demo model' }, { node: 'Conversation Chain', port: 'Chat Model' })
  await canvas.connect({ node: 'Buffer Memory' }, { node: 'Conversation Chain', port: 'Memory' })
  expect(await canvas.edges().count()).toBe(2)
})

test('the first save changes the address and nothing else: what is open, scrolled and written stays', async () => {
  const { page } = journey
  const canvas = canvasOf(page)
  const palette = page.getByRole('region', { name: 'Add nodes' })
  await palette.getByLabel('Search nodes').fill('a')
  const entries = palette.locator('.palette-list .mantine-ScrollArea-viewport')
  await expect.poll(() => entries.evaluate(({ scrollHeight }) => scrollHeight)).toBeGreaterThan(2000)
  await entries.evaluate((list) => list.scrollTo(0, 300))
  await canvas.card('Buffer Memory').click()
  const fold = page.getByRole('button', { name: /additional settings?$/ })
  await fold.click()
  const field = page.getByRole('textbox', { name: 'Session Id', exact: true })
  await field.fill('garden')
  const body = await page.locator('main').elementHandle()
  await page.keyboard.press('Control+s')
  await page.waitForURL(/\/canvas\/[0-9a-f-]{36}/)
  await page.getByText(/^The flow is saved\./).waitFor()
  await field.and(page.locator(':focus')).waitFor()
  expect(await body?.evaluate(({ isConnected }) => isConnected)).toBe(true)
  expect(await fold.getAttribute('aria-expanded')).toBe('true')
  expect(await entries.evaluate(({ scrollTop }) => scrollTop)).toBe(300)
  expect(await palette.getByLabel('Search nodes').inputValue()).toBe('a')
  await field.fill('')
  await canvas.closeForm()
})

test('it is named, saved and talked to, and remembers what was said [S1-PROD-01 S2-DLG-11 S1-MNG-09]', async () => {
  const { page } = journey
  const canvas = canvasOf(page)
  const chat = chatOf(page)
  await page.getByLabel('Name of the flow').fill('Drawn by hand')
  await page.getByLabel('Name of the flow').press('Enter')
  await canvas.save()
  await chat.open()
  await chat.ask('The tulip garden belongs to Grandmother.')
  const calls: string[] = []
  const note = (request: Request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`)
  }
  page.on('request', note)
  expect(await chat.ask('Who has the tulip garden?')).toContain('Grandmother')
  page.off('request', note)
  expect(calls[0]).toBe('POST /api/v1/runs')
  expect(calls.filter((call) => /runs|prediction/.test(call))).toHaveLength(1)
})

test('an answer can be stopped on its way, and the chat goes on afterwards', async () => {
  const { page } = journey
  const canvas = canvasOf(page)
  const chat = chatOf(page)
  await canvas.card('Demo model').click()
  await page.getByLabel('Delay per Word').fill('800')
  await canvas.closeForm()
  await chat.send('Tell me something long about nothing at all, please.')
  await page.locator('.chat-answer[aria-busy="true"]').waitFor()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await page.getByText('Stopped.').waitFor()
  await canvas.card('Demo model').click()
  await page.getByLabel('Delay per Word').fill('0')
  await canvas.closeForm()
  expect(await chat.ask('Are you there?')).not.toBe('')
})

test('undo takes edits back one by one, redo brings them again', async () => {
  const { page } = journey
  const canvas = canvasOf(page)
  const before = await canvas.edges().count()
  await canvas.card('Buffer Memory').click()
  await canvas.closeForm()
  await canvas.card('Buffer Memory').press('Delete')
  await expect.poll(() => canvas.edges().count()).toBe(before - 1)
  await page.keyboard.press('Control+z')
  await expect.poll(() => canvas.edges().count()).toBe(before)
  await page.getByRole('button', { name: 'Do again' }).click()
  await expect.poll(() => canvas.edges().count()).toBe(before - 1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => canvas.edges().count()).toBe(before)
})

test('unsaved work asks before it is left, and is offered again', async () => {
  const { page } = journey
  await page.getByText('unsaved changes').waitFor()
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
  await page.getByRole('button', { name: 'Stay' }).click()
  expect(new URL(page.url()).pathname).toContain('/canvas/')
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await page.waitForURL('**/chatflows')
  await page.getByRole('link', { name: 'Drawn by hand' }).click()
  await page.getByRole('dialog', { name: 'Go on with unsaved work?' }).waitFor()
  await page.getByRole('button', { name: 'Go on with it' }).filter({ hasText: 'Go on' }).click()
  await page.getByText('unsaved changes').waitFor()
})
