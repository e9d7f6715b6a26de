import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chatFlow } from '../testing/example-flows.ts'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'
import type { TestCaller } from '../testing/test-caller.ts'

/** 7,000 bytes that begin as a picture does. */
const PICTURE = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(6_992, 1)])

describe.each(databaseKinds)('files of strangers on %s', (kind) => {
  let scene: VendorServer
  let flow: object
  let flowId: string
  beforeAll(async () => {
    // One picture in a conversation, two in the flow.
    scene = await startVendorServer({
      kind,
      env: { STRANGERS_SESSION_MB: '0.01', STRANGERS_FLOW_MB: '0.02' },
    })
    const plain = chatFlow(scene.vendor, scene.credentialId)
    const nodes = plain.nodes.map((node, index) => {
      const inputs = { ...(node.data.inputs as object), ...(index === 0 && { allowImageUploads: true }) }
      return { ...node, data: { ...node.data, inputs } }
    })
    flow = { ...plain, nodes }
    flowId = await makeFlow(scene.administrator, flow, { type: 'CHATFLOW' })
  })
  afterAll(() => scene.stop())

  const give = (caller: TestCaller, chatId: string, id = flowId) => {
    const data = `data:image/png;base64,${PICTURE.toString('base64')}`
    const uploads = [{ type: 'file', name: 'a.png', mime: 'image/png', data }]
    return caller.call<{ code: string; message: string }>('POST', `/prediction/${id}`, {
      question: 'What is it?',
      chatId,
      uploads,
    })
  }
  const countBytes = () =>
    readdirSync(join(scene.server.config.dataDir, 'blobs'), { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile(),
    ).length

  test('are bounded by conversation and by flow, and what is refused leaves nothing', async () => {
    const stranger = scene.server.anonymous()
    const [one, two, three] = [randomUUID(), randomUUID(), randomUUID()]
    expect((await give(stranger, one)).status).toBe(200)
    const again = await give(stranger, one)
    expect(again).toMatchObject({ status: 413, body: { code: 'body_too_large' } })
    expect(again.body.message).toContain('begin a new one')
    expect((await give(stranger, two)).status).toBe(200)
    const full = await give(stranger, three)
    expect(full).toMatchObject({ status: 413, body: { code: 'body_too_large' } })
    expect(full.body.message).toContain('This flow holds as many files')
    expect(countBytes()).toBe(2)
  })

  test('are counted for who has an account or a key elsewhere, and another account brings no room', async () => {
    const id = await makeFlow(scene.administrator, flow, { type: 'CHATFLOW' })
    const [one, another] = [await scene.server.addOrganization(), await scene.server.addOrganization()]
    const key = (await scene.server.addWorkspace()).caller
    const before = countBytes()
    for (const caller of [one.caller, key]) {
      const chatId = randomUUID()
      expect((await give(caller, chatId, id)).status).toBe(200)
      expect((await give(caller, chatId, id)).body.message).toContain('begin a new one')
    }
    expect((await give(one.caller, randomUUID(), id)).status).toBe(200)
    expect((await give(another.caller, randomUUID(), id)).body.message).toContain('as many files')
    expect(countBytes() - before).toBe(3)
    const chatId = randomUUID()
    for (let n = 0; n < 3; n += 1) expect((await give(scene.administrator, chatId, id)).status).toBe(200)
  })

  test('are counted for strangers alone', async () => {
    const key = await scene.server.withKey(['chatflows:view'])
    for (const caller of [scene.administrator, key]) {
      const chatId = randomUUID()
      for (let n = 0; n < 3; n += 1) expect((await give(caller, chatId)).status).toBe(200)
    }
  })
})
