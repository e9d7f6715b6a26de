import { databaseKinds } from '@runnel/db/testing'
import { type FakeOpenAI, startFakeOpenAI } from '@runnel/providers/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { keyFlow, orderFlow, playClerkOfTea } from './testing/agent-node-flows.ts'
import { type KillableProgram, startKillableProgram } from './testing/killable-program.ts'
import { makeCredential, makeFlow } from './testing/make-flow.ts'
import { type OrderServer, startOrderServer } from './testing/order-server.ts'
import type { TestCaller } from './testing/test-caller.ts'

interface Answer {
  text: string
  message?: string
  agentFlowExecutedData: { nodeId: string; data: { output: Record<string, unknown> } }[]
}

const TOKEN = 'the-key-of-the-orders'

describe.each(databaseKinds)('the nodes of an agent flow on %s', (kind) => {
  let vendor: FakeOpenAI
  let orders: OrderServer
  let elsewhere: OrderServer
  let program: KillableProgram
  let caller: TestCaller
  let flowId: string
  let keyId: string

  beforeAll(async () => {
    vendor = await startFakeOpenAI({ respond: playClerkOfTea })
    elsewhere = await startOrderServer()
    orders = await startOrderServer(() => `${elsewhere.origin}/landed`)
    const egressAllow = [vendor.host, orders.host, elsewhere.host].join()
    program = await startKillableProgram(kind, { egressAllow })
    caller = await program.signIn()
    const credentialId = await makeCredential(caller)
    keyId = await makeKey('httpBearerToken', { token: TOKEN })
    flowId = await makeFlow(caller, orderFlow({ vendor, credentialId, origin: orders.origin, keyId }))
  }, 60_000)

  afterAll(async () => {
    await program.remove()
    await Promise.all([vendor.close(), orders.close(), elsewhere.close()])
  })

  beforeEach(() => {
    vendor.requests.length = 0
    orders.calls.length = 0
    elsewhere.calls.length = 0
  })

  async function makeKey(credentialName: string, plainDataObj: object): Promise<string> {
    const made = { name: 'Orders', credentialName, plainDataObj }
    return (await caller.expect<{ id: string }>(200, 'POST', '/credentials', made)).id
  }

  const say = (id: string, body: object) => caller.call<Answer>('POST', `/internal-prediction/${id}`, body)

  test('go the way that a model chose, look up, compute and order', async () => {
    const { status, body } = await say(flowId, { question: 'order tea & milk', chatId: 'order' })
    expect([status, body.text]).toEqual([200, 'Ordered for 42: order 2'])
    const [price, order] = orders.calls
    expect(price).toMatchObject({ method: 'GET', headers: { authorization: `Bearer ${TOKEN}` } })
    expect(price?.url).toMatch(/^\/price\?of=order%20tea/)
    expect(order).toMatchObject({ method: 'POST', url: '/orders' })
    expect(order?.headers).not.toHaveProperty('authorization')
    expect(order?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    expect(order?.body).toMatch(/name="sum"\r\n\r\n42\r\n/)
    expect(JSON.stringify(body)).not.toContain(TOKEN)
    expect(body.agentFlowExecutedData.map(({ nodeId }) => nodeId)).toEqual([
      'startAgentflow_0',
      'conditionAgentAgentflow_0',
      'httpAgentflow_0',
      'toolAgentflow_0',
      'httpAgentflow_1',
      'directReplyAgentflow_0',
    ])
  })

  test('look into a store by its embeddings, and give an agent its knowledge', async () => {
    const { body } = await say(flowId, { question: 'How hot is green tea?', chatId: 'ask' })
    expect(body.text).toBe('The book says: Nothing was found.')
    const offered = vendor.requests.map(({ body: sent }) => JSON.stringify(sent.tools ?? []))
    expect(offered.filter((tools) => tools.includes('"tea_book"'))).toHaveLength(2)
    expect(body.agentFlowExecutedData.at(-1)?.data.output.usedTools).toMatchObject([{ tool: 'tea_book' }])
    expect(orders.calls).toEqual([])
  })

  test('say what a server refused', async () => {
    const brokenId = await makeFlow(caller, keyFlow(`${orders.origin}/broken`, keyId))
    const { status, text } = await say(brokenId, { question: 'x' })
    expect(status).toBeGreaterThanOrEqual(500)
    expect(text).toContain(`Orders: ${orders.host} answered with status 422: Sold out`)
  })

  test('send a key nowhere but where its author said: not by a question, not by a redirect', async () => {
    const openId = await makeFlow(caller, keyFlow('{{question}}', keyId))
    const { status, text } = await say(openId, { question: `${elsewhere.origin}/steal` })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(text).toContain('nobody with the right to edit credentials has confirmed')
    expect(elsewhere.calls).toEqual([])
    const ownId = await makeKey('httpApiKey', { key: 'X-Api-Key', value: TOKEN })
    const awayId = await makeFlow(caller, keyFlow(`${orders.origin}/away`, ownId))
    expect((await say(awayId, { question: 'x' })).status).toBe(200)
    expect(orders.calls.at(-1)?.headers).toMatchObject({ 'x-api-key': TOKEN })
    expect(elsewhere.calls.map(({ url }) => url)).toEqual(['/landed'])
    expect(JSON.stringify(elsewhere.calls)).not.toContain(TOKEN)
  })

  const countOf = (method: string) => orders.calls.filter((call) => call.method === method).length

  /** Kills the program while the server keeps its answer to a call back, and starts it again. */
  async function killIn(method: string, count: number): Promise<void> {
    await expect.poll(() => countOf(method), { timeout: 20_000 }).toBe(count)
    await program.kill()
    await program.start()
    caller = await program.signIn()
  }

  async function readState(chatId: string): Promise<string | undefined> {
    const path = `/executions?sessionId=${chatId}`
    const { data } = await caller.expect<{ data: { state: string }[] }>(200, 'GET', path)
    return data[0]?.state
  }

  test('make a GET again after kill -9, ask before a POST, and never ask the model twice', {
    timeout: 120_000,
  }, async () => {
    const chatId = 'killed'
    orders.holdNext('GET')
    orders.holdNext('POST')
    const asked = say(flowId, { question: 'order milk', chatId }).catch(() => undefined)
    await killIn('GET', 1)
    await asked
    await killIn('POST', 1)
    await expect.poll(() => readState(chatId), { timeout: 20_000 }).toBe('STOPPED')
    expect([countOf('GET'), countOf('POST')]).toEqual([2, 1])
    const { status, body } = await say(flowId, { chatId, humanInput: { type: 'proceed' } })
    expect([status, body.text]).toEqual([200, 'Ordered for 42: order 4'])
    expect([countOf('GET'), countOf('POST'), vendor.requests.length]).toEqual([2, 2, 1])
  })
})
