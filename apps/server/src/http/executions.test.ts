import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatFlow, llmFlow } from '../testing/example-flows.ts'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'

let scene: VendorServer

beforeAll(async () => {
  scene = await startVendorServer()
})

afterAll(() => scene.stop())

interface Step {
  kind: string
  nodeId: string
  input?: unknown
}

/** Asks the flow; gives what the pages of a run read. */
async function run(flowId: string): Promise<{ executed: { data: object }[]; steps: Step[] }> {
  const answer = await scene.administrator.call('POST', `/internal-prediction/${flowId}`, { question: 'Hi' })
  expect(answer.status).toBe(200)
  const path = `/executions/${answer.headers.get('x-run-id')}`
  const { executionData } = await scene.administrator.expect<{ executionData: string }>(200, 'GET', path)
  const steps = await scene.administrator.expect<Step[]>(200, 'GET', `${path}/steps`)
  return { executed: JSON.parse(executionData), steps }
}

const asked = { messages: expect.arrayContaining([{ role: 'user', content: 'Hi' }]) }

test('each executed node of an agent flow shows what it was given', async () => {
  const { executed, steps } = await run(
    await makeFlow(scene.administrator, llmFlow(scene.vendor, scene.credentialId)),
  )
  expect(executed.map(({ data }) => data)).toMatchObject([
    { id: 'startAgentflow_0', input: { question: 'Hi' } },
    { id: 'llmAgentflow_0', input: asked },
  ])
  expect(steps.filter(({ kind }) => kind === 'step')).toMatchObject([
    { nodeId: 'startAgentflow_0', input: { question: 'Hi' } },
    { nodeId: 'llmAgentflow_0', input: asked },
  ])
})

test('the steps of a chat flow, which lists no executed nodes, show it, too', async () => {
  const flow = chatFlow(scene.vendor, scene.credentialId)
  const { executed, steps } = await run(await makeFlow(scene.administrator, flow, { type: 'CHATFLOW' }))
  expect(executed).toEqual([])
  expect(steps[0]).toMatchObject({ nodeId: 'conversationChain_0', input: asked })
})
