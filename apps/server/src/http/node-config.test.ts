import type { ConfigParam } from '@runnel/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { llmFlow } from '../testing/example-flows.ts'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'

let scene: VendorServer
beforeAll(async () => {
  scene = await startVendorServer()
})
afterAll(() => scene.stop())

const configOf = (body: object) =>
  scene.administrator.expect<ConfigParam[]>(200, 'POST', '/node-config', body)

test('the params of a node are told in the names that callers use', async () => {
  const model = await configOf({ id: 'chatOpenAI_0', name: 'chatOpenAI', label: 'My model', inputs: {} })
  expect(model[0]).toEqual({
    node: 'My model',
    nodeId: 'chatOpenAI_0',
    label: 'OpenAI Api Key',
    name: 'openAIApiKey',
    type: 'string',
  })
  expect(model).toContainEqual(expect.objectContaining({ name: 'temperature', type: 'number' }))
  expect(model.some(({ type }) => type === 'BaseCache')).toBe(false)
  expect(await configOf({ name: 'pdfFile' })).toContainEqual(
    expect.objectContaining({ name: 'files', type: '.pdf' }),
  )
})

test('choices, lists and settings of what is chosen say what they take', async () => {
  const agent = await configOf({ id: 'llmAgentflow_0', name: 'llmAgentflow' })
  const find = (name: string) => agent.find((param) => param.name === name)
  expect(find('llmModelConfig')).toMatchObject({ node: 'LLM', type: 'json' })
  expect(find('llmReturnResponseAs')?.type).toBe('userMessage, assistantMessage')
  expect(find('llmMessages')).toMatchObject({
    type: 'array',
    schema: { role: 'system, assistant, developer, user', content: 'string' },
  })
})

test('those of a flow are those of all its nodes, for whoever may see it', async () => {
  const id = await makeFlow(scene.administrator, llmFlow(scene.vendor, scene.credentialId))
  const all = await scene.administrator.expect<ConfigParam[]>(200, 'GET', `/flow-config/${id}`)
  expect([...new Set(all.map(({ nodeId }) => nodeId))]).toEqual(['startAgentflow_0', 'llmAgentflow_0'])
  const stranger = await scene.server.withKey(['credentials:view'])
  expect((await stranger.call('GET', `/flow-config/${id}`)).status).toBe(403)
  const unknown = '/flow-config/8f7b1c1e-0000-4000-8000-000000000000'
  expect((await scene.administrator.call('GET', unknown)).status).toBe(404)
})

test('a type that there is not is not found, and a body without one is refused', async () => {
  expect((await scene.administrator.call('POST', '/node-config', { name: 'nothing' })).status).toBe(404)
  const answer = await scene.administrator.call<{ issues: object[] }>('POST', '/node-config', {})
  expect([answer.status, answer.body.issues]).toEqual([400, [expect.objectContaining({ path: 'name' })]])
})
