import { afterAll, beforeAll, expect, test } from 'vitest'
import { agentEdge, agentNode, replyFlow } from '../testing/example-flows.ts'
import { makeFlow } from '../testing/make-flow.ts'
import type { TestCaller } from '../testing/test-caller.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let administrator: TestCaller
beforeAll(async () => {
  server = await startTestServer()
  administrator = await server.administrator()
})
afterAll(() => server.stop())

const start = () => agentNode('startAgentflow_0', 'startAgentflow', { startInputType: 'chatInput' })
const code = (id: string, body: string, variableValue: string) =>
  agentNode(id, 'customFunctionAgentflow', {
    customFunctionInputVariables: [{ variableName: 'given', variableValue }],
    customFunctionJavascriptFunction: body,
  })

async function ask(flow: object, question: string): Promise<string> {
  const id = await makeFlow(administrator, flow)
  const { body } = await server.anonymous().call<{ text: string }>('POST', `/prediction/${id}`, { question })
  return body.text
}

test('a flow runs another one and goes on with its answer', async () => {
  const executeFlowSelectedFlow = await makeFlow(administrator, replyFlow('It heard {{question}}'), {
    name: 'Inner',
  })
  const options = await administrator.expect<{ name: string; label: string }[]>(
    200,
    'POST',
    '/node-load-method/executeFlowAgentflow',
    { loadMethod: 'listFlows', inputs: {} },
  )
  expect(options).toContainEqual(expect.objectContaining({ name: executeFlowSelectedFlow, label: 'Inner' }))
  const flow = {
    nodes: [
      start(),
      agentNode('executeFlowAgentflow_0', 'executeFlowAgentflow', {
        executeFlowSelectedFlow,
        executeFlowInput: '{{question}} twice',
      }),
      agentNode('directReplyAgentflow_0', 'directReplyAgentflow', {
        directReplyMessage: '{{executeFlowAgentflow_0}}!',
      }),
    ],
    edges: [
      agentEdge('startAgentflow_0', 'executeFlowAgentflow_0'),
      agentEdge('executeFlowAgentflow_0', 'directReplyAgentflow_0'),
    ],
  }
  expect(await ask(flow, 'tea')).toBe('It heard tea twice!')
})

test('the nodes inside an iteration run once per item', async () => {
  const inside = code('customFunctionAgentflow_0', 'return "<" + $given + ">"', '{{$iteration}}')
  const flow = {
    nodes: [
      start(),
      agentNode('iterationAgentflow_0', 'iterationAgentflow', { iterationInput: '["a", "b"]' }),
      { ...inside, parentNode: 'iterationAgentflow_0', extent: 'parent' },
      agentNode('directReplyAgentflow_0', 'directReplyAgentflow', {
        directReplyMessage: 'All: {{iterationAgentflow_0}}',
      }),
    ],
    edges: [
      agentEdge('startAgentflow_0', 'iterationAgentflow_0'),
      agentEdge('iterationAgentflow_0', 'directReplyAgentflow_0'),
    ],
  }
  expect(await ask(flow, 'Go')).toBe('All: <a>\n<b>')
})

test('a loop repeats what lies before it, then answers with its fallback', async () => {
  const flow = {
    nodes: [
      start(),
      code('customFunctionAgentflow_0', 'return $given', '{{loop_count}}'),
      agentNode('loopAgentflow_0', 'loopAgentflow', {
        loopBackToNode: 'customFunctionAgentflow_0-Code',
        maxLoopCount: 3,
        fallbackMessage: 'Enough after {{customFunctionAgentflow_0}}',
      }),
    ],
    edges: [
      agentEdge('startAgentflow_0', 'customFunctionAgentflow_0'),
      agentEdge('customFunctionAgentflow_0', 'loopAgentflow_0'),
    ],
  }
  expect(await ask(flow, 'Go')).toBe('Enough after 2')
})
