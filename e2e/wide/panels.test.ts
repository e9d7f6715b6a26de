import { expect, test } from 'vitest'
import { signInAsAdministrator } from '../support/administrator.ts'
import { canvasOf } from '../support/canvas.ts'
import { fillInstallation } from '../support/installation.ts'
import { prepareJourney } from '../support/journey.ts'
import { lookAtPage } from '../support/look-at-page.ts'

const journey = prepareJourney()
let agentflowId = ''
const panel = (name: string) => journey.page.getByRole('region', { name, exact: true })

test('panels open and close by their keys, one at a side', async () => {
  const { page, product } = journey
  await signInAsAdministrator(page)
  agentflowId = (await fillInstallation(product.address, 'few')).agentflowId
  await page.goto(`/v2/agentcanvas/${agentflowId}`)
  await panel('Add nodes').waitFor()
  await canvasOf(page).card('llm').focus()
  await page.keyboard.press('p')
  await panel('Problems').waitFor()
  expect(await panel('Add nodes').count()).toBe(0)
  await page.keyboard.press('t')
  await panel('Chat').waitFor()
  expect(await panel('Problems').count()).toBe(1)
  await panel('Chat').getByLabel('Your question').and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('t')
  await panel('Chat').waitFor({ state: 'detached' })
  await page.keyboard.press('a')
  await panel('Add nodes').getByLabel('Search nodes').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('pat')
  expect(await panel('Problems').count()).toBe(0)
})

test('nodes are found by the words that people use for them, and by their initials', async () => {
  const { page } = journey
  await page.goto('/canvas')
  const find = async (words: string, best: RegExp) => {
    const toggle = page.getByRole('button', { name: 'Add nodes' })
    if ((await toggle.getAttribute('aria-expanded')) !== 'true') await toggle.click()
    await panel('Add nodes').getByLabel('Search nodes').fill(words)
    await panel('Add nodes')
      .locator('[data-best="true"]')
      .and(page.getByRole('button', { name: best }))
      .waitFor()
  }
  await find('claude', /Anthropic/)
  await find('gpt', /OpenAI/)
  await find('crqc', /Conversational Retrieval QA/)
  await find('vector db', /./)
  const headings = await panel('Add nodes').getByRole('heading', { level: 3 }).allTextContents()
  expect(headings).toContain('Vector Stores')
  await lookAtPage(page, 'palette-search')
})

test('a panel whose texts are slow keeps neither the canvas nor the header away', async () => {
  const { page } = journey
  let letGo: () => void = () => undefined
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const code = /\/assets\/chat-[\w-]{8}\.js/
  await page.route(code, async (route) => {
    await gate
    await route.continue()
  })
  await page.goto(`/v2/agentcanvas/${agentflowId}`)
  await canvasOf(page).card('llm').waitFor()
  const chat = page.getByRole('button', { name: 'Chat', exact: true })
  await chat.click()
  await page.getByRole('complementary', { name: 'Chat' }).getByLabel('Loading').waitFor()
  expect(await canvasOf(page).card('llm').isVisible()).toBe(true)
  expect(await chat.evaluate((button) => button === document.activeElement)).toBe(true)
  letGo()
  await panel('Chat').waitFor()
  await page.unroute(code)
})

test('a panel whose code cannot be loaded fails alone, keeps what was edited, and can be tried again', async () => {
  const { page, watch } = journey.visitor
  for (const fault of ['flow-chat-panel', 'Failed to fetch dynamically', 'ERR_FAILED']) watch.allow(fault)
  const code = '**/assets/flow-chat-panel-*.js'
  await page.route(code, (route) => route.abort())
  await page.goto(`/v2/agentcanvas/${agentflowId}`)
  await canvasOf(page).add('Direct Reply')
  await canvasOf(page).closeForm()
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  const side = page.getByRole('complementary', { name: 'Chat' })
  await side.getByRole('alert').waitFor()
  await canvasOf(page).card('Direct Reply 1').waitFor()
  await page.unroute(code)
  await side.getByRole('button', { name: 'Try again' }).click()
  await panel('Chat').waitFor()
  await canvasOf(page).card('Direct Reply 1').waitFor()
})
