import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agentEdge, agentNode, llmFlow, openAIConfig } from '../testing/example-flows.ts'
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
    return { answer: whole.body, texts: [whole.text, streamed.text, events.text] }
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
    const { texts } = await readAll(scene.server.anonymous(), id)
    for (const text of texts) {
      expect(text).toContain('The flow could not answer')
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
