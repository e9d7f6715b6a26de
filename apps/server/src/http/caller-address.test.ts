import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replyFlow } from '../testing/example-flows.ts'
import { makeFlow } from '../testing/make-flow.ts'
import type { TestCaller } from '../testing/test-caller.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

const DEFAULT_MAX = 300
const limited = { apiConfig: JSON.stringify({ rateLimit: { limitMax: 2, limitDuration: 60 } }) }

function statusesOf(caller: TestCaller, flowId: string) {
  return async (...addresses: string[]) => {
    const statuses: number[] = []
    for (const address of addresses) {
      const headers: Record<string, string> = address === '' ? {} : { 'x-forwarded-for': address }
      const answer = await caller.call('POST', `/prediction/${flowId}`, { question: 'x' }, headers)
      statuses.push(answer.status)
    }
    return statuses
  }
}

describe('behind a trusted proxy', () => {
  let server: TestServer
  let administrator: TestCaller

  beforeAll(async () => {
    server = await startTestServer({ env: { TRUSTED_PROXIES: '127.0.0.1/32, ::1' } })
    administrator = await server.administrator()
  })

  afterAll(() => server.stop())

  test('each caller has a limit of its own, and cannot choose another address', async () => {
    const call = statusesOf(server.anonymous(), await makeFlow(administrator, replyFlow('Hi'), limited))
    const [one, two] = ['198.51.100.1', '198.51.100.2']
    expect(await call(one, one, one, two)).toEqual([200, 200, 429, 200])
    expect(await call(`203.0.113.9, ${one}`, `203.0.113.8,${one}`)).toEqual([429, 429])
  })

  test('a proxy that writes ports behind addresses makes no callers of connections', async () => {
    const call = statusesOf(server.anonymous(), await makeFlow(administrator, replyFlow('Hi'), limited))
    expect(await call('198.51.100.9:1111', '198.51.100.9:2222', '198.51.100.9:3333')).toEqual([200, 200, 429])
    expect(await call('[2001:db8:1::1]:11', '[2001:db8:1::2]:22', '2001:db8:1::3')).toEqual([200, 200, 429])
  })

  test('a network of IPv6 is one caller', async () => {
    const call = statusesOf(server.anonymous(), await makeFlow(administrator, replyFlow('Hi'), limited))
    expect(await call('2001:db8::1', '2001:db8::2', '2001:db8::3', '2001:db8:0:1::1')).toEqual([
      200, 200, 429, 200,
    ])
  })

  test('a flow whose author set no limit has one for strangers, and none for keys', async () => {
    const flowId = await makeFlow(administrator, replyFlow('Hi'))
    const call = statusesOf(server.anonymous(), flowId)
    const calls = Array.from({ length: DEFAULT_MAX }, () => call('198.51.100.20'))
    expect(new Set((await Promise.all(calls)).flat())).toEqual(new Set([200]))
    expect(await call('198.51.100.20')).toEqual([429])
    expect(await statusesOf(server.anonymous(), flowId)('198.51.100.21')).toEqual([200])
    const key = await server.withKey(['agentflows:view'])
    for (const caller of [key, administrator])
      expect(await statusesOf(caller, flowId)('198.51.100.20')).toEqual([200])
    const { caller: elsewhere } = await server.addWorkspace()
    const { caller: person } = await server.addOrganization()
    for (const caller of [elsewhere, person])
      expect(await statusesOf(caller, flowId)('198.51.100.20')).toEqual([429])
  })
})

describe('without one', () => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer()
  })

  afterAll(() => server.stop())

  test('nobody chooses an address by a header', async () => {
    const flowId = await makeFlow(await server.administrator(), replyFlow('Hi'), limited)
    expect(await statusesOf(server.anonymous(), flowId)('1.1.1.1', '2.2.2.2', '3.3.3.3')).toEqual([
      200, 200, 429,
    ])
  })

  test('strangers use up no limit of a flow that is locked to a key', async () => {
    const key = await server.withKey(['agentflows:view'])
    const flowId = await makeFlow(await server.administrator(), replyFlow('Hi'), {
      ...limited,
      apikeyid: key.id,
    })
    expect(await statusesOf(server.anonymous(), flowId)('', '', '')).toEqual([401, 401, 401])
    expect(await statusesOf(key, flowId)('', '', '')).toEqual([200, 200, 429])
  })
})
