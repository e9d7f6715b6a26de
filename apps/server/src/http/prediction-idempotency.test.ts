import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { llmFlow } from '../testing/example-flows.ts'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'
import type { TestCaller } from '../testing/test-caller.ts'

/** A stream without its heartbeats. */
const framesOf = (text: string) => text.replaceAll(':heartbeat\n\n', '')

describe.each(databaseKinds)('a prediction under an Idempotency-Key on %s', (kind) => {
  let scene: VendorServer
  let flowId: string
  let otherFlowId: string
  beforeAll(async () => {
    scene = await startVendorServer({ kind })
    flowId = await makeFlow(scene.administrator, llmFlow(scene.vendor, scene.credentialId))
    otherFlowId = await makeFlow(scene.administrator, llmFlow(scene.vendor, scene.credentialId))
  })
  afterAll(() => scene.stop())

  interface Asking {
    caller?: TestCaller
    flow?: string
    route?: string
    body?: object
  }
  const ask = (key: string, { caller, flow = flowId, route = 'prediction', body = {} }: Asking = {}) =>
    (caller ?? scene.server.anonymous()).call<{ text: string; executionId: string; code?: string }>(
      'POST',
      `/${route}/${flow}`,
      { question: 'Hi', ...body },
      { 'idempotency-key': key },
    )

  test('runs once, however often it is sent, and gives the same answer', async () => {
    const before = scene.vendor.callCount
    const answers = await Promise.all([ask('a'), ask('a'), ask('a')])
    answers.push(await ask('a'))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    for (const { body, headers } of answers) {
      expect(body).toEqual(answers[0]?.body)
      expect(headers.get('x-run-id')).toBe(body.executionId)
    }
    expect(scene.vendor.callCount - before).toBe(1)
  })

  test('streams the same frames again', async () => {
    const before = scene.vendor.callCount
    const body = { streaming: true }
    const [first, together] = await Promise.all([ask('s', { body }), ask('s', { body })])
    const again = await ask('s', { body })
    expect(framesOf(first.text)).toContain('"event":"token"')
    expect(framesOf(together.text)).toBe(framesOf(first.text))
    expect(framesOf(again.text)).toBe(framesOf(first.text))
    expect(scene.vendor.callCount - before).toBe(1)
  })

  test('gives the whole answer of a streamed run to who asks for it whole', async () => {
    const streamed = await ask('w', { body: { streaming: true } })
    const whole = await ask('w')
    expect(whole.headers.get('content-type')).toContain('application/json')
    expect(streamed.headers.get('x-run-id')).toBe(whole.body.executionId)
  })

  test('goes on with a run whose first caller was cut off', async () => {
    const before = scene.vendor.callCount
    scene.vendor.respondWith({ text: 'late', delayMs: 500 })
    const leaving = new AbortController()
    const cut = fetch(`${scene.server.origin}/api/v1/prediction/${flowId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'cut' },
      body: JSON.stringify({ question: 'Hi' }),
      signal: leaving.signal,
    })
    while (scene.vendor.callCount === before) await new Promise((resolve) => setTimeout(resolve, 5))
    leaving.abort()
    await expect(cut).rejects.toThrow()
    expect((await ask('cut')).body.text).toBe('late')
    expect(scene.vendor.callCount - before).toBe(1)
  })

  test.each([
    ['question', { question: 'Something else' }],
    ['history', { history: [{ role: 'userMessage', content: 'Before' }] }],
    ['conversation', { chatId: 'another' }],
    ['session', { overrideConfig: { sessionId: 'another' } }],
  ])('is not taken for a call with another %s', async (name, body) => {
    const key = `other ${name}`
    expect((await ask(key)).status).toBe(200)
    expect(await ask(key, { body })).toMatchObject({ status: 409, body: { code: 'conflict' } })
  })

  test('belongs to its flow, its route and its caller', async () => {
    const [one, two] = [
      await scene.server.withKey(['agentflows:view']),
      await scene.server.withKey(['agentflows:view']),
    ]
    const before = scene.vendor.callCount
    const answers = [
      await ask('mine'),
      await ask('mine', { flow: otherFlowId }),
      await ask('mine', { caller: scene.administrator }),
      await ask('mine', { caller: scene.administrator, route: 'internal-prediction' }),
      await ask('mine', { caller: one }),
      await ask('mine', { caller: two }),
    ]
    expect(new Set(answers.map(({ body }) => body.executionId)).size).toBe(6)
    expect(scene.vendor.callCount - before).toBe(6)
  })

  test('is refused when it is empty or long', async () => {
    for (const key of ['', 'x'.repeat(201)]) expect((await ask(key)).status, key).toBe(400)
  })
})
