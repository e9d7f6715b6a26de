import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

describe('a flow inside another', () => {
  const inside = (executeFlowSelectedFlow: string, more: object = {}) => ({
    nodes: [
      start(),
      agentNode('executeFlowAgentflow_0', 'executeFlowAgentflow', {
        executeFlowSelectedFlow,
        executeFlowInput: '{{question}}',
        ...more,
      }),
    ],
    edges: [agentEdge('startAgentflow_0', 'executeFlowAgentflow_0')],
  })
  const opening = (variables: string[], nodes: object = {}) =>
    JSON.stringify({
      overrideConfig: {
        status: true,
        nodes,
        variables: variables.map((name) => ({ name, type: 'static', enabled: true })),
      },
    })

  test('sees the variables of the workspace, and those that its own author lets callers set', async () => {
    for (const [name, value] of [
      ['town', 'Ulm'],
      ['tone', 'plain'],
    ])
      await administrator.expect(200, 'POST', '/variables', { name, value, type: 'static' })
    const reply = replyFlow('{{$vars.town}} {{$vars.tone}}')
    const inner = await makeFlow(administrator, reply, { apiConfig: opening(['tone']) })
    const executeFlowOverrideConfig = JSON.stringify({ vars: { town: 'Rome', tone: 'warm' } })
    expect(await ask(inside(inner), 'x')).toBe('Ulm plain')
    expect(await ask(inside(inner, { executeFlowOverrideConfig }), 'x')).toBe('Ulm warm')
  })

  test('does not see what a caller changed of the outer flow', async () => {
    const inner = await makeFlow(administrator, replyFlow('{{$vars.town}}'))
    const outer = inside(inner)
    const reply = agentNode('directReplyAgentflow_0', 'directReplyAgentflow', {
      directReplyMessage: '{{$vars.town}} {{executeFlowAgentflow_0}}',
    })
    const flow = {
      nodes: [...outer.nodes, reply],
      edges: [...outer.edges, agentEdge('executeFlowAgentflow_0', 'directReplyAgentflow_0')],
    }
    const id = await makeFlow(administrator, flow, { apiConfig: opening(['town']) })
    const { body } = await server.anonymous().call<{ text: string }>('POST', `/prediction/${id}`, {
      question: 'x',
      overrideConfig: { vars: { town: 'Rome' } },
    })
    expect(body.text).toBe('Rome Ulm')
  })
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

test.each([
  [1, '<a>\n<a><b>\n<a><b><c> ends with <a><b><c>'],
  [3, '<a>\n<b>\n<c> ends with <c>'],
])(
  'of %i items at once each sees the state before them, and the last of the list is kept',
  async (count, answer) => {
    const write = agentNode('customFunctionAgentflow_0', 'customFunctionAgentflow', {
      customFunctionInputVariables: [
        { variableName: 'given', variableValue: '{{$flow.state.seen}}<{{$iteration}}>' },
      ],
      customFunctionJavascriptFunction: 'return $given',
      customFunctionUpdateState: [{ key: 'seen', value: '{{ output }}' }],
    })
    const flow = {
      nodes: [
        agentNode('startAgentflow_0', 'startAgentflow', {
          startInputType: 'chatInput',
          startState: [{ key: 'seen', value: '' }],
        }),
        agentNode('iterationAgentflow_0', 'iterationAgentflow', {
          iterationInput: '["a", "b", "c"]',
          iterationConcurrency: count,
        }),
        { ...write, parentNode: 'iterationAgentflow_0', extent: 'parent' },
        agentNode('directReplyAgentflow_0', 'directReplyAgentflow', {
          directReplyMessage: '{{iterationAgentflow_0}} ends with {{$flow.state.seen}}',
        }),
      ],
      edges: [
        agentEdge('startAgentflow_0', 'iterationAgentflow_0'),
        agentEdge('iterationAgentflow_0', 'directReplyAgentflow_0'),
      ],
    }
    expect(await ask(flow, 'Go')).toBe(answer)
  },
)

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
