import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { signInAsAdministrator } from '../support/administrator.ts'
import { canvasOf } from '../support/canvas.ts'
import { prepareJourney } from '../support/journey.ts'
import { restingBox } from '../support/resting-box.ts'

const journey = prepareJourney()
const middleOf = async (locator: Locator) => {
  const { x, y, width, height } = await restingBox(locator)
  return { x: x + width / 2, y: y + height / 2 }
}

test('a new node tells what it lacks once its field was left, as bad as among the problems', async () => {
  const { page } = journey
  await signInAsAdministrator(page)
  await page.goto('/v2/agentcanvas')
  await canvasOf(page).add('LLM')
  const form = page.getByRole('region', { name: 'Settings of LLM' })
  await page.getByRole('button', { name: /^\d+ problems?/ }).waitFor()
  const told = form.getByText('Model is required')
  expect(await told.count()).toBe(0)
  await form.getByLabel('Model', { exact: false }).first().focus()
  await page.keyboard.press('Escape')
  await form.getByLabel('Name of the node').focus()
  await told.waitFor()
  expect(await told.getAttribute('data-severity')).toBe('warning')
  await page.getByRole('button', { name: /^\d+ problems?/ }).click()
  const problem = page.getByRole('region', { name: 'Problems' }).getByText('Model is required').locator('..')
  expect(await problem.locator('svg').getAttribute('data-severity')).toBe('warning')
})

test('a form that was left tells it at once when it is opened again', async () => {
  const { page } = journey
  await canvasOf(page).add('Direct Reply')
  const form = page.getByRole('region', { name: 'Settings of Direct Reply' })
  expect(await form.getByText('Message is required').count()).toBe(0)
  await canvasOf(page).closeForm()
  await canvasOf(page).card('Direct Reply').click()
  await form.getByText('Message is required').waitFor()
})

test('the view moves to a new node by so little that the one before stays in sight', async () => {
  const { page } = journey
  const canvas = canvasOf(page)
  const edges = async (locator: Locator) => {
    const { x, width } = await restingBox(locator)
    return { left: x, right: x + width }
  }
  const cards = page.locator('.react-flow__node')
  for (let n = 0; n < 4; n += 1) {
    await canvas.closeForm()
    const before = await cards.evaluateAll((nodes) => nodes.map((node) => node.getAttribute('data-id')))
    await canvas.card('Direct Reply').first().click()
    await canvas.add('LLM')
    const added = page.locator('.react-flow__node.selected')
    await expect.poll(async () => before.includes(await added.getAttribute('data-id'))).toBe(false)
    const ground = await edges(page.locator('.react-flow'))
    await expect.poll(async () => (await edges(added)).right <= ground.right).toBe(true)
    expect((await edges(canvas.card('Direct Reply').first())).left).toBeGreaterThanOrEqual(ground.left)
  }
})

test('a line that is let go over a card joins the port that takes it; ports that do not are dimmed', async () => {
  const { page } = journey
  await page.goto('/canvas')
  const canvas = canvasOf(page)
  await canvas.drop('Demo model', { x: 140, y: 120 })
  await canvas.drop('Conversation Chain', { x: 520, y: 200 })
  await canvas.closeForm()
  const start = await middleOf(canvas.card('Demo model').locator('[data-handleid^="out:"]'))
  const end = await middleOf(canvas.card('Conversation Chain'))
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 })
  const chain = canvas.card('Conversation Chain')
  const takes = async (value: string) =>
    chain
      .locator(`.port[data-takes="${value}"]`)
      .evaluateAll((ports) => ports.map((port) => port.getAttribute('title')))
  await expect.poll(() => takes('true')).toEqual(['Chat Model'])
  expect((await takes('false')).length).toBeGreaterThan(1)
  await page.mouse.move(end.x, end.y, { steps: 4 })
  await page.mouse.up()
  await canvas.edges().first().waitFor({ state: 'attached' })
  expect(await canvas.edges().count()).toBe(1)
  expect(await page.locator('.port[data-takes]').count()).toBe(0)
})
