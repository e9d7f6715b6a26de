import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { llmFlow } from '../testing/example-flows.ts'
import { makeCredential, makeFlow } from '../testing/make-flow.ts'
import type { TestCaller } from '../testing/test-caller.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

const [MINE, TWICE, GUARDED] = [randomUUID(), randomUUID(), randomUUID()]

let server: TestServer
let administrator: TestCaller
let flowId: string
let vendor: Server
/** Called with each request that the vendor gets; it never answers. */
let onCall: (ended: Promise<unknown>) => void = () => {}

beforeAll(async () => {
  vendor = createServer((request, response) => {
    request.resume()
    onCall(once(response, 'close'))
  })
  await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(vendor.address() as AddressInfo).port}`
  server = await startTestServer({ env: { EGRESS_ALLOW: host } })
  administrator = await server.administrator()
  const fake = { baseURL: `http://${host}/v1` } as Parameters<typeof llmFlow>[0]
  flowId = await makeFlow(administrator, llmFlow(fake, await makeCredential(administrator)))
})

afterAll(async () => {
  await server.stop()
  vendor.closeAllConnections()
  vendor.close()
})

/** Starts a chat that hangs at the vendor; resolves when the vendor has the call. */
async function hang(caller: TestCaller, body: object, path = 'prediction') {
  const called = new Promise<{ ended: Promise<unknown> }>((resolve) => {
    onCall = (ended) => resolve({ ended })
  })
  const answer = caller.call<{ code: string }>('POST', `/${path}/${flowId}`, { question: 'Hi', ...body })
  return { answer, ended: (await called).ended }
}

const abort = (caller: TestCaller, chatId: string, id = flowId) =>
  caller.call('PUT', `/chatmessage/abort/${id}/${chatId}`)

describe('an abort', () => {
  test.each([false, true])('reaches the vendor’s call, streaming %s', async (streaming) => {
    const caller = server.anonymous()
    const { answer, ended } = await hang(caller, { chatId: MINE, streaming })
    expect(await abort(caller, MINE)).toMatchObject({
      status: 200,
      body: { status: 200, message: 'Chat message aborted' },
    })
    await ended
    const { status, body, text } = await answer
    if (streaming)
      expect(text).toMatch(/"agentFlowEvent","data":"TERMINATED".*"abort","data":"\[DONE\]".*"end"/s)
    else expect([status, body.code]).toEqual([500, 'run_aborted'])
  })

  test('stops every run of the chat', async () => {
    const caller = server.anonymous()
    const runs = [await hang(caller, { chatId: TWICE }), await hang(caller, { chatId: TWICE })]
    await abort(caller, TWICE)
    await Promise.all(runs.map(({ ended }) => ended))
    for (const { answer } of runs) expect((await answer).body.code).toBe('run_aborted')
  })

  test('by somebody else has no effect and tells nothing', async () => {
    const owner = await server.withKey(['agentflows:view'])
    const { answer, ended } = await hang(owner, { chatId: GUARDED })
    const foreign = await abort(server.anonymous(), GUARDED)
    const nothing = await abort(server.anonymous(), 'no-such-chat')
    expect([foreign.status, foreign.text]).toEqual([nothing.status, nothing.text])
    const outcome = await Promise.race([
      ended,
      new Promise((resolve) => setTimeout(resolve, 300, 'still running')),
    ])
    expect(outcome).toBe('still running')
    await abort(owner, GUARDED)
    await ended
    expect((await answer).body.code).toBe('run_aborted')
  })

  test('of a run of the canvas needs its member', async () => {
    const { answer, ended } = await hang(administrator, { chatId: 'canvas' }, 'internal-prediction')
    await abort(server.anonymous(), 'canvas')
    const outcome = await Promise.race([
      ended,
      new Promise((resolve) => setTimeout(resolve, 300, 'still running')),
    ])
    expect(outcome).toBe('still running')
    await abort(administrator, 'canvas')
    await ended
    expect((await answer).body.code).toBe('run_aborted')
  })

  test('does not come with a deletion of the run by another workspace', async () => {
    const { caller: stranger } = await server.addWorkspace()
    const { answer, ended } = await hang(administrator, { chatId: 'kept' }, 'internal-prediction')
    const { data } = await administrator.expect<{ data: { id: string }[] }>(
      200,
      'GET',
      '/executions?state=INPROGRESS',
    )
    const executionIds = data.map(({ id }) => id)
    expect(executionIds).toHaveLength(1)
    expect((await stranger.call('DELETE', `/executions/${executionIds[0]}`)).status).toBe(404)
    expect((await stranger.call('DELETE', '/executions', { executionIds })).status).toBe(404)
    const outcome = await Promise.race([
      ended,
      new Promise((resolve) => setTimeout(resolve, 300, 'still running')),
    ])
    expect(outcome).toBe('still running')
    await administrator.expect(200, 'DELETE', `/executions/${executionIds[0]}`)
    await ended
    expect((await answer).body.code).toBe('run_aborted')
  })

  test('of an unknown flow is 404', async () => {
    expect((await abort(server.anonymous(), 'x', '11111111-2222-4333-8444-555555555555')).status).toBe(404)
  })
})

test('a stopped run is kept as TERMINATED', async () => {
  const { data } = await administrator.expect<{ data: { state: string }[] }>(
    200,
    'GET',
    '/executions?state=TERMINATED',
  )
  expect(data.length).toBeGreaterThan(0)
})
