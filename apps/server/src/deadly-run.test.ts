import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { llmFlow } from './testing/example-flows.ts'
import { makeFlow, startVendorServer, type VendorServer } from './testing/make-flow.ts'

/** An hour ago, so that every back-off is over. */
const HOUR_MS = 3_600_000
const APART_MS = 120_000

describe.each(databaseKinds)('a run on %s', (kind) => {
  let scene: VendorServer

  beforeAll(async () => {
    scene = await startVendorServer({ kind, env: { SERVICES: 'web' } })
  })
  afterAll(() => scene.stop())

  /** As if so many processes had taken the run and died at once. */
  async function die(runId: string, deaths: number): Promise<void> {
    const { runs } = scene.server.context.db.system
    for (let n = 0; n < deaths; n += 1) {
      const now = Date.now() - HOUR_MS + n * APART_MS
      expect(await runs.claim({ runId, owner: `dead ${n}`, now, until: now })).toBeDefined()
    }
  }

  async function startRun(): Promise<{ runId: string; answer: Promise<unknown> }> {
    const { administrator, server, vendor, credentialId } = scene
    const flowId = await makeFlow(administrator, llmFlow(vendor, credentialId, 1))
    const response = server.anonymous().call('POST', `/prediction/${flowId}`, { question: 'Hi' })
    const workspaces = await server.context.db.system.routes.listWorkspaceIds()
    const find = async () => {
      const lists = workspaces.map((id) =>
        server.context.db.read(id).runs.list({ flowId, status: ['queued'] }),
      )
      return (await Promise.all(lists)).flatMap(({ rows }) => rows)[0]?.id
    }
    await expect.poll(find).toBeDefined()
    return { runId: (await find()) ?? '', answer: response }
  }

  test('is taken over eight times, and answered', async () => {
    const { runId, answer } = await startRun()
    await die(runId, 8)
    await scene.server.context.worker.takeOver(runId)
    expect(await answer).toMatchObject({ status: 200, body: { text: 'Echo: Hi' } })
  })

  test('that kills every process is parked after the eighth take-over, and says why', async () => {
    const { runId, answer } = await startRun()
    await die(runId, 9)
    const calls = scene.vendor.callCount
    await scene.server.context.worker.takeOver(runId)
    expect(await answer).toMatchObject({
      status: 500,
      body: { code: 'run_failed', message: expect.stringMatching(/^This run was parked: .+ died 9 times/) },
    })
    expect(scene.vendor.callCount).toBe(calls)
  })
})
