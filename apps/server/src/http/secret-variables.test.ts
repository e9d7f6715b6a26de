import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { agentEdge, agentNode, type WireNode } from '../testing/example-flows.ts'
import { makeFlow } from '../testing/make-flow.ts'
import { type OrderServer, startOrderServer } from '../testing/order-server.ts'
import type { TestCaller } from '../testing/test-caller.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

const VALUE = 'sk-secret/of+the "shop"'
const MARK = /runnel-secret-shopkey-[0-9a-f]{32}/

/** Start → each of these, one after the other. */
function rowOf(...nodes: WireNode[]) {
  const all = [agentNode('startAgentflow_0', 'startAgentflow', { startInputType: 'chatInput' }), ...nodes]
  return {
    nodes: all,
    edges: all.slice(1).map(({ id }, index) => agentEdge(all[index]?.id ?? '', id)),
  }
}

const say = (directReplyMessage: string, id = 'directReplyAgentflow_0') =>
  agentNode(id, 'directReplyAgentflow', { directReplyMessage })
const post = (url: string, more: object = {}) =>
  agentNode('httpAgentflow_0', 'httpAgentflow', { method: 'POST', url, bodyType: 'raw', ...more })
const code = (source: string) =>
  agentNode('customFunctionAgentflow_0', 'customFunctionAgentflow', {
    customFunctionJavascriptFunction: source,
  })

describe.each(databaseKinds)('a flow with a secret variable on %s', (kind) => {
  let server: TestServer
  let administrator: TestCaller
  let shop: OrderServer
  let elsewhere: OrderServer
  let variableId: string

  beforeAll(async () => {
    shop = await startOrderServer(() => `${elsewhere.origin}/?stolen=${encodeURIComponent(VALUE)}`)
    elsewhere = await startOrderServer()
    const allowed = [shop.host, elsewhere.host].flatMap((host) => [host, `code:${host}`])
    server = await startTestServer({ kind, env: { EGRESS_ALLOW: allowed.join() } })
    administrator = await server.administrator()
    const body = { name: 'shopKey', type: 'secret', value: VALUE, hosts: [shop.host] }
    const made = await administrator.expect<{ id: string }>(200, 'POST', '/variables', body)
    variableId = made.id
  })
  beforeEach(() => {
    shop.calls.length = 0
    elsewhere.calls.length = 0
  })
  afterAll(async () => {
    await server.stop()
    await shop.close()
    await elsewhere.close()
  })

  const ask = (id: string, body: object = {}, caller = server.anonymous()) =>
    caller.call<{ text: string; chatId: string; action?: unknown }>('POST', `/prediction/${id}`, {
      question: 'x',
      ...body,
    })
  const run = async (flow: object, body: object = {}) => ask(await makeFlow(administrator, flow), body)
  /** What the administrator is told of why it failed. */
  const faultOf = async (flow: object) => {
    const id = await makeFlow(administrator, flow)
    return (await ask(id, {}, administrator)).text
  }

  test('sends its value in query, headers and body, and keeps a mark everywhere else', async () => {
    const answer = await run(
      rowOf(
        post(`${shop.origin}/echo?key={{$vars.shopKey}}`, {
          headers: [{ key: 'authorization', value: 'Bearer {{$vars.shopKey}}' }],
          body: '{"key":"{{$vars.shopKey}}"}',
        }),
        say('{{httpAgentflow_0}} by {{$vars.shopKey}}'),
      ),
    )
    expect(answer.status).toBe(200)
    const [call] = shop.calls
    expect(new URL(call?.url ?? '', shop.origin).searchParams.get('key')).toBe(VALUE)
    expect(call?.headers.authorization).toBe(`Bearer ${VALUE}`)
    expect(JSON.parse(call?.body ?? '')).toEqual({ key: VALUE })
    expect(answer.body.text).toMatch(MARK)
    expect(answer.body.text).toContain('•••')
    const trace = await administrator.call('GET', `/executions/${answer.headers.get('x-run-id')}`)
    for (const told of [answer.text, trace.text, await server.dump()])
      for (const form of ['sk-secret', encodeURIComponent(VALUE)]) expect(told).not.toContain(form)
    expect(trace.text).toMatch(MARK)
  })

  test('gives code the mark, whose fetch sends the value and gets none back', async () => {
    const source = `
      const reply = await fetch('${shop.origin}/echo', { headers: { 'x-key': $vars.shopKey } })
      return $vars.shopKey + ' ' + (await reply.text())`
    const { body } = await run(rowOf(code(source)))
    expect(shop.calls[0]?.headers['x-key']).toBe(VALUE)
    expect(body.text).toMatch(MARK)
    expect(body.text).toContain('•••')
    expect(body.text).not.toContain('sk-secret')
  })

  test('gives code that is tried out the mark too, to who may view variables', async () => {
    const javascriptFunction = `const reply = await fetch('${shop.origin}/echo?key=' + $vars.shopKey)
      return { seen: $vars.shopKey, said: (await reply.json()).url, echo: reply.headers.get('x-echo') }`
    const { body } = await administrator.call<{ seen: string; said: string; echo: string }>(
      'POST',
      '/node-custom-function',
      { javascriptFunction },
    )
    expect(body).toMatchObject({
      seen: expect.stringMatching(MARK),
      said: '/echo?key=•••',
      echo: '/echo?key=•••',
    })
    expect(new URL(shop.calls[0]?.url ?? '', shop.origin).searchParams.get('key')).toBe(VALUE)
  })

  test.each<[string, (origin: string) => WireNode]>([
    ['a request', (origin) => post(`${origin}/?key={{$vars.shopKey}}`)],
    [
      'code',
      (origin) => code(`return (await fetch('${origin}', { method: 'POST', body: $vars.shopKey })).status`),
    ],
  ])('is told which host its secret may not go to, and sends nothing: %s', async (_what, make) => {
    const fault = await faultOf(rowOf(make(elsewhere.origin)))
    expect(fault).toContain('shopKey')
    expect(fault).toContain(elsewhere.host)
    expect(elsewhere.calls).toEqual([])
  })

  test('does not follow a server that leads the value elsewhere', async () => {
    const fault = await faultOf(rowOf(post(`${shop.origin}/away?key={{$vars.shopKey}}`, { method: 'GET' })))
    expect(fault).toContain('led the secret variable “shopKey” on to a host to which it may not go')
    expect(fault).not.toContain(elsewhere.host)
    expect([shop.calls.length, elsewhere.calls.length]).toEqual([1, 0])
  })

  test('has a mark of its own in every run: what a visitor types is text', async () => {
    const id = await makeFlow(
      administrator,
      rowOf(post(`${shop.origin}/echo`, { body: '{{question}}' }), say('{{$vars.shopKey}}')),
    )
    const [mark] = MARK.exec((await ask(id)).body.text) ?? []
    const [other] = MARK.exec((await ask(id, { question: mark })).body.text) ?? []
    expect(shop.calls[1]?.body).toBe(mark)
    expect(other).not.toBe(mark)
  })

  test('goes on after a question with the same mark, and takes none out of the answer of a stranger', async () => {
    const human = agentNode('humanInputAgentflow_0', 'humanInputAgentflow', {
      humanInputDescriptionType: 'fixed',
      humanInputDescription: 'Go on with {{$vars.shopKey}}?',
      humanInputEnableFeedback: true,
    })
    const flow = {
      nodes: [
        ...rowOf(human).nodes,
        post(`${shop.origin}/echo?key={{$vars.shopKey}}`, { body: '{{humanInputAgentflow_0}}' }),
      ],
      edges: [...rowOf(human).edges, agentEdge('humanInputAgentflow_0', 'httpAgentflow_0', 0)],
    }
    const id = await makeFlow(administrator, flow)
    const asked = await ask(id)
    const [mark] = MARK.exec(asked.text) ?? []
    expect(mark).toBeDefined()
    const { chatId } = asked.body
    const humanInput = { type: 'proceed', feedback: `Post ${mark}` }
    expect((await ask(id, { question: undefined, chatId, humanInput })).status).toBe(200)
    const [call] = shop.calls
    expect(new URL(call?.url ?? '', shop.origin).searchParams.get('key')).toBe(VALUE)
    expect(call?.body).toContain('Post')
    expect(call?.body).not.toContain('sk-secret')
  })

  test('has it in the flows that it runs', async () => {
    const inner = await makeFlow(administrator, rowOf(post(`${shop.origin}/echo?key={{$vars.shopKey}}`)))
    const { status } = await run(
      rowOf(
        agentNode('executeFlowAgentflow_0', 'executeFlowAgentflow', {
          executeFlowSelectedFlow: inner,
          executeFlowInput: 'x',
        }),
      ),
    )
    expect(status).toBe(200)
    expect(new URL(shop.calls[0]?.url ?? '', shop.origin).searchParams.get('key')).toBe(VALUE)
  })

  test('lets no caller set it, whatever its author enabled', async () => {
    const overrideConfig = {
      status: true,
      nodes: {},
      variables: [{ name: 'shopKey', type: 'static', enabled: true }],
    }
    const id = await makeFlow(administrator, rowOf(post(`${shop.origin}/echo?key={{$vars.shopKey}}`)), {
      apiConfig: JSON.stringify({ overrideConfig }),
    })
    const answer = await ask(id, { overrideConfig: { vars: { shopKey: 'mine' } } })
    expect(answer.headers.get('x-ignored-fields')).toBe('overrideConfig.vars.shopKey')
    expect(new URL(shop.calls[0]?.url ?? '', shop.origin).searchParams.get('key')).toBe(VALUE)
  })

  test('sends it nowhere once its host was taken away', async () => {
    const id = await makeFlow(administrator, rowOf(post(`${shop.origin}/echo?key={{$vars.shopKey}}`)))
    await administrator.expect(200, 'PUT', `/variables/${variableId}`, { hosts: ['api.example.com'] })
    expect((await ask(id, {}, administrator)).text).toContain('only to api.example.com')
    expect(shop.calls).toEqual([])
    await administrator.expect(200, 'PUT', `/variables/${variableId}`, { hosts: [shop.host] })
    expect((await ask(id)).status).toBe(200)
  })
})
