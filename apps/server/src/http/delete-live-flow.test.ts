import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { databaseKinds } from '@runnel/db/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { llmFlow } from '../testing/example-flows.ts'
import { makeCredential, makeFlow } from '../testing/make-flow.ts'
import { startTestServer } from '../testing/test-server.ts'

/** More than a list gives at once. */
const RUNS = 260

let vendor: Server
let open: number

beforeEach(async () => {
  open = 0
  vendor = createServer((request, response) => {
    request.resume()
    open += 1
    response.on('close', () => {
      open -= 1
    })
  })
  await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve))
})
afterEach(() => {
  vendor.closeAllConnections()
  vendor.close()
})

describe.each(databaseKinds)('a flow on %s', (kind) => {
  test('that is deleted takes all its live runs along, and tells every caller', {
    timeout: 120_000,
  }, async () => {
    const host = `127.0.0.1:${(vendor.address() as AddressInfo).port}`
    const server = await startTestServer({ kind, env: { EGRESS_ALLOW: host } })
    const administrator = await server.administrator()
    const fake = { baseURL: `http://${host}/v1` } as Parameters<typeof llmFlow>[0]
    const flowId = await makeFlow(administrator, llmFlow(fake, await makeCredential(administrator)))
    const answers = Array.from({ length: RUNS }, (_, n) =>
      server.anonymous().call('POST', `/prediction/${flowId}`, {
        question: 'Hi',
        chatId: `chat ${n}`,
        streaming: n % 2 === 0,
      }),
    )
    await expect.poll(() => open, { timeout: 60_000 }).toBe(RUNS)
    const { worker } = server.context
    const stopped = new Set<string>()
    const { stop } = worker
    worker.stop = (runIds) => {
      for (const runId of runIds) stopped.add(runId)
      stop(runIds)
    }
    await administrator.expect(200, 'DELETE', `/chatflows/${flowId}`)
    expect(stopped.size).toBe(RUNS)
    for (const [n, answer] of (await Promise.all(answers)).entries()) {
      if (n % 2 === 0)
        expect(answer.text).toMatch(/"event":"(?:abort|error)".*\n\nmessage:\ndata:\{"event":"end"/)
      else expect(answer).toMatchObject({ status: 500, body: { code: 'run_aborted' } })
    }
    await expect.poll(() => open, { timeout: 20_000 }).toBe(0)
    await expect.poll(() => server.context.db.system.deletions.flows(10), { timeout: 60_000 }).toEqual([])
    await server.stop()
  })
})
