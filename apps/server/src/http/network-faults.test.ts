import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { findFreePort } from '@runnel/drivers/testing'
import { startFakeOpenAI } from '@runnel/providers/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { llmFlow } from '../testing/example-flows.ts'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'

let scene: VendorServer
let port: number

beforeAll(async () => {
  port = await findFreePort()
  scene = await startVendorServer({ env: { EGRESS_ALLOW: `127.0.0.1:${port}` } })
})
afterAll(() => scene.stop())

async function askAt(): Promise<{ status: number; body: unknown }> {
  const vendor = { baseURL: `http://127.0.0.1:${port}/v1` } as Parameters<typeof llmFlow>[0]
  const flowId = await makeFlow(scene.administrator, llmFlow(vendor, scene.credentialId, 1))
  return scene.server.anonymous().call('POST', `/prediction/${flowId}`, { question: 'Hi' })
}

test('a vendor that is away for a moment is asked again', async () => {
  const answer = askAt()
  await wait(600)
  const vendor = await startFakeOpenAI({ port })
  expect(await answer).toMatchObject({ status: 200, body: { text: 'Echo: Hi' } })
  await vendor.close()
})

test('a connection that is reset under a call is made again', async () => {
  const vendor = await startFakeOpenAI()
  let resets = 0
  const relay: Server = createServer((client: Socket) => {
    client.on('error', () => undefined)
    client.once('data', (first) => {
      if (resets++ === 0) {
        client.resetAndDestroy()
        return
      }
      const upstream = createConnectionTo(vendor.host)
      upstream.write(first)
      client.pipe(upstream).pipe(client)
    })
  })
  await once(relay.listen(port, '127.0.0.1'), 'listening')
  expect(await askAt()).toMatchObject({ status: 200, body: { text: 'Echo: Hi' } })
  expect(resets).toBeGreaterThan(1)
  relay.close()
  await vendor.close()
})

test('a vendor that stays away fails the step after three tries, in plain words', async () => {
  expect(await askAt()).toMatchObject({
    status: 502,
    body: { message: expect.stringContaining('refused the connection') },
  })
})

function createConnectionTo(host: string): Socket {
  const [address = '', at = ''] = host.split(':')
  const socket = connect(Number(at), address)
  socket.on('error', () => undefined)
  return socket
}
