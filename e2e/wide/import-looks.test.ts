import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { signInAsAdministrator } from '../support/administrator.ts'
import { openApi } from '../support/call-api.ts'
import { canvasOf } from '../support/canvas.ts'
import { prepareJourney } from '../support/journey.ts'

const journey = prepareJourney()
beforeAll(() => signInAsAdministrator(journey.page))

/** A flow as the reference draws it, whose cards are narrower than ours. */
const drawnElsewhere = () => {
  const node = (name: string, x: number, y = 0) => ({
    id: `${name}_0`,
    type: 'agentFlow',
    position: { x, y },
    width: 150,
    height: 66,
    data: { id: `${name}_0`, name, label: name.replace('Agentflow', ''), inputs: {}, outputs: {} },
  })
  const names = ['startAgentflow', 'llmAgentflow', 'directReplyAgentflow']
  const edge = (from: string, to: string) => ({
    id: `${from}-${to}`,
    type: 'agentFlow',
    source: `${from}_0`,
    target: `${to}_0`,
    sourceHandle: `${from}_0-output-${from}`,
    targetHandle: `${to}_0`,
  })
  return {
    nodes: names.map((name, index) => node(name, index * 190)),
    edges: [edge('startAgentflow', 'llmAgentflow'), edge('llmAgentflow', 'directReplyAgentflow')],
  }
}

async function importFile(list: string, name: string, flow: object) {
  const { page } = journey
  await page.goto(list)
  const made = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.locator('input[type="file"]').setInputFiles({
    name,
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(flow)),
  })
  return (await (await made).json()) as { id: string; type: string }
}

/** Pairs of cards of which one covers the other. */
function coveredCards(page: Page): Promise<string[]> {
  return page.locator('.react-flow__node').evaluateAll((cards) => {
    const boxes = cards.map((card) => ({
      name: card.getAttribute('data-id'),
      ...card.getBoundingClientRect().toJSON(),
    }))
    return boxes.flatMap((a, index) =>
      boxes
        .slice(index + 1)
        .filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
        .map((b) => `${a.name} ${b.name}`),
    )
  })
}

test('an agent flow that is imported among the chatflows becomes one, which is said, and looks right', async () => {
  const { page } = journey
  const { id, type } = await importFile('/chatflows', 'Drawn elsewhere Agents.json', drawnElsewhere())
  expect(type).toBe('AGENTFLOW')
  await page.getByText(/stands in the other list/).waitFor()
  await page.goto(`/v2/agentcanvas/${id}`)
  await canvasOf(page).card('directReply').waitFor()
  await expect.poll(() => coveredCards(page)).toEqual([])
})

test('a chatflow that is imported among the agentflows stays a chatflow', async () => {
  const node = { id: 'calculator_0', type: 'customNode', position: { x: 0, y: 0 } }
  const data = { id: 'calculator_0', name: 'calculator', label: 'Calculator', inputs: {}, outputs: {} }
  const { type } = await importFile('/agentflows', 'Sums.json', { nodes: [{ ...node, data }], edges: [] })
  expect(type).toBe('CHATFLOW')
})

test('cards of a flow that came by another way are put apart by a button, as one step that can be undone', async () => {
  const { page, product } = journey
  const api = await openApi(product.address)
  const body = { name: 'By API', type: 'AGENTFLOW', flowData: JSON.stringify(drawnElsewhere()) }
  const { id } = await api.post<{ id: string }>('/chatflows', body)
  await page.goto(`/v2/agentcanvas/${id}`)
  await canvasOf(page).card('directReply').waitFor()
  await expect.poll(() => coveredCards(page)).not.toEqual([])
  await page.getByRole('button', { name: /^Tidy up/ }).click()
  await expect.poll(() => coveredCards(page)).toEqual([])
  await expectAccessible(page, 'a canvas that was tidied up')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => coveredCards(page)).not.toEqual([])
})
