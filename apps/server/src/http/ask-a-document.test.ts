import { databaseKinds } from '@runnel/db/testing'
import { makePdf } from '@runnel/drivers/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentFlow } from '../testing/example-flows.ts'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'

const TEA = makePdf([['Green tea is steeped at seventy degrees.'], ['Black tea wants boiling water.']])
const COFFEE = makePdf([['Espresso needs nine bar of pressure.']])

const inline = (pdf: Uint8Array, name: string) =>
  `data:application/pdf;base64,${Buffer.from(pdf).toString('base64')},filename:${name}`

interface Answer {
  text: string
  chatId: string
  sourceDocuments?: { pageContent: string; metadata: Record<string, unknown> }[]
}

describe.each(databaseKinds)('a flow with a document, on %s', (kind) => {
  let running: VendorServer
  beforeAll(async () => {
    running = await startVendorServer({ kind })
  })
  afterAll(() => running.stop())

  const make = (pdf = TEA, name = 'tea.pdf', fields = {}) => {
    const flow = documentFlow(running.vendor, running.credentialId, inline(pdf, name))
    return makeFlow(running.administrator, flow, { type: 'CHATFLOW', ...fields })
  }
  const ask = (flowId: string, question: string, fields = {}) =>
    running.administrator.expect<Answer>(200, 'POST', `/prediction/${flowId}`, { question, ...fields })
  const embedded = () => running.vendor.requests.filter(({ path }) => path.endsWith('/embeddings')).length

  async function upsert(
    flowId: string,
    files: [string, Uint8Array][],
    { rights = ['chatflows:view', 'executions:view'], stopNodeId = '' } = {},
  ) {
    const form = new FormData()
    if (stopNodeId !== '') form.set('stopNodeId', stopNodeId)
    for (const [name, bytes] of files) form.append('files', new File([new Uint8Array(bytes)], name))
    const { key } = await running.server.withKey(rights)
    const response = await fetch(`${running.server.origin}/api/v1/vector/upsert/${flowId}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: form,
    })
    const runId = response.headers.get('x-run-id')
    return { status: response.status, body: (await response.json()) as Record<string, unknown>, runId }
  }

  test('keeps its bytes outside of the document, answers from it, and names the page', async () => {
    const flowId = await make()
    const { flowData } = await running.administrator.expect<{ flowData: string }>(
      200,
      'GET',
      `/chatflows/${flowId}`,
    )
    expect(flowData).toContain('FILE-STORAGE::tea.pdf')
    expect(await running.server.dump()).not.toContain(Buffer.from(TEA).toString('base64').slice(100, 200))
    const answer = await ask(flowId, 'How hot is green tea steeped?')
    expect(answer.sourceDocuments).toEqual([
      {
        pageContent: 'Green tea is steeped at seventy degrees.',
        metadata: expect.objectContaining({
          source: 'tea.pdf',
          loc: expect.objectContaining({ pageNumber: 1 }),
        }),
      },
    ])
    const asked = running.vendor.requests.findLast(({ path }) => path.endsWith('/chat/completions'))
    expect(JSON.stringify(asked?.body.messages)).toContain('seventy degrees')
  })

  test('takes it in once: later questions embed themselves alone', async () => {
    const flowId = await make()
    await ask(flowId, 'How hot is green tea steeped?')
    const before = embedded()
    const { chatId } = await ask(flowId, 'What about black tea?')
    expect(embedded()).toBe(before + 1)
    const again = await ask(flowId, 'And how hot is the water for black tea?', { chatId })
    expect(again.sourceDocuments?.[0]?.pageContent).toBe('Black tea wants boiling water.')
  })

  test('streams the answer with its sources', async () => {
    const flowId = await make()
    const question = 'How hot is green tea steeped?'
    const path = `/prediction/${flowId}`
    const { text } = await running.administrator.call('POST', path, { question, streaming: true })
    const events = text.split('\n').flatMap((line) => {
      return line.startsWith('data:{')
        ? [JSON.parse(line.slice('data:'.length)) as { event: string; data: unknown }]
        : []
    })
    const sources = events.filter(({ event }) => event === 'sourceDocuments')
    expect(sources).toMatchObject([{ data: [{ pageContent: 'Green tea is steeped at seventy degrees.' }] }])
    expect(events.some(({ event }) => event === 'token')).toBe(true)
  })

  test('another document in its place is all that is found', async () => {
    const flowId = await make()
    await ask(flowId, 'How hot is green tea steeped?')
    const flow = documentFlow(running.vendor, running.credentialId, inline(COFFEE, 'tea.pdf'))
    const body = { flowData: JSON.stringify(flow) }
    await running.administrator.expect(200, 'PUT', `/chatflows/${flowId}`, body)
    const { sourceDocuments } = await ask(flowId, 'How hot is green tea steeped?')
    expect(sourceDocuments).toMatchObject([
      { pageContent: 'Espresso needs nine bar of pressure.', metadata: { source: 'tea (2).pdf' } },
    ])
  })

  test('is filled by an upsert, which counts, and by files of a form, which stay', async () => {
    const flowId = await make()
    const counts = (numAdded: number, numSkipped: number) => ({
      numAdded,
      numSkipped,
      numDeleted: 0,
      numUpdated: 0,
    })
    expect(await upsert(flowId, [])).toMatchObject({ status: 200, body: counts(2, 0) })
    expect(await upsert(flowId, [])).toMatchObject({ status: 200, body: counts(0, 2) })
    const coffee: [string, Uint8Array][] = [['coffee.pdf', COFFEE]]
    expect((await upsert(flowId, coffee)).body).toEqual(counts(1, 0))
    expect((await upsert(flowId, coffee)).body).toEqual(counts(0, 1))
    const coffeeAnswer = await ask(flowId, 'Which pressure needs espresso, nine bar?')
    expect(coffeeAnswer.sourceDocuments?.[0]?.metadata).toMatchObject({ source: 'coffee.pdf' })
    const teaAnswer = await ask(flowId, 'How hot is green tea steeped?')
    expect(teaAnswer.sourceDocuments?.[0]?.metadata).toMatchObject({ source: 'tea.pdf' })
    const messages = await running.administrator.expect<object[]>(200, 'GET', `/chatmessage/${flowId}`)
    expect(messages).toHaveLength(4)
  })

  test('says what is wrong with what it was given', async () => {
    const flowId = await make(Buffer.from('Hello'), 'hello.pdf')
    expect((await upsert(flowId, [])).body.message).toContain('The PDF hello.pdf cannot be read')
    const docx = await upsert(flowId, [['a.docx', COFFEE]])
    expect(docx).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    expect(docx.body.message).toContain('takes files that end in .pdf')
    const wrong = await upsert(flowId, [], { stopNodeId: 'pdfFile_0' })
    expect(wrong).toMatchObject({ status: 400, body: { message: 'The flow has no vector store pdfFile_0.' } })
  })

  test('tells a key that may see no executions its counts, and of a fault where its author finds it', async () => {
    const [whole, broken] = [
      await make(TEA, 'tea.pdf', { apiConfig: '{}' }),
      await make(Buffer.from('Hello'), 'of-the-author.pdf', { apiConfig: '{}' }),
    ]
    const fill = (flowId: string) => upsert(flowId, [], { rights: ['chatflows:view'] })
    expect(await fill(whole)).toMatchObject({ status: 200, body: { numAdded: 2 } })
    const { body, runId } = await fill(broken)
    expect(body).toMatchObject({ code: 'run_failed' })
    expect(body.message).toContain('The store could not be filled')
    expect(body.message).toContain(`Reference: ${runId}.`)
    expect(JSON.stringify(body)).not.toContain('of-the-author')
  })

  test('keeps no file of an upsert that failed', async () => {
    const flowId = await make()
    const { workspaceId } = await running.administrator.expect<{ workspaceId: string }>(
      200,
      'GET',
      `/chatflows/${flowId}`,
    )
    const { files } = running.server.context.db.read(workspaceId)
    const count = async () =>
      (await files.list({ ownerKind: 'flow', ownerId: flowId, page: 1, limit: 9 })).total
    const before = await count()
    const failed = await upsert(flowId, [['broken.pdf', Buffer.from('Hello')]])
    expect(failed.body.message).toContain('The PDF broken.pdf cannot be read')
    expect(await count()).toBe(before)
  })

  test('is of its workspace', async () => {
    const flowId = await make()
    const { caller } = await running.server.addWorkspace()
    expect((await caller.call('POST', `/vector/upsert/${flowId}`, {})).status).toBe(404)
    expect((await running.server.anonymous().call('POST', `/vector/upsert/${flowId}`, {})).status).toBe(401)
  })
})
