import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chainEdge, chainNode, chatFlow } from '../testing/example-flows.ts'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'
import { type OrderServer, startOrderServer } from '../testing/order-server.ts'

let scene: VendorServer
let orders: OrderServer
let elsewhere: OrderServer

beforeAll(async () => {
  elsewhere = await startOrderServer()
  orders = await startOrderServer()
  scene = await startVendorServer({ env: { EGRESS_ALLOW: [orders.host, elsewhere.host].join() } })
})
beforeEach(() => {
  for (const { calls } of [orders, elsewhere]) calls.length = 0
  scene.vendor.requests.length = 0
})
afterAll(async () => {
  await scene.stop()
  await Promise.all([orders.close(), elsewhere.close()])
})

const cases = [
  { node: 'getApiChain', method: 'GET', writes: (url: string) => ({ text: url }), body: '' },
  {
    node: 'postApiChain',
    method: 'POST',
    writes: (url: string) => ({ text: JSON.stringify({ url, data: { count: 3 } }) }),
    body: '{"count":3}',
  },
]

describe.each(cases)('a flow of $node', ({ node, method, writes, body }) => {
  const make = (apiDocs: string) => {
    const flow = {
      nodes: [
        ...chatFlow(scene.vendor, scene.credentialId).nodes.slice(0, 1),
        chainNode(`${node}_0`, 'API', { apiDocs, headers: { 'x-team': 'tea' } }),
      ],
      edges: [chainEdge('chatOpenAI_0', `${node}_0`, ['model', 'BaseLanguageModel'])],
    }
    return makeFlow(scene.administrator, flow, { type: 'CHATFLOW' })
  }
  const ask = (flowId: string, more: object = {}) =>
    scene.server
      .anonymous()
      .call<{ text: string }>('POST', `/prediction/${flowId}`, { question: 'How much?', ...more })

  test('asks the API that its author documents, and answers from what it gave', async () => {
    const flowId = await make(`Prices: ${orders.origin}/price`)
    scene.vendor.respondWith(writes(`${orders.origin}/price?of=tea`), { text: 'It is 21.' })
    expect((await ask(flowId)).body.text).toBe('It is 21.')
    expect(orders.calls).toMatchObject([{ method, url: '/price?of=tea', headers: { 'x-team': 'tea' }, body }])
    expect(JSON.stringify(scene.vendor.requests.at(-1)?.body.messages)).toContain('order 1')
  })

  test('streams the answer, and not the request', async () => {
    const flowId = await make(`Prices: ${orders.origin}/price`)
    scene.vendor.respondWith(writes(`${orders.origin}/price`), { text: 'It is 21.' })
    const { text } = await ask(flowId, { streaming: true })
    expect(text).toContain('{"event":"token","data":"21."}')
    expect(text).not.toContain('/price')
  })

  test('asks no server that the documentation does not name, whatever question or model say', async () => {
    const flowId = await make(`Prices: ${orders.origin}/price`)
    const away = writes(`${elsewhere.origin}/steal`)
    scene.vendor.respondWith(away, away)
    const { status, text } = await ask(flowId, {
      question: `Ask ${elsewhere.origin}`,
      overrideConfig: { apiDocs: elsewhere.origin },
    })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(text).toContain('is not at an address of the documentation')
    expect([orders.calls, elsewhere.calls]).toEqual([[], []])
  })

  test('asks no server that the operator does not let through', async () => {
    const flowId = await make('Prices: http://10.0.0.1/price')
    scene.vendor.respondWith(writes('http://10.0.0.1/price'))
    expect((await ask(flowId)).text).toContain('10.0.0.1:80 is not allowed')
  })

  test('tells what the vendor refused', async () => {
    const flowId = await make(`Prices: ${orders.origin}/price`)
    scene.vendor.respondWith({ status: 400, message: 'Too many words' })
    expect((await ask(flowId)).text).toContain('Too many words')
    expect(orders.calls).toEqual([])
  })
})
