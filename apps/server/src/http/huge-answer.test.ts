import { databaseKinds } from '@runnel/db/testing'
import { describe, expect, test } from 'vitest'
import { llmFlow } from '../testing/example-flows.ts'
import { makeFlow, startVendorServer } from '../testing/make-flow.ts'

const WORDS = 'word '.repeat(200_000)

describe.each(databaseKinds)('an answer on %s', (kind) => {
  test('that is huge fails its step in plain words, and is kept nowhere; a large one passes', async () => {
    const scene = await startVendorServer({ kind })
    const { vendor, administrator, server, credentialId } = scene
    const flowId = await makeFlow(administrator, llmFlow(vendor, credentialId, 1))
    const ask = (body: object) =>
      server.anonymous().call('POST', `/prediction/${flowId}`, { question: 'Hi', ...body })
    vendor.respondWith({ text: WORDS.repeat(20) })
    expect(await ask({})).toMatchObject({
      status: 502,
      body: { message: expect.stringContaining('larger than the allowed 8388608 bytes') },
    })
    expect(vendor.callCount, 'it would be as large again').toBe(1)
    vendor.respondWith({ text: WORDS.repeat(20), pieces: Array.from({ length: 20 }, () => WORDS) })
    expect((await ask({ streaming: true })).text).toContain('larger than the allowed 8388608 bytes')
    vendor.respondWith({ text: WORDS })
    expect(((await ask({})).body as { text: string }).text.length).toBe(WORDS.length)
    await scene.stop()
  }, 60_000)
})
