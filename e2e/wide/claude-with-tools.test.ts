import type { FakeAnthropic, FakeAnthropicReply, FakeAnthropicRequest } from '@runnel/providers/testing'
import { startFakeAnthropic } from '@runnel/providers/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { signInAsAdministrator } from '../support/administrator.ts'
import { openApi } from '../support/call-api.ts'
import { chatOf } from '../support/chat.ts'
import { COLOURS, setColours } from '../support/colours.ts'
import { prepareJourney } from '../support/journey.ts'
import { expectNoSidewaysScroll, WIDTHS } from '../support/page-width.ts'

/** Long enough for the power to be cut meanwhile. */
const LATE_MS = 30_000
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const picture = { name: 'bill.png', mimeType: 'image/png', buffer: Buffer.from(PIXEL, 'base64') }

let vendor: FakeAnthropic
/** Whether the next answer after the first tool comes late. */
let isLate = false

/** How many answers of tools a call has. */
const toolTurns = ({ body }: FakeAnthropicRequest): number =>
  JSON.stringify(body.messages).match(/"tool_result"/g)?.length ?? 0

function respond(request: FakeAnthropicRequest): FakeAnthropicReply {
  const turns = toolTurns(request)
  const thinking = `The bill has ${turns} sums that are known.`
  if (turns % 2 === 0) return { thinking, toolCalls: [{ name: 'calculator', input: { input: '40+2' } }] }
  const late = isLate ? { delayMs: LATE_MS } : {}
  isLate = false
  return { thinking, text: `The bill makes 42, said after ${turns}.`, ...late }
}

beforeAll(async () => {
  vendor = await startFakeAnthropic({ respond })
})
afterAll(() => vendor.close())

const journey = prepareJourney(() => ({ EGRESS_ALLOW: vendor.host }))
let credentialId = ''

beforeAll(async () => {
  await signInAsAdministrator(journey.page)
  const api = await openApi(journey.product.address)
  const made = await api.post<{ id: string }>('/credentials', {
    name: 'Anthropic',
    credentialName: 'anthropicApi',
    plainDataObj: { anthropicApiKey: 'sk-ant-test-key' },
  })
  credentialId = made.id
})

const model = () => ({
  modelName: 'claude-sonnet-4-5',
  basepath: vendor.baseURL,
  allowImageUploads: true,
  extendedThinking: true,
  budgetTokens: 2048,
})

const nodeOf = (id: string, type: 'agentFlow' | 'customNode', data: object) => ({
  id,
  type,
  position: { x: 0, y: 0 },
  data: { id, name: id.replace(/_\d+$/, ''), outputs: {}, ...data },
})

const edgeInto = (source: string, type: string, port: string) => ({
  id: `${source}-toolAgent_0`,
  source,
  sourceHandle: `${source}-output-${source.replace(/_\d+$/, '')}-${type}`,
  target: 'toolAgent_0',
  targetHandle: `toolAgent_0-input-${port}-${type}`,
  type: 'buttonedge',
})

/** Start → Agent with a calculator. */
const agentFlow = () => ({
  nodes: [
    nodeOf('startAgentflow_0', 'agentFlow', { label: 'Start', inputs: { startInputType: 'chatInput' } }),
    nodeOf('agentAgentflow_0', 'agentFlow', {
      label: 'Clerk',
      inputs: {
        agentModel: 'chatAnthropic',
        agentModelConfig: {
          agentModel: 'chatAnthropic',
          ...model(),
          FLOWISE_CREDENTIAL_ID: credentialId,
        },
        agentTools: [{ agentSelectedTool: 'calculator' }],
        agentEnableMemory: true,
        agentMemoryType: 'allMessages',
        agentReturnResponseAs: 'assistantMessage',
      },
    }),
  ],
  edges: [
    {
      id: 'start-agent',
      source: 'startAgentflow_0',
      sourceHandle: 'startAgentflow_0-output-startAgentflow',
      target: 'agentAgentflow_0',
      targetHandle: 'agentAgentflow_0',
      type: 'agentFlow',
    },
  ],
})

/** Model, memory and calculator → Tool Agent. */
const chatFlow = () => ({
  nodes: [
    nodeOf('chatAnthropic_0', 'customNode', { label: 'Claude', inputs: model(), credential: credentialId }),
    nodeOf('bufferMemory_0', 'customNode', { label: 'Memory', inputs: { memoryKey: 'chat_history' } }),
    nodeOf('calculator_0', 'customNode', { label: 'Calculator', inputs: {} }),
    nodeOf('toolAgent_0', 'customNode', { label: 'Tool Agent', inputs: { systemMessage: 'Add up.' } }),
  ],
  edges: [
    edgeInto('chatAnthropic_0', 'BaseChatModel', 'model'),
    edgeInto('bufferMemory_0', 'BaseChatMemory', 'memory'),
    edgeInto('calculator_0', 'Tool', 'tools'),
  ],
})

async function openFlow(type: 'AGENTFLOW' | 'CHATFLOW', flow: object): Promise<void> {
  const api = await openApi(journey.product.address)
  const empty = { name: `Bills ${type}`, type, flowData: '{"nodes":[],"edges":[]}' }
  const { id } = await api.post<{ id: string }>('/chatflows', empty)
  // A save by somebody who may edit credentials confirms where the key goes.
  await api.put(`/chatflows/${id}`, { flowData: JSON.stringify(flow) })
  await journey.page.goto(type === 'AGENTFLOW' ? `/v2/agentcanvas/${id}` : `/canvas/${id}`)
  await chatOf(journey.page).open()
}

describe.each([
  { type: 'AGENTFLOW' as const, flowOf: agentFlow, what: 'an agent flow' },
  { type: 'CHATFLOW' as const, flowOf: chatFlow, what: 'a chat flow' },
])('Claude in $what', ({ type, flowOf }) => {
  const answers = () => chatOf(journey.page).answers()
  const whole = (index: number) => answers().nth(index).and(journey.page.locator('[aria-busy="false"]'))

  test('looks at a picture, thinks, computes, and says what it made', async () => {
    const { page } = journey
    await openFlow(type, flowOf())
    vendor.requests.length = 0
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Attach files' }).click()
    await (await choosing).setFiles([picture])
    await chatOf(page).send('What does this bill make?')
    await whole(0).getByText('The bill makes 42, said after 1.').waitFor()
    await answers()
      .first()
      .getByRole('button', { name: /^Thought for \d/ })
      .first()
      .click()
    await answers().first().getByText('The bill has 0 sums that are known.').waitFor()
    expect(JSON.stringify(vendor.requests.at(-1)?.body.messages)).toMatch(/"type":"image".*"signature"/)
    for (const colour of COLOURS) {
      await setColours(page, colour)
      await expectAccessible(page, `Claude's answer, ${colour}`)
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        await expectNoSidewaysScroll(page, `Claude's answer at ${width}`)
      }
    }
    await setColours(page, 'light')
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('goes on after a power cut with its thoughts as they were signed', async () => {
    const { page, product, visitor } = journey
    visitor.watch.allow('net::ERR')
    vendor.requests.length = 0
    isLate = true
    await chatOf(page).send('And with the tip?')
    await expect.poll(() => vendor.requests.length).toBe(2)
    await product.crash()
    await whole(1).getByText('The bill makes 42, said after').waitFor()
    const bodies = vendor.requests.map(({ body }) => JSON.stringify(body.messages))
    expect(bodies, 'only the call in flight was made again').toHaveLength(3)
    expect(bodies[2]).toBe(bodies[1])
    expect(bodies[2]?.match(/"signature"/g)?.length).toBeGreaterThan(0)
    expect(vendor.refusals).toEqual([])
    const before = await answers().allInnerTexts()
    await page.reload()
    await chatOf(page).open()
    await expect.poll(() => answers().count()).toBe(before.length)
  })
})
