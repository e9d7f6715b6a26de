import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  agentEdge,
  agentNode,
  chainEdge,
  chainNode,
  chatFlow,
  llmFlow,
  openAIConfig,
} from '../testing/example-flows.ts'
import { makeFlow as makeOpenFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'
import type { TestCaller } from '../testing/test-caller.ts'

const PROMPT = 'The prompt of the author'
const VALUE = 'value-of-the-variable'
const SOURCE = 'return "made by " + "source of the author" + $vars.tone'
/** A flow as it is by itself: its author chose nothing about its steps. */
const makeFlow = (caller: TestCaller, flow: object, fields = {}) =>
  makeOpenFlow(caller, flow, { apiConfig: '{}', ...fields })

/** What nobody may find in anything that a stranger is sent. */
const SECRETS = [PROMPT, VALUE, 'source of the author', 'messages', 'usageMetadata', 'chatHistory']

describe.each(databaseKinds)('what a run tells on %s', (kind) => {
  let scene: VendorServer
  let flowId: string
  let viewer: TestCaller

  /** Start → model with a prompt of the author → function. */
  function secretFlow(fault = '') {
    const config = openAIConfig(scene.vendor, scene.credentialId)
    const [start, model, code] = ['startAgentflow_0', 'llmAgentflow_0', 'customFunctionAgentflow_0'] as const
    return {
      nodes: [
        agentNode(start, 'startAgentflow', { startInputType: 'chatInput' }, 'Start'),
        agentNode(model, 'llmAgentflow', {
          llmModel: 'chatOpenAI',
          llmModelConfig: { llmModel: 'chatOpenAI', ...config },
          llmMessages: [{ role: 'system', content: `${PROMPT} {{$vars.tone}}` }],
          llmReturnResponseAs: 'userMessage',
        }),
        agentNode(code, 'customFunctionAgentflow', {
          customFunctionJavascriptFunction: fault === '' ? SOURCE.replace(' + $vars.tone', '') : fault,
        }),
      ],
      edges: [agentEdge(start, model), agentEdge(model, code)],
    }
  }

  beforeAll(async () => {
    scene = await startVendorServer({ kind })
    const variable = { name: 'tone', value: VALUE, type: 'static' }
    await scene.administrator.expect(200, 'POST', '/variables', variable)
    flowId = await makeFlow(scene.administrator, secretFlow())
    viewer = await scene.server.withKey(['executions:view'])
  })

  afterAll(() => scene.stop())

  /** Everything that a caller can read of a run: the answer, the frames, the events, live and later. */
  async function readAll(caller: TestCaller, id = flowId) {
    const path = `/prediction/${id}`
    const whole = await caller.call<Record<string, unknown>>('POST', path, { question: 'Hi' })
    const streamed = await caller.call('POST', path, { question: 'Hi', streaming: true })
    const events = await caller.call('GET', `/runs/${whole.headers.get('x-run-id')}/events`)
    const runIds = [whole, streamed, whole].map(({ headers }) => headers.get('x-run-id') ?? '')
    return { answer: whole.body, texts: [whole.text, streamed.text, events.text], runIds }
  }

  test('strangers get the answer and the names, states and times of its nodes', async () => {
    const keys = await scene.server.withKey(['agentflows:view'])
    for (const caller of [scene.server.anonymous(), keys]) {
      const { answer, texts } = await readAll(caller)
      expect(answer).toMatchObject({ text: 'made by source of the author', question: 'Hi' })
      const nodes = answer.agentFlowExecutedData as { data: object }[]
      expect(nodes).toMatchObject([
        { nodeId: 'startAgentflow_0', nodeLabel: 'Start', status: 'FINISHED' },
        { nodeId: 'llmAgentflow_0', status: 'FINISHED' },
        { nodeId: 'customFunctionAgentflow_0', status: 'FINISHED' },
      ])
      for (const { data } of nodes) expect(Object.keys(data).filter((key) => key !== 'output')).toEqual([])
      for (const text of texts) {
        const withoutAnswer = text.replaceAll('made by source of the author', '')
        for (const secret of SECRETS) expect(withoutAnswer, secret).not.toContain(secret)
        expect(text).toContain('Start')
      }
    }
  })

  test('who may see executions gets all, a signed-in user too', async () => {
    for (const caller of [viewer, scene.administrator])
      for (const text of (await readAll(caller)).texts) {
        expect(text).toContain(`${PROMPT} ${VALUE}`)
        expect(text).toContain('usage')
      }
  })

  test('a key of another workspace is a stranger, whatever it may do there', async () => {
    const other = await scene.server.addWorkspace()
    for (const text of (await readAll(other.caller)).texts) expect(text).not.toContain(PROMPT)
  })

  test('the switch of the flow shows its steps to all', async () => {
    const id = await makeFlow(scene.administrator, secretFlow(), {
      apiConfig: JSON.stringify({ callersSeeSteps: true }),
    })
    for (const text of (await readAll(scene.server.anonymous(), id)).texts)
      expect(text).toContain(`${PROMPT} ${VALUE}`)
  })

  test.each([
    ['a fault of the code', 'throw new Error("host-of-the-author.internal")'],
    ['a module that is not there', 'return require("module-of-the-author")'],
    ['a host that is not allowed', 'await fetch("http://10.1.2.3/of-the-author"); return "x"'],
  ])('of %s a stranger learns nothing but that it failed', async (_what, source) => {
    const id = await makeFlow(scene.administrator, secretFlow(source))
    const { texts, runIds } = await readAll(scene.server.anonymous(), id)
    for (const [index, text] of texts.entries()) {
      expect(text).toContain('The flow could not answer')
      expect(text).toContain(`Reference: ${runIds[index]}`)
      for (const secret of ['of-the-author', '10.1.2.3', 'EGRESS_ALLOW', 'egress', 'sandbox_error'])
        expect(text).not.toContain(secret)
    }
    const [told] = (await readAll(viewer, id)).texts
    expect(told).toMatch(/of-the-author|10\.1\.2\.3/)
  })

  test('of a host of a model that is not allowed, too', async () => {
    const flow = llmFlow(
      { ...scene.vendor, baseURL: 'http://10.1.2.3:1234/v1-of-the-author' },
      scene.credentialId,
    )
    const id = await makeFlow(scene.administrator, flow)
    for (const text of (await readAll(scene.server.anonymous(), id)).texts) {
      expect(text).toContain('The flow could not answer')
      expect(text).not.toMatch(/10\.1\.2\.3|EGRESS/)
    }
  })

  test('of a tool that failed in a chat flow a stranger learns that it failed', async () => {
    const flow = chatFlow(scene.vendor, scene.credentialId)
    const id = await makeFlow(
      scene.administrator,
      {
        nodes: [
          ...flow.nodes.slice(0, 1),
          chainNode('searXNG_0', 'SearXNG', { apiBase: 'http://10.1.2.3:8080/of-the-author' }),
          chainNode('toolAgent_0', 'Tool Agent', {}),
        ],
        edges: [
          chainEdge('chatOpenAI_0', 'toolAgent_0', ['model', 'BaseChatModel']),
          chainEdge('searXNG_0', 'toolAgent_0', ['tools', 'Tool']),
        ],
      },
      { type: 'CHATFLOW' },
    )
    const calls = { toolCalls: [{ id: 'call_1', name: 'searxng-search', input: { input: 'it' } }] }
    const readTwice = async (caller: TestCaller) => {
      scene.vendor.respondWith(calls, { text: 'Done.' }, calls, { text: 'Done.' })
      const { answer, texts } = await readAll(caller, id)
      expect(answer).toMatchObject({ text: 'Done.', usedTools: [{ tool: 'searxng-search' }] })
      return texts
    }
    for (const text of await readTwice(scene.server.anonymous())) {
      expect(text).not.toMatch(/10\.1\.2\.3|EGRESS|of-the-author/)
      expect(text).toContain('"error":"The tool failed."')
    }
    for (const text of await readTwice(viewer)) expect(text).toContain('10.1.2.3')
  })

  test('of a limit that a run met a stranger learns that there is one, and of no node', async () => {
    const loop = agentNode('loopAgentflow_0', 'loopAgentflow', {
      loopBackToNode: 'directReplyAgentflow_0-Of the author',
      maxLoopCount: 100_000,
    })
    const id = await makeFlow(scene.administrator, {
      nodes: [
        agentNode('startAgentflow_0', 'startAgentflow', { startInputType: 'chatInput' }),
        agentNode(
          'directReplyAgentflow_0',
          'directReplyAgentflow',
          { directReplyMessage: 'x' },
          'Of the author',
        ),
        loop,
      ],
      edges: [
        agentEdge('startAgentflow_0', 'directReplyAgentflow_0'),
        agentEdge('directReplyAgentflow_0', 'loopAgentflow_0'),
      ],
    })
    const answer = await scene.server
      .anonymous()
      .call<{ message: string }>('POST', `/prediction/${id}`, { question: 'x' })
    expect(answer.body).toMatchObject({ code: 'budget_exceeded' })
    expect(answer.body.message).toMatch(/^The run met a limit/)
    expect(answer.text).not.toMatch(/Of the author|directReply|loopAgentflow/)
  })

  test('of a flow that cannot run a stranger does not learn why', async () => {
    const flow = secretFlow()
    const broken = { ...flow, nodes: [...flow.nodes.slice(0, 2), agentNode('x_0', 'nodeOfTheAuthor')] }
    const id = await makeFlow(scene.administrator, {
      ...broken,
      edges: [agentEdge('startAgentflow_0', 'x_0')],
    })
    const answer = await scene.server.anonymous().call('POST', `/prediction/${id}`, { question: 'x' })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('This flow cannot run')
    expect(answer.text).not.toMatch(/nodeOfTheAuthor|x_0/)
  })
})
