import { expect, test } from 'vitest'
import { signInAsAdministrator } from '../support/administrator.ts'
import { openApi } from '../support/call-api.ts'
import { canvasOf } from '../support/canvas.ts'
import { prepareJourney } from '../support/journey.ts'
import { lookAtPage } from '../support/look-at-page.ts'

const journey = prepareJourney()
const PASSAGE = 'Green tea is steeped at seventy degrees.'

test('the model of an agent describes the document store that is its knowledge', async () => {
  const { page, product } = journey
  await signInAsAdministrator(page)
  const api = await openApi(product.address)
  const { id: storeId } = await api.post<{ id: string }>('/document-store/store', { name: 'Teas' })
  const loader = { storeId, loaderId: 'plainText', loaderConfig: { text: PASSAGE } }
  const { id: loaderId } = await api.post<{ id: string }>('/document-store/loader/save', loader)
  await api.post(`/document-store/loader/process/${loaderId}`, { storeId, id: loaderId })
  const inputs = {
    agentModel: 'chatDemo',
    agentModelConfig: { delayMs: 0 },
    agentKnowledgeDocumentStores: [{ documentStore: `${storeId}:Teas` }],
  }
  const data = { id: 'agentAgentflow_0', name: 'agentAgentflow', label: 'Clerk', inputs, outputs: {} }
  const node = { id: 'agentAgentflow_0', type: 'agentFlow', position: { x: 60, y: 160 }, data }
  const flowData = JSON.stringify({ nodes: [node], edges: [] })
  const flow = { name: 'Tea house', type: 'AGENTFLOW', flowData }
  const { id } = await api.post<{ id: string }>('/chatflows', flow)
  await page.goto(`/v2/agentcanvas/${id}`)
  await canvasOf(page).card('Clerk').click()
  const form = page.getByRole('region', { name: 'Settings of Clerk' })
  const write = form.getByRole('button', { name: 'Write it' })
  await write.focus()
  await page.keyboard.press('Enter')
  const description = form.getByRole('textbox', { name: 'Describe Knowledge' })
  await expect.poll(() => description.inputValue()).not.toBe('')
  expect(await description.inputValue()).toContain('tea')
  await write.scrollIntoViewIfNeeded()
  await lookAtPage(page, 'describe-store')
})
