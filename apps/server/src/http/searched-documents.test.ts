import { randomUUID } from 'node:crypto'
import { databaseKinds } from '@runnel/db/testing'
import { makePdf } from '@runnel/drivers/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countFiles } from '../testing/count-files.ts'
import { documentFlow } from '../testing/example-flows.ts'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'
import { postingTo } from '../testing/post-form.ts'

const COFFEE = makePdf([['Espresso needs nine bar of pressure.']])
const TEA = makePdf([['Green tea is steeped at seventy degrees.'], ['Black tea wants boiling water.']])
interface Answer {
  chatId: string
  message: string
  sourceDocuments?: { pageContent: string }[]
}

describe.each(databaseKinds)('documents that a chat finds, on %s', (kind) => {
  let scene: VendorServer
  beforeAll(async () => {
    scene = await startVendorServer({ kind })
  })
  afterAll(() => scene.stop())

  const post = postingTo(() => scene.server)
  const ask = (flowId: string, body: object) =>
    scene.administrator.call<Answer>('POST', `/prediction/${flowId}`, body)

  const makeStore = (fileUpload: boolean, fields = {}) => {
    const flow = documentFlow(scene.vendor, scene.credentialId, '')
    const nodes = flow.nodes.map((node) =>
      node.id.startsWith('memoryVectorStore')
        ? { ...node, data: { ...node.data, inputs: { ...(node.data.inputs as object), fileUpload } } }
        : node,
    )
    return makeFlow(scene.administrator, { ...flow, nodes }, { type: 'CHATFLOW', ...fields })
  }
  const inline = (bytes: Uint8Array) => `data:application/pdf;base64,${Buffer.from(bytes).toString('base64')}`
  const found = ({ body }: { body: Answer }) => body.sourceDocuments?.map(({ pageContent }) => pageContent)

  test('go into the store of the flow, and are found by their own chat alone', async () => {
    const flowId = await makeStore(true)
    const rules = await scene.administrator.expect(200, 'GET', `/chatflows-uploads/${flowId}`)
    expect(rules).toMatchObject({
      isRAGFileUploadAllowed: true,
      fileUploadSizeAndTypes: [{ fileTypes: ['.pdf'], maxUploadSize: 10 }],
    })
    const uploads = [{ type: 'file:rag', name: 'tea.pdf', data: inline(TEA) }]
    const first = await ask(flowId, { question: 'How hot is green tea steeped?', uploads })
    expect(found(first)).toEqual(['Green tea is steeped at seventy degrees.'])
    const { chatId } = first.body
    const next = await ask(flowId, { question: 'What does black tea want, boiling water?', chatId })
    expect(found(next)).toHaveLength(1)
    const other = await ask(flowId, { question: 'How hot is green tea steeped?', chatId: randomUUID() })
    expect(found(other) ?? []).toEqual([])
    const messages = await scene.administrator.expect<object[]>(200, 'GET', `/chatmessage/${flowId}`)
    expect(messages[0]).toMatchObject({ fileUploads: [{ type: 'stored-file:rag', name: 'tea.pdf' }] })
    expect(await countFiles(scene.server, flowId)).toBe(1)
  })

  test('go there by an upsert that names the chat', async () => {
    const flowId = await makeStore(true)
    const { key } = await scene.server.withKey(['chatflows:view', 'executions:view'])
    const headers = { authorization: `Bearer ${key}` }
    const chatId = randomUUID()
    const filled = await post(`/vector/upsert/${flowId}`, [['coffee.pdf', COFFEE]], {
      headers,
      fields: { chatId },
    })
    expect(filled).toMatchObject({ status: 200, body: { numAdded: 1 } })
    const askWithKey = async (chat: string) => {
      const question = 'Which pressure needs espresso?'
      return post(`/prediction/${flowId}`, [], { headers, fields: { question, chatId: chat } })
    }
    expect((await askWithKey(chatId)).text).toContain('nine bar')
    expect((await askWithKey(randomUUID())).text).not.toContain('nine bar')
  })

  test('are refused where no store takes them, or none can be read, and none is kept', async () => {
    const question = 'How hot?'
    const refused = async (flowId: string, name: string, bytes: Uint8Array) => {
      const { status, body } = await ask(flowId, {
        question,
        uploads: [{ type: 'file:rag', name, data: inline(bytes) }],
      })
      expect(await countFiles(scene.server, flowId)).toBe(0)
      return [status, body.message]
    }
    expect(await refused(await makeStore(false), 'tea.pdf', TEA)).toEqual([
      400,
      'No store of this flow takes files of chats. Turn on File Upload in its vector store.',
    ])
    const flowId = await makeStore(true)
    expect(await refused(flowId, 'tea.docx', TEA)).toEqual([
      400,
      'tea.docx is none of the files that this flow reads. It takes files that end in .pdf.',
    ])
    const [status, message] = await refused(flowId, 'tea.pdf', Buffer.from('no PDF'))
    expect([status, message]).toEqual([400, expect.stringContaining('The PDF tea.pdf cannot be read')])
  })

  test('leave nothing where another one cannot be read, neither what stands behind a text', async () => {
    const types = { status: true, allowedUploadFileTypes: 'application/pdf' }
    const flowId = await makeStore(true, { chatbotConfig: JSON.stringify({ fullFileUpload: types }) })
    const uploads = [
      { type: 'file:full', name: 'tea.pdf', data: inline(TEA) },
      { type: 'file:rag', name: 'coffee.pdf', data: inline(Buffer.from('no PDF')) },
    ]
    const { status } = await ask(flowId, { question: 'How hot?', uploads })
    expect([status, await countFiles(scene.server, flowId)]).toEqual([400, 0])
  })

  test('of a form take the place of a loader’s own, where its author lets callers choose them', async () => {
    const enabled = [{ label: 'Pdf File', name: 'files', type: '.pdf', enabled: true }]
    const apiConfig = JSON.stringify({
      callersSeeSteps: true,
      overrideConfig: { status: true, nodes: { 'Pdf File': enabled }, variables: [] },
    })
    const flow = documentFlow(scene.vendor, scene.credentialId, `${inline(TEA)},filename:tea.pdf`)
    const fields = { question: 'Which pressure needs espresso, nine bar?' }
    const asked = async (config: string) => {
      const flowId = await makeFlow(scene.administrator, flow, { type: 'CHATFLOW', apiConfig: config })
      return post(`/prediction/${flowId}`, [['coffee.pdf', COFFEE]], { fields })
    }
    const open = await asked(apiConfig)
    expect(open.body.sourceDocuments).toMatchObject([{ pageContent: 'Espresso needs nine bar of pressure.' }])
    expect((await asked('{}')).status).toBe(400)
  })
})
