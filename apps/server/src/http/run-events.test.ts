import { setTimeout as wait } from 'node:timers/promises'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { llmFlow } from '../testing/example-flows.ts'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'
import { type RunFrame, readRunFrames } from '../testing/read-run-frames.ts'
import type { TestCaller } from '../testing/test-caller.ts'

/** The events of a run from a place on; stops reading after `count`. */
async function follow(
  caller: TestCaller,
  runId: string,
  options: { after?: string; count?: number } = {},
): Promise<RunFrame[]> {
  const headers: Record<string, string> =
    options.after === undefined ? {} : { 'last-event-id': options.after }
  const response = await caller.open('GET', `/runs/${runId}/events`, undefined, headers)
  expect(response.status).toBe(200)
  return readRunFrames(response, options.count)
}

describe.each(databaseKinds)('the events of a run on %s', (kind) => {
  let scene: VendorServer
  let flowId: string
  const logLines: string[] = []

  beforeAll(async () => {
    scene = await startVendorServer({ kind, onLogLine: (line) => logLines.push(line) })
    flowId = await makeFlow(scene.administrator, llmFlow(scene.vendor, scene.credentialId, 2))
  })

  afterAll(() => scene.stop())

  async function start(body: object = {}) {
    const caller = scene.server.anonymous()
    const response = await caller.open('POST', `/prediction/${flowId}`, {
      question: 'Hi',
      streaming: true,
      ...body,
    })
    return { caller, response, runId: response.headers.get('x-run-id') ?? '' }
  }

  test('come once each, wherever the stream was cut', async () => {
    const { caller, response, runId } = await start()
    await response.text()
    const all = await follow(caller, runId)
    expect(all.at(-1)?.event.type).toBe('run-end')
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    for (let cut = 0; cut <= all.length; cut += 1) {
      const seen = cut === 0 ? [] : await follow(caller, runId, { count: cut })
      const after = seen.at(-1)?.id
      const rest = await follow(caller, runId, after === undefined ? {} : { after })
      expect([...seen, ...rest], `cut after ${cut}`).toEqual(all)
    }
  })

  test('tell, when they are read later, what the caller was answered', async () => {
    const { caller, response, runId } = await start({ streaming: false })
    const answer = await response.json()
    expect(answer).toMatchObject({ executionId: runId, agentFlowExecutedData: expect.any(Array) })
    const all = await follow(caller, runId)
    expect(all.at(-1)?.event).toMatchObject({ type: 'run-end', status: 'finished', result: answer })
  })

  test('come once each while the run goes on, cut after every event', async () => {
    scene.vendor.respondWith(
      { text: 'a b c d e f g h', tokenDelayMs: 15 },
      { text: 'i j k l m n o p', tokenDelayMs: 15 },
    )
    const { caller, response, runId } = await start()
    await response.body?.cancel()
    const seen: RunFrame[] = []
    while (seen.at(-1)?.event.type !== 'run-end') {
      const after = seen.at(-1)?.id
      seen.push(...(await follow(caller, runId, { count: 1, ...(after === undefined ? {} : { after }) })))
    }
    expect(seen).toEqual(await follow(caller, runId))
    const text = seen.map(({ event }) => (event.type === 'text-delta' ? event.text : '')).join('')
    expect(text).toBe('i j k l m n o p')
  })

  test('reach many readers alike', async () => {
    scene.vendor.respondWith({ text: 'a b c d', tokenDelayMs: 10 }, { text: 'e f g h', tokenDelayMs: 10 })
    const { caller, response, runId } = await start()
    const readers = await Promise.all([1, 2, 3].map(() => follow(caller, runId)))
    await response.text()
    expect(readers[1]).toEqual(readers[0])
    expect(readers[2]).toEqual(readers[0])
  })

  test('go on after the caller has left: the run ends and is answered', async () => {
    scene.vendor.respondWith({ text: 'a b c d', tokenDelayMs: 20 }, { text: 'the end', tokenDelayMs: 20 })
    const { caller, response, runId } = await start({ chatId: 'left' })
    await response.body?.cancel()
    expect((await follow(caller, runId)).at(-1)?.event).toMatchObject({
      type: 'run-end',
      status: 'finished',
      text: 'the end',
    })
  })

  test.each(['x', '1', '-1', '1-x', '99999999999999999999-1', '1-2147483648'])(
    'are not read from %s',
    async (after) => {
      const { caller, response, runId } = await start()
      await response.text()
      expect(
        (await caller.call('GET', `/runs/${runId}/events`, undefined, { 'last-event-id': after })).status,
      ).toBe(400)
    },
  )

  test('are those of others and of nobody alike', async () => {
    const member = await scene.server.withKey(['executions:view'])
    const stranger = await scene.server.withKey(['chatflows:view'])
    const mine = await scene.administrator.call('POST', `/internal-prediction/${flowId}`, { question: 'x' })
    const runId = mine.headers.get('x-run-id')
    expect((await follow(member, runId ?? '')).length).toBeGreaterThan(0)
    const unknown = '11111111-2222-4333-8444-555555555555'
    const shape = (text: string) => text.replace(/"requestId":"[^"]*"/, '').replaceAll(unknown, runId ?? '')
    for (const caller of [stranger, scene.server.anonymous()]) {
      const foreign = await caller.call('GET', `/runs/${runId}/events`)
      const none = await caller.call('GET', `/runs/${unknown}/events`)
      expect([foreign.status, shape(foreign.text)]).toEqual([404, shape(none.text)])
    }
  })

  test('end for the caller when the flow is deleted under the run', async () => {
    const id = await makeFlow(scene.administrator, llmFlow(scene.vendor, scene.credentialId))
    scene.vendor.respondWith({ text: 'never shown', delayMs: 600_000 })
    const before = scene.vendor.callCount
    const answer = scene.server.anonymous().call('POST', `/prediction/${id}`, { question: 'x' })
    while (scene.vendor.callCount === before) await wait(5)
    await scene.administrator.expect(200, 'DELETE', `/chatflows/${id}`)
    expect((await answer).status).toBeGreaterThanOrEqual(400)
    await wait(100)
    expect(logLines.filter((line) => line.includes('could not be written'))).toEqual([])
  })
})
