import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { llmFlow } from '../testing/example-flows.ts'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'

const MOST = 10
let scene: VendorServer
let flowId: string
let isHeld = true

beforeAll(async () => {
  scene = await startVendorServer({
    env: { CALLERS_AT_ONCE: String(MOST) },
    respond: () => (isHeld ? { text: 'held', delayMs: 60_000 } : { text: 'free' }),
  })
  flowId = await makeFlow(scene.administrator, llmFlow(scene.vendor, scene.credentialId))
})

afterAll(() => scene.stop())

const ask = (body: object = {}) =>
  scene.server
    .anonymous()
    .call<{ code?: string }>('POST', `/prediction/${flowId}`, { question: 'Hi', ...body })

describe('more callers than can be served', () => {
  test('are refused at once with when to come again, and all others are answered', async () => {
    const chatId = 'the-crowd'
    const held = Array.from({ length: MOST }, (_, index) => ask({ chatId, streaming: index % 2 === 0 }))
    while (scene.vendor.callCount < MOST) await wait(5)
    const refused = await Promise.all(
      Array.from({ length: 20 }, (_, index) => ask({ streaming: index % 2 === 0 })),
    )
    for (const { status, body, headers } of refused) {
      expect([status, body.code]).toEqual([503, 'unavailable'])
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect(scene.vendor.callCount, 'nothing was begun for them').toBe(MOST)
    await scene.administrator.expect(200, 'GET', '/chatflows')
    isHeld = false
    await scene.administrator.expect(200, 'PUT', `/chatmessage/abort/${flowId}/${chatId}`)
    await Promise.all(held)
    expect(await ask()).toMatchObject({ status: 200, body: { text: 'free' } })
  })

  test('who leaves makes room', async () => {
    isHeld = true
    const before = scene.vendor.callCount
    const leaving = new AbortController()
    const url = `${scene.server.origin}/api/v1/prediction/${flowId}`
    const body = JSON.stringify({ question: 'Hi' })
    const headers = { 'content-type': 'application/json' }
    const calls = Array.from({ length: MOST }, () =>
      fetch(url, { method: 'POST', headers, body, signal: leaving.signal }).catch(() => 'left'),
    )
    while (scene.vendor.callCount < before + MOST) await wait(5)
    isHeld = false
    expect((await ask()).status).toBe(503)
    leaving.abort()
    await Promise.all(calls)
    let status = 503
    while (status === 503) ({ status } = await ask())
    expect(status).toBe(200)
  })
})
