import { databaseKinds } from '@runnel/db/testing'
import { type FakeAnthropic, startFakeAnthropic } from '@runnel/providers/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  computeTwice,
  makeAnthropicCredential,
  pictureAndDocument,
  thinkingAgentFlow,
  thinkingAgentStep,
  thinkingLlmFlow,
} from './testing/anthropic-flows.ts'
import { makeFlow } from './testing/make-flow.ts'
import type { TestCaller } from './testing/test-caller.ts'
import { startTestServer, type TestServer } from './testing/test-server.ts'

interface Message {
  role: string
  content: string
  fileUploads?: { type: string; name: string; mime: string }[]
  usedTools?: { tool: string; toolOutput: string }[]
}

describe.each(databaseKinds)('on %s', (kind) => {
  let vendor: FakeAnthropic
  let server: TestServer
  let caller: TestCaller
  let credentialId: string

  beforeAll(async () => {
    vendor = await startFakeAnthropic({ respond: computeTwice })
    server = await startTestServer({ kind, env: { EGRESS_ALLOW: vendor.host } })
    caller = await server.administrator()
    credentialId = await makeAnthropicCredential(caller)
  })
  afterEach(() => {
    expect(vendor.refusals.splice(0)).toEqual([])
    vendor.requests.length = 0
  })
  afterAll(async () => {
    await server.stop()
    await vendor.close()
  })

  const ask = (flowId: string, body: object) =>
    server.anonymous().expect<{ text: string }>(200, 'POST', `/prediction/${flowId}`, body)
  const messagesOf = (flowId: string, chatId: string) =>
    caller.expect<Message[]>(200, 'GET', `/chatmessage/${flowId}?chatId=${chatId}`)
  const lastBody = () => vendor.requests.at(-1)?.body

  test('an agent has the tools that the vendor runs itself, and tells their sources, also a turn later', async () => {
    const tools = { agentToolsBuiltInAnthropic: '["web_search_20250305","web_fetch_20250910"]' }
    const flowId = await makeFlow(caller, thinkingAgentStep(vendor, credentialId, tools))
    const chatId = 'searching'
    const found = { url: 'https://tea.example/', title: 'Tea', text: 'Tea is drunk hot.' }
    vendor.respondWith(
      { webSearch: { query: 'tea', results: [found] }, text: 'It is drunk hot.' },
      { text: 'As I said.' },
    )
    expect((await ask(flowId, { question: 'Tea?', chatId })).text).toBe('It is drunk hot.')
    expect(lastBody()?.tools?.map(({ type, name }) => [type, name])).toEqual([
      ['web_search_20250305', 'web_search'],
      ['web_fetch_20250910', 'web_fetch'],
    ])
    expect((await messagesOf(flowId, chatId))[1]).toMatchObject({
      usedTools: [{ tool: 'web_search' }],
      sourceDocuments: [{ metadata: { source: found.url, title: found.title } }],
    })
    await ask(flowId, { question: 'Sure?', chatId })
    expect(JSON.stringify(lastBody()?.messages)).toContain('It is drunk hot.')
  })

  test('a chat flow thinks over two tool turns, sees files, and remembers them', async () => {
    const flowId = await makeFlow(caller, thinkingAgentFlow(vendor, credentialId), { type: 'CHATFLOW' })
    const chatId = 'thinking'
    const first = await ask(flowId, { question: 'Add it up', chatId, uploads: pictureAndDocument })
    expect(first.text).toBe('It is all 6.')
    expect(vendor.requests).toHaveLength(3)
    expect(JSON.stringify(vendor.requests[0]?.body.messages)).toMatch(/"type":"image".*"type":"document"/)
    const sent = JSON.stringify(lastBody()?.messages)
    expect(sent.match(/"signature"/g)).toHaveLength(2)
    expect(sent.match(/redacted_thinking/g)).toHaveLength(2)

    const [asked, answered] = await messagesOf(flowId, chatId)
    expect(asked?.fileUploads).toMatchObject([
      { type: 'stored-file', name: 'dot.png', mime: 'image/png' },
      { type: 'stored-file', name: 'terms.pdf', mime: 'application/pdf' },
    ])
    expect(JSON.stringify(asked?.fileUploads)).not.toContain('base64')
    expect(answered?.usedTools?.map(({ tool, toolOutput }) => [tool, toolOutput])).toEqual([
      ['calculator', '2'],
      ['calculator', '4'],
    ])

    vendor.requests.length = 0
    const streamed = await server
      .anonymous()
      .call('POST', `/prediction/${flowId}`, { question: 'And again', chatId, streaming: true })
    expect(streamed.status).toBe(200)
    expect(streamed.text).toContain('"event":"token"')
    expect(streamed.text).toContain('"event":"usedTools"')
    const first2 = JSON.stringify(vendor.requests[0]?.body.messages)
    expect(first2).toMatch(/"type":"image".*"type":"document".*It is all 6\..*And again/)
  })

  test('a chat flow pays once for what it asks again', async () => {
    const flowId = await makeFlow(caller, thinkingAgentFlow(vendor, credentialId), { type: 'CHATFLOW' })
    const answer = await server
      .anonymous()
      .call('POST', `/prediction/${flowId}`, { question: 'Add it up', chatId: 'cached' })
    const steps = await caller.expect<{ path: string; output: object }[]>(
      200,
      'GET',
      `/executions/${answer.headers.get('x-run-id')}/steps`,
    )
    const agent = steps.find(({ path }) => path === 'toolAgent_0#0')
    expect(agent?.output).toMatchObject({
      output: {
        usageMetadata: {
          cached_input_tokens: expect.any(Number),
          cache_write_tokens: expect.any(Number),
        },
        reasonContent: { thinking: 'I think in turn 0.\n\nI think in turn 1.\n\nI think in turn 2.' },
      },
    })
  })

  test('an agent flow hands thoughts and files on from node to node', async () => {
    const flowId = await makeFlow(caller, thinkingLlmFlow(vendor, credentialId))
    for (const streaming of [false, true]) {
      const chatId = `agent-${streaming}`
      const answer = await server.anonymous().call('POST', `/prediction/${flowId}`, {
        question: 'What is on it?',
        chatId,
        streaming,
        uploads: pictureAndDocument,
      })
      expect(answer.status).toBe(200)
      expect(answer.text).toContain('I see 1 image. I see 1 document.')
      const [asked] = await messagesOf(flowId, chatId)
      expect(asked?.fileUploads).toHaveLength(2)
    }
    const bodies = vendor.requests.map(({ body }) => JSON.stringify(body.messages))
    expect(bodies).toHaveLength(4)
    for (const body of bodies) expect(body).toMatch(/"type":"image".*"type":"document"/)
  })

  test('files are given back to whoever knows the chat, and to nobody else', async () => {
    const flowId = await makeFlow(caller, thinkingLlmFlow(vendor, credentialId))
    const chatId = 'files'
    await ask(flowId, { question: 'A', chatId, uploads: pictureAndDocument })
    await ask(flowId, { question: 'B', chatId, uploads: pictureAndDocument.slice(0, 1) })
    const names = (await messagesOf(flowId, chatId)).flatMap(({ fileUploads }) => fileUploads ?? [])
    expect(names.map(({ name }) => name)).toEqual(['dot.png', 'terms.pdf', 'dot (2).png'])
    const path = (chat: string, name: string) =>
      `/get-upload-file?chatflowId=${flowId}&chatId=${chat}&fileName=${name}`
    const image = await server.anonymous().call('GET', path(chatId, 'dot.png'))
    expect(image.status).toBe(200)
    expect(image.headers.get('content-type')).toBe('image/png')
    expect(image.headers.get('content-disposition')).toContain('inline')
    expect(image.headers.get('x-content-type-options')).toBe('nosniff')
    const download = await server.anonymous().call('GET', `${path(chatId, 'terms.pdf')}&download=true`)
    expect(download.headers.get('content-disposition')).toContain('attachment')
    expect((await server.anonymous().call('GET', path('other', 'dot.png'))).status).toBe(404)
    expect((await server.anonymous().call('GET', path(chatId, '..%2Fdot.png'))).status).toBe(404)
  })

  test('files go with the messages of their chat, and with their flow', async () => {
    const flowId = await makeFlow(caller, thinkingLlmFlow(vendor, credentialId))
    for (const chatId of ['one', 'two'])
      await ask(flowId, { question: 'A', chatId, uploads: pictureAndDocument })
    const { db, blobs } = server.context
    const files = db.read((await db.system.routes.findWorkspaceOfFlow(flowId)) ?? '').files
    const { rows } = await files.list({ ownerId: flowId })
    expect(rows).toHaveLength(4)
    await caller.expect(200, 'DELETE', `/chatmessage/${flowId}?chatId=one`)
    expect((await files.list({ ownerId: flowId })).rows.map(({ chatId }) => chatId)).toEqual(['two', 'two'])
    await caller.expect(200, 'DELETE', `/chatflows/${flowId}`)
    expect((await files.list({ ownerId: flowId })).rows).toEqual([])
    for (const { blobId } of rows) {
      await expect(blobs.stat(blobId)).rejects.toMatchObject({ code: 'blob_not_found' })
    }
  })

  test('what a flow cannot take is refused before anything is kept', async () => {
    const flowId = await makeFlow(caller, thinkingLlmFlow(vendor, credentialId))
    const rules = await server.anonymous().expect(200, 'GET', `/chatflows-uploads/${flowId}`)
    expect(rules).toMatchObject({
      isImageUploadAllowed: true,
      imgUploadSizeAndTypes: [{ maxUploadSize: 5 }],
    })
    const [picture, pdf] = pictureAndDocument
    const large = `data:image/png;base64,${Buffer.alloc(5 * 1024 * 1024 + 1).toString('base64')}`
    const refused: [unknown[], number, string][] = [
      [
        [{ ...picture, data: 'data:image/png;base64,aGVsbG8=' }],
        400,
        'neither an image, a PDF nor a recording',
      ],
      [[{ ...picture, data: 'hello' }], 400, 'no data URL'],
      [[{ ...picture, type: 'audio' }], 400, 'takes no speech'],
      [[{ ...picture, type: 'file:rag' }], 400, 'No store of this flow takes files of chats'],
      [[{ ...picture, type: 'url', data: 'file:///etc/passwd' }], 400, 'no https address'],
      [[pdf, { ...picture, data: large }], 413, 'larger than 5 MB'],
      [Array.from({ length: 11 }, () => picture), 400, 'at most 10'],
    ]
    for (const [uploads, status, words] of refused) {
      const answer = await server
        .anonymous()
        .call('POST', `/prediction/${flowId}`, { question: 'x', chatId: 'refused', uploads })
      expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(words)])
    }
    const { total } = await server.context.db
      .read((await server.context.db.system.routes.findWorkspaceOfFlow(flowId)) ?? '')
      .files.list({ ownerId: flowId, chatId: 'refused' })
    expect(total).toBe(0)
    expect(vendor.requests).toHaveLength(0)
  })
})
