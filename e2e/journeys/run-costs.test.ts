import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FakeOpenAI, startFakeOpenAI } from '@runnel/providers/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInAsAdministrator } from '../support/administrator.ts'
import { openApi } from '../support/call-api.ts'
import { prepareJourney } from '../support/journey.ts'
import { lookAtPage } from '../support/look-at-page.ts'

const list = join(tmpdir(), `runnel-prices-${process.pid}.json`)
const PRICED = { name: 'house-model', label: 'House model', input_cost: 0.000_002, output_cost: 0.000_008 }

let vendor: FakeOpenAI
beforeAll(async () => {
  vendor = await startFakeOpenAI({
    respond: () => ({ text: 'Green tea, at 70 degrees.', usage: { prompt: 12_345, completion: 678 } }),
  })
  await writeFile(list, JSON.stringify({ chat: [{ name: 'chatOpenAICustom', models: [PRICED] }] }))
})
afterAll(async () => {
  await vendor.close()
  await rm(list, { force: true })
})

const journey = prepareJourney(() => ({ EGRESS_ALLOW: vendor.host, MODEL_LIST_CONFIG_JSON: list }))

const node = (id: string, place: number, inputs: object) => ({
  id,
  type: 'agentFlow',
  position: { x: 60 + 340 * place, y: 160 },
  data: { id, name: id.replace(/_\d$/, ''), label: ['Start', 'Draft', 'Check'][place], inputs, outputs: {} },
})
const edge = (source: string, target: string) => ({
  id: `${source}-${target}`,
  source,
  target,
  sourceHandle: `${source}-output-${source.replace(/_\d$/, '')}`,
  targetHandle: target,
  type: 'agentFlow',
})

const config = (modelName: string) => ({
  llmModel: 'chatOpenAICustom',
  llmModelConfig: { llmModel: 'chatOpenAICustom', modelName, basepath: vendor.baseURL },
})

/** Start → a model whose price is known → one whose price nobody knows. */
const makeFlow = () => ({
  nodes: [
    node('startAgentflow_0', 0, { startInputType: 'chatInput' }),
    node('llmAgentflow_0', 1, config('house-model')),
    node('llmAgentflow_1', 2, config('other-model')),
  ],
  edges: [edge('startAgentflow_0', 'llmAgentflow_0'), edge('llmAgentflow_0', 'llmAgentflow_1')],
})

test('a run tells what it cost, and that the price of a call is unknown', async () => {
  const { page, product } = journey
  await page.goto('/')
  await signInAsAdministrator(page)
  const api = await openApi(product.address)
  const flowData = JSON.stringify(makeFlow())
  const { id } = await api.post<{ id: string }>('/chatflows', { name: 'Tea', type: 'AGENTFLOW', flowData })
  await api.post(`/internal-prediction/${id}`, { question: 'How hot?', streaming: false })
  await page.goto('/executions')
  await page.getByRole('link', { name: 'Tea' }).first().click()
  await page.getByText('at least $0.03 (price of one call unknown)', { exact: true }).waitFor()
  const tokens = page.getByText(/13,023 tokens/)
  expect(await tokens.allInnerTexts()).toEqual([
    '13,023 tokens · $0.03',
    '13,023 tokens · $0.03',
    '13,023 tokens · price unknown',
    '13,023 tokens · price unknown',
  ])
  await lookAtPage(page, 'run-costs')
})
