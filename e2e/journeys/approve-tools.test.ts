import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { signInAsAdministrator } from '../support/administrator.ts'
import { openApi } from '../support/call-api.ts'
import { canvasOf } from '../support/canvas.ts'
import { chatOf } from '../support/chat.ts'
import { type FakeVendor, startFakeVendor } from '../support/fake-vendor.ts'
import { prepareJourney } from '../support/journey.ts'

const KEY = 'sk-for-the-approval-0123456789'
const END = '42 | The person refused the call of current_date_time. | The chief agrees: If you must.'

let vendor: FakeVendor
beforeAll(async () => {
  vendor = await startFakeVendor(KEY, (messages) => {
    const results = messages.filter(({ role }) => role === 'tool')
    if (results.length > 0) return { text: results.map(({ content }) => String(content)).join(' | ') }
    return {
      toolCalls: [
        { name: 'calculator', input: { input: '2 + 2' } },
        { name: 'current_date_time', input: {} },
        { name: 'ask_the_chief', input: { input: 'spend 4?' } },
      ],
    }
  })
})
afterAll(() => vendor.close())

const journey = prepareJourney(() => ({ EGRESS_ALLOW: vendor.host }))
const region = () => journey.page.getByRole('region', { name: 'Question of the flow' })
const cards = () => region().getByRole('article')
const card = (name: string | RegExp) => region().getByRole('article', { name })

const columns: Record<string, number> = {
  humanInputAgentflow: 400,
  agentAgentflow: 400,
  directReplyAgentflow: 740,
}
const node = (id: string, label: string, inputs: object) => ({
  id,
  type: 'agentFlow',
  position: { x: columns[id.replace(/_\d+$/, '')] ?? 0, y: 160 },
  data: { id, name: id.replace(/_\d+$/, ''), label, inputs, outputs: {} },
})
const edge = (source: string, target: string, branch?: number) => ({
  id: `${source}-${branch ?? ''}-${target}`,
  source,
  target,
  sourceHandle: `${source}-output-${branch ?? source.replace(/_\d+$/, '')}`,
  targetHandle: target,
  type: 'agentFlow',
})

function flowOfTheChief() {
  const ask = { humanInputDescriptionType: 'fixed', humanInputDescription: 'May we {{question}}' }
  const reply = (words: string) => ({ directReplyMessage: `${words}: {{humanInputAgentflow_0}}` })
  return {
    nodes: [
      node('startAgentflow_0', 'Start', { startInputType: 'chatInput' }),
      node('humanInputAgentflow_0', 'The chief', { ...ask, humanInputEnableFeedback: true }),
      node('directReplyAgentflow_0', 'Yes', reply('The chief agrees')),
      node('directReplyAgentflow_1', 'No', reply('The chief refuses')),
    ],
    edges: [
      edge('startAgentflow_0', 'humanInputAgentflow_0'),
      edge('humanInputAgentflow_0', 'directReplyAgentflow_0', 0),
      edge('humanInputAgentflow_0', 'directReplyAgentflow_1', 1),
    ],
  }
}

function flowOfTheClerk(credentialId: string, selectedChatflow: string) {
  const settings = { modelName: 'gpt-4o-mini', basepath: vendor.baseURL, FLOWISE_CREDENTIAL_ID: credentialId }
  const agentTools = [
    { agentSelectedTool: 'calculator', agentSelectedToolRequiresHumanInput: true },
    { agentSelectedTool: 'currentDateTime', agentSelectedToolRequiresHumanInput: true },
    {
      agentSelectedTool: 'ChatflowTool',
      agentSelectedToolConfig: { selectedChatflow, name: 'ask_the_chief', description: 'Asks the chief.' },
    },
  ]
  const agent = {
    agentModel: 'chatOpenAI',
    agentModelConfig: { agentModel: 'chatOpenAI', ...settings },
    agentTools,
  }
  return {
    nodes: [
      node('startAgentflow_0', 'Start', { startInputType: 'chatInput' }),
      node('agentAgentflow_0', 'Clerk', agent),
    ],
    edges: [edge('startAgentflow_0', 'agentAgentflow_0')],
  }
}

test('an agent that calls three tools at once asks with one card each', async () => {
  const { page, product } = journey
  await signInAsAdministrator(page)
  const api = await openApi(product.address)
  const save = async (name: string, flow: object) => {
    const empty = { name, type: 'AGENTFLOW', flowData: '{"nodes":[],"edges":[]}' }
    const made = await api.post<{ id: string }>('/chatflows', empty)
    // A save by somebody who may edit credentials confirms where the key goes.
    await api.put(`/chatflows/${made.id}`, { flowData: JSON.stringify(flow) })
    return made.id
  }
  const credential = { name: 'Vendor', credentialName: 'openAIApi', plainDataObj: { openAIApiKey: KEY } }
  const { id } = await api.post<{ id: string }>('/credentials', credential)
  const flowId = await save('Clerk', flowOfTheClerk(id, await save('Chief', flowOfTheChief())))
  await page.goto(`/v2/agentcanvas/${flowId}`)
  await chatOf(page).open()
  await chatOf(page).send('Go')
  await cards().nth(2).waitFor()
  expect(await card('calculator').innerText()).toContain('The agent wants to call the tool "calculator"')
  expect(await card(/The chief/).innerText()).toContain('May we spend 4?')
  await canvasOf(page).card('Clerk').locator('[data-state="waiting"]').first().waitFor()
  await expectAccessible(page, 'several questions of a waiting run')
})

test('arguments that the tool does not take cannot be sent, others can', async () => {
  const editor = card('calculator').getByLabel('Arguments (JSON)')
  const proceed = card('calculator').getByRole('button', { name: 'Proceed' })
  await card('current_date_time')
    .getByLabel('Your words on it (optional)')
    .fill('kept while others are answered')
  await editor.fill('{"sum": "20 + 22"}')
  await card('calculator').getByText('“input” is missing.').waitFor()
  expect(await proceed.isDisabled()).toBe(true)
  await editor.fill('{"input": "20 + 22"}')
  await proceed.click()
  await card('calculator').waitFor({ state: 'detached' })
  expect(await cards().count()).toBe(2)
  const words = card('current_date_time').getByLabel('Your words on it (optional)')
  expect(await words.inputValue()).toBe('kept while others are answered')
})

test('the questions that are open are there again after a power cut and a reload, and are answered by keyboard', async () => {
  const { page, product, visitor } = journey
  visitor.watch.allow('net::ERR')
  await product.crash()
  await page.reload()
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await cards().nth(1).waitFor()
  expect(await cards().count()).toBe(2)
  await region().getByRole('heading').first().and(page.locator(':focus')).waitFor()
  const reject = card('current_date_time').getByRole('button', { name: 'Reject' })
  await reject.focus()
  await page.keyboard.press('Enter')
  await card('current_date_time').waitFor({ state: 'detached' })
  await region().getByRole('heading').and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.type('If you must.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await chatOf(page).answers().last().getByText(END).waitFor()
  expect(vendor.calls, 'the model was asked before the questions and after them').toHaveLength(2)
})
