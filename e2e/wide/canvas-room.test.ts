import { expect, test } from 'vitest'
import { signInAsAdministrator } from '../support/administrator.ts'
import { openApi } from '../support/call-api.ts'
import { canvasOf } from '../support/canvas.ts'
import { chatOf } from '../support/chat.ts'
import { fillInstallation } from '../support/installation.ts'
import { prepareJourney } from '../support/journey.ts'
import { restingBox } from '../support/resting-box.ts'

const NAMES = ['start', 'llm', 'directReply']
const journey = prepareJourney()
let agentflowId = ''

/** The cards that the canvas does not show as a whole. */
async function hiddenCards(): Promise<string[]> {
  const { page } = journey
  const ground = await page.locator('.canvas-ground').boundingBox()
  const hidden: string[] = []
  for (const name of NAMES) {
    const box = await canvasOf(page).card(name).boundingBox()
    const right = (ground?.x ?? 0) + (ground?.width ?? 0)
    if (!box || box.x < (ground?.x ?? 0) || box.x + box.width > right) hidden.push(name)
  }
  return hidden
}

test('a flow that is seen as a whole stays so when the chat takes room', async () => {
  const { page, product } = journey
  await signInAsAdministrator(page)
  agentflowId = (await fillInstallation(product.address, 'few')).agentflowId
  await page.goto(`/v2/agentcanvas/${agentflowId}`)
  await canvasOf(page).card('llm').waitFor()
  await page.getByRole('button', { name: 'Fit View' }).click()
  await page.setViewportSize({ width: 1100, height: 800 })
  await page.getByRole('button', { name: 'Fit View' }).click()
  await expect.poll(hiddenCards).toEqual([])
  await chatOf(page).open()
  await expect.poll(hiddenCards).toEqual([])
  await chatOf(page).ask('Hello')
  await page.getByRole('region', { name: 'Run' }).waitFor()
  await expect.poll(hiddenCards).toEqual([])
})

test('the card whose form opens is not covered by it', async () => {
  const { page } = journey
  await canvasOf(page).card('directReply').click()
  await page.getByRole('region', { name: 'Settings of directReply' }).waitFor()
  await expect.poll(async () => (await hiddenCards()).includes('directReply')).toBe(false)
})

test('on a telephone a panel that is asked for comes over the form, one at a time', async () => {
  const { page } = journey
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/v2/agentcanvas/${agentflowId}`)
  await canvasOf(page).card('llm').click()
  await page.getByRole('region', { name: 'Settings of llm' }).waitFor()
  await chatOf(page).open()
  expect(await chatOf(page).ask('And now?')).not.toBe('')
  expect(await page.getByRole('region', { name: 'Settings of llm' }).count()).toBe(0)
})

test('a node that is added to one that ends the flow stands below it', async () => {
  const { page } = journey
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/v2/agentcanvas/${agentflowId}`)
  await canvasOf(page).card('directReply').click()
  await canvasOf(page).add('Direct Reply')
  await canvasOf(page).closeForm()
  const added = await restingBox(canvasOf(page).card('Direct Reply 1'))
  const end = await restingBox(canvasOf(page).card('directReply'))
  expect(Math.round(added.x)).toBe(Math.round(end.x))
  expect(added.y).toBeGreaterThan(end.y + end.height)
})

test('a palette that comes back as the window becomes wider leaves the focus where it is', async () => {
  const { page } = await journey.openVisitor({ storageState: await journey.visitor.context.storageState() })
  await page.goto('/canvas')
  const search = page.getByLabel('Search nodes')
  await search.and(page.locator(':focus')).waitFor()
  await page.setViewportSize({ width: 600, height: 900 })
  await search.waitFor({ state: 'detached' })
  const name = page.getByLabel('Name of the flow')
  await name.focus()
  await page.setViewportSize({ width: 1440, height: 900 })
  await search.waitFor()
  await name.and(page.locator(':focus')).waitFor()
})

test('a flow whose saved view shows nothing on a telephone is shown as a whole', async () => {
  const { page, product } = journey
  const api = await openApi(product.address)
  const { flowData } = await api.get<{ flowData: string }>(`/chatflows/${agentflowId}`)
  // Where its cards stood in the middle of a wide screen.
  const viewport = { x: 900, y: 300, zoom: 1 }
  const { id } = await api.post<{ id: string }>('/chatflows', {
    name: 'Drawn on a wide screen',
    type: 'AGENTFLOW',
    flowData: JSON.stringify({ ...JSON.parse(flowData), viewport }),
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/v2/agentcanvas/${id}`)
  await canvasOf(page).card('start').waitFor()
  await expect.poll(hiddenCards).toEqual([])
})
