import type { FakeReply } from '@runnel/providers/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chatFlow, llmFlow } from '../testing/example-flows.ts'
import { makeCredential, makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'

const KEY = 'sk-canary-Zq81hT5vendorkey'

let scene: VendorServer
let flows: { chat: string; agent: string }
const logLines: string[] = []
/** How the vendor answers; undefined: well. */
let fault: FakeReply | undefined

beforeAll(async () => {
  scene = await startVendorServer({ onLogLine: (line) => logLines.push(line), respond: () => fault })
  const { administrator, vendor } = scene
  const credentialId = await makeCredential(administrator, KEY)
  const agent = llmFlow(vendor, credentialId)
  flows = {
    agent: await makeFlow(administrator, agent),
    chat: await makeFlow(administrator, chatFlow(vendor, credentialId), { type: 'CHATFLOW' }),
  }
})

beforeEach(() => {
  scene.vendor.requests.length = 0
  fault = undefined
})

afterAll(() => scene.stop())

const faults: [string, FakeReply, RegExp][] = [
  ['a wrong key', { status: 401, message: `Incorrect API key provided: ${KEY}.` }, /credential|key/i],
  [
    'a rate limit',
    { status: 429, message: 'Rate limit reached', headers: { 'retry-after': '0' } },
    /limit|quota|wait|later/i,
  ],
  ['a fault of the vendor', { status: 500, message: `Boom with ${KEY}` }, /again|later|Boom/i],
  ['no such model', { status: 404, message: 'The model does not exist' }, /model/i],
  ['an answer that is no JSON', { malformed: '<html>no</html>' }, /./],
  ['a closed socket', { hangUp: true }, /./],
]

/** The text of the error that a caller is told, whole or streamed. */
async function askAndFail(flowId: string, streaming: boolean): Promise<string> {
  const answer = await scene.server
    .anonymous()
    .call<{ message: string; success: boolean }>('POST', `/prediction/${flowId}`, {
      question: 'Hi',
      streaming,
    })
  expect(answer.text).not.toContain(KEY)
  if (!streaming) {
    expect(answer.status).toBeGreaterThanOrEqual(500)
    expect(answer.body.success).toBe(false)
    return answer.body.message
  }
  expect(answer.text.endsWith('message:\ndata:{"event":"end","data":"[DONE]"}\n\n')).toBe(true)
  const frame = answer.text.split('\n\n').find((text) => text.includes('"event":"error"'))
  return JSON.parse(frame?.split('data:')[1] ?? '{}').data
}

describe.each(['agent', 'chat'] as const)('the %s flow', (kind) => {
  const node =
    kind === 'agent'
      ? /^llmAgentflow_0: Error in LLM node: OpenAI: /
      : /^Conversation Chain \(conversationChain_0\): OpenAI: /

  describe.each([false, true])('streaming %s', (streaming) => {
    test.each(faults)('names node, vendor and what to do after %s', async (_name, reply, advice) => {
      fault = reply
      const message = await askAndFail(flows[kind], streaming)
      expect(message).toMatch(node)
      expect(message).toContain(scene.vendor.host)
      expect(message).toMatch(advice)
      fault = undefined
      const healthy = await scene.server
        .anonymous()
        .call('POST', `/prediction/${flows[kind]}`, { question: 'Still up?' })
      expect(healthy.status).toBe(200)
    })
  })

  test('says once where the wrong key is, and what to do', async () => {
    fault = { status: 401, message: 'Incorrect API key' }
    const message = await askAndFail(flows[kind], false)
    const advice = 'Check the key in the credential, or choose another credential.'
    expect(message.replace(node, '')).toBe(
      `401: ${scene.vendor.host} refused the API key (model gpt-4o-mini). ${advice}`,
    )
  })

  test('tells of a stream that was cut', async () => {
    fault = { text: 'one two three four', cutAfter: 2 }
    expect(await askAndFail(flows[kind], true)).toMatch(node)
  })

  test('tells of an error in the middle of a stream', async () => {
    fault = { text: 'one two three four', errorAfter: 2 }
    expect(await askAndFail(flows[kind], true)).toMatch(node)
  })
})

describe('a credential that is missing', () => {
  test('is asked for by the node’s name', async () => {
    const flow = llmFlow(scene.vendor, '')
    const inputs = flow.nodes[1]?.data.inputs as Record<string, Record<string, unknown>>
    delete inputs.llmModelConfig?.FLOWISE_CREDENTIAL_ID
    const id = await makeFlow(scene.administrator, flow)
    expect(await askAndFail(id, false)).toMatch(/llmAgentflow_0.*credential.*choose/i)
    expect(scene.vendor.requests).toEqual([])
  })

  test('is told when it was deleted', async () => {
    const credentialId = await makeCredential(scene.administrator)
    const id = await makeFlow(scene.administrator, llmFlow(scene.vendor, credentialId))
    await scene.administrator.expect(200, 'DELETE', `/credentials/${credentialId}`)
    expect(await askAndFail(id, false)).toMatch(/llmAgentflow_0.*choose a credential/i)
    expect(await askAndFail(id, true)).toMatch(/llmAgentflow_0.*choose a credential/i)
  })
})

test.each([
  [{ status: 401, message: `Incorrect API key provided: ${KEY}.` }, /llmAgentflow_0/],
  [{ status: 422, message: `No account has ${KEY} in it.` }, /No account has ••• in it/],
])(
  'a failed run is kept with its error and without the key, and leaves no messages: %j',
  async (reply, told) => {
    fault = reply
    await askAndFail(flows.agent, false)
    const { data } = await scene.administrator.expect<{
      data: { id: string; state: string; error: string }[]
    }>(200, 'GET', '/executions?state=ERROR&limit=1&page=1')
    const [run] = data
    expect(run?.error).toMatch(told)
    for (const path of [
      `/executions/${run?.id}`,
      `/executions/${run?.id}/steps`,
      `/runs/${run?.id}/events`,
    ]) {
      const answer = await scene.administrator.call('GET', path)
      expect([answer.status, answer.text.includes(KEY)]).toEqual([200, false])
    }
  },
)

test('no line of the log holds the key', () => {
  expect(logLines.filter((line) => line.includes(KEY))).toEqual([])
})
