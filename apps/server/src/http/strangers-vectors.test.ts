import { randomUUID } from 'node:crypto'
import { databaseKinds } from '@runnel/db/testing'
import { makePdf } from '@runnel/drivers/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countFiles } from '../testing/count-files.ts'
import { documentFlow } from '../testing/example-flows.ts'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'
import type { TestCaller } from '../testing/test-caller.ts'

const pages = (...texts: string[]) => makePdf(texts.map((text) => [text]))
const TEA = pages('Green tea is steeped at seventy degrees.', 'Black tea wants boiling water.')
const COFFEE = pages('Espresso needs nine bar of pressure.')
const MATE = pages('Mate is drunk from a gourd.', 'Its straw is called bombilla.')

describe.each(databaseKinds)('vectors of what strangers give, on %s', (kind) => {
  let scene: VendorServer
  beforeAll(async () => {
    scene = await startVendorServer({
      kind,
      env: { STRANGERS_SESSION_VECTORS: '3', STRANGERS_FLOW_VECTORS: '4' },
    })
  })
  afterAll(() => scene.stop())

  function makeStore() {
    const flow = documentFlow(scene.vendor, scene.credentialId, '')
    const nodes = flow.nodes.map((node) =>
      node.id.startsWith('memoryVectorStore')
        ? { ...node, data: { ...node.data, inputs: { ...(node.data.inputs as object), fileUpload: true } } }
        : node,
    )
    return makeFlow(scene.administrator, { ...flow, nodes }, { type: 'CHATFLOW', apiConfig: '{}' })
  }

  function give(caller: TestCaller, flowId: string, { chatId, pdf }: { chatId: string; pdf: Uint8Array }) {
    const data = `data:application/pdf;base64,${Buffer.from(pdf).toString('base64')}`
    const uploads = [{ type: 'file:rag', name: 'a.pdf', data }]
    return caller.call<{ code: string; message: string }>('POST', `/prediction/${flowId}`, {
      question: 'What is in it?',
      chatId,
      uploads,
    })
  }
  const embedded = () => scene.vendor.requests.filter(({ path }) => path.endsWith('/embeddings')).length

  test('are bounded by conversation and by flow; what is refused is not embedded, and leaves no file', async () => {
    const flowId = await makeStore()
    const stranger = scene.server.anonymous()
    const [one, two] = [randomUUID(), randomUUID()]
    expect((await give(stranger, flowId, { chatId: one, pdf: TEA })).status).toBe(200)
    expect((await give(stranger, flowId, { chatId: one, pdf: COFFEE })).status).toBe(200)
    const before = [embedded(), await countFiles(scene.server, flowId)]
    const again = await give(stranger, flowId, { chatId: one, pdf: MATE })
    expect(again).toMatchObject({ status: 413, body: { code: 'body_too_large' } })
    expect(again.body.message).toContain('begin a new one')
    const full = await give(stranger, flowId, { chatId: two, pdf: TEA })
    expect(full).toMatchObject({ status: 413, body: { code: 'body_too_large' } })
    expect(full.body.message).toContain('This flow holds as much')
    expect([embedded(), await countFiles(scene.server, flowId)]).toEqual(before)
    expect((await give(scene.administrator, flowId, { chatId: randomUUID(), pdf: MATE })).status).toBe(200)
    await scene.administrator.expect(200, 'DELETE', `/chatmessage/${flowId}?chatId=${one}`)
    expect((await give(stranger, flowId, { chatId: two, pdf: TEA })).status).toBe(200)
  })

  test('are counted for many at once, as for one after the other', async () => {
    const flowId = await makeStore()
    const stranger = scene.server.anonymous()
    const given = await Promise.all(
      Array.from({ length: 6 }, () => give(stranger, flowId, { chatId: randomUUID(), pdf: COFFEE })),
    )
    expect(given.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 413, 413])
    expect(await countFiles(scene.server, flowId)).toBe(4)
  })

  test('of files that take the place of a loader’s own count as well', async () => {
    const enabled = [{ label: 'Pdf File', name: 'files', type: '.pdf', enabled: true }]
    const overrideConfig = { status: true, nodes: { 'Pdf File': enabled }, variables: [] }
    const data = `data:application/pdf;base64,${Buffer.from(COFFEE).toString('base64')},filename:a.pdf`
    const flow = documentFlow(scene.vendor, scene.credentialId, data)
    const apiConfig = JSON.stringify({ overrideConfig })
    const flowId = await makeFlow(scene.administrator, flow, { type: 'CHATFLOW', apiConfig })
    const ask = async (pdf: Uint8Array) => {
      const form = new FormData()
      form.set('question', 'What is in it?')
      form.append('files', new File([new Uint8Array(pdf)], 'mine.pdf'))
      const address = `${scene.server.origin}/api/v1/prediction/${flowId}`
      return (await fetch(address, { method: 'POST', body: form })).status
    }
    expect([await ask(TEA), await ask(MATE)]).toEqual([200, 200])
    const before = embedded()
    expect(await ask(pages('Cocoa is whisked.'))).toBeGreaterThanOrEqual(400)
    expect(embedded()).toBe(before)
  })
})
