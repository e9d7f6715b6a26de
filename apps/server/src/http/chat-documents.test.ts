import { randomUUID } from 'node:crypto'
import { databaseKinds } from '@runnel/db/testing'
import { makePdf } from '@runnel/drivers/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countFiles } from '../testing/count-files.ts'
import { agentEdge, agentNode, chatFlow, llmFlow } from '../testing/example-flows.ts'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'
import { type FormFiles, postingTo } from '../testing/post-form.ts'

const TEA = makePdf([['Green tea is steeped at seventy degrees.'], ['Black tea wants boiling water.']])
const ON = JSON.stringify({
  fullFileUpload: { status: true, allowedUploadFileTypes: 'text/plain,application/pdf,text/javascript' },
})

interface Answer {
  chatId: string
  text: string
  message: string
}

describe.each(databaseKinds)('documents of a chat on %s', (kind) => {
  let scene: VendorServer
  beforeAll(async () => {
    scene = await startVendorServer({ kind, env: { STRANGERS_SESSION_MB: '0.02' } })
  })
  afterAll(() => scene.stop())

  const makeChat = (fields = {}) => {
    const flow = chatFlow(scene.vendor, scene.credentialId)
    return makeFlow(scene.administrator, flow, { type: 'CHATFLOW', chatbotConfig: ON, ...fields })
  }

  const post = postingTo(() => scene.server)
  const ask = (flowId: string, body: object) =>
    scene.administrator.call<Answer>('POST', `/prediction/${flowId}`, body)
  const lastAsked = () => {
    const asked = scene.vendor.requests.findLast(({ path }) => path.endsWith('/chat/completions'))
    return JSON.stringify(asked?.body.messages)
  }

  test('are read as text by type, kept with the chat, and fetched again', async () => {
    const flowId = await makeChat()
    const chatId = randomUUID()
    const given: FormFiles = [
      ['notes.txt', 'Steep at 70°.'],
      ['tea.pdf', TEA],
    ]
    const { status, body } = await post(`/attachments/${flowId}/${chatId}`, given)
    expect({ status, body }).toEqual({
      status: 200,
      body: [
        { name: 'notes.txt', mimeType: 'text/plain', size: 14, content: 'Steep at 70°.' },
        {
          name: 'tea.pdf',
          mimeType: 'application/pdf',
          size: TEA.length,
          content: 'Green tea is steeped at seventy degrees.\n\nBlack tea wants boiling water.',
        },
      ],
    })
    const again = await post(`/attachments/${flowId}/${chatId}`, [['notes.txt', btoa('Second')]], {
      fields: { base64: 'true' },
    })
    expect(again.body).toMatchObject([{ name: 'notes (2).txt', content: 'Second' }])
    const address = `/api/v1/get-upload-file?chatflowId=${flowId}&chatId=${chatId}&fileName=tea.pdf`
    const fetched = await fetch(scene.server.origin + address)
    expect(new Uint8Array(await fetched.arrayBuffer())).toEqual(new Uint8Array(TEA))
  })

  test('stand before the question and before those that follow, and not in its message', async () => {
    const flowId = await makeChat()
    const upload = { type: 'file:full', name: "it's.txt", mime: 'text/plain', data: 'Steep at 70.' }
    const { body } = await ask(flowId, { question: 'How hot?', uploads: [upload] })
    const wrapped = "<doc name='it&#39;s.txt'>Steep at 70.</doc>\\n\\nHow hot?"
    expect(lastAsked()).toContain(wrapped)
    await ask(flowId, { question: 'And then?', chatId: body.chatId })
    expect(lastAsked()).toContain("<doc name='it&#39;s.txt'>Steep at 70.</doc>")
    const [message] = await scene.administrator.expect<object[]>(200, 'GET', `/chatmessage/${flowId}`)
    expect(message).toMatchObject({
      content: 'How hot?',
      fileUploads: [{ type: 'stored-file:full', name: "it's.txt", mime: 'text/plain' }],
    })
  })

  test('come as files too, and their messages lead to the file', async () => {
    const flowId = await makeChat()
    const data = `data:application/octet-stream;base64,${Buffer.from(TEA).toString('base64')}`
    const { body } = await ask(flowId, { uploads: [{ type: 'file:full', name: 'tea.pdf', data }] })
    expect(lastAsked()).toContain("<doc name='tea.pdf'>Green tea is steeped")
    const address = `/api/v1/get-upload-file?chatflowId=${flowId}&chatId=${body.chatId}&fileName=tea.pdf`
    const fetched = await fetch(scene.server.origin + address)
    expect(fetched.headers.get('content-type')).toBe('application/pdf')
  })

  test.each([
    {
      what: 'a script among texts',
      name: 'evil.js',
      content: 'alert(1)',
      words: 'no kind that this flow takes',
    },
    {
      what: 'a type that the flow does not name',
      name: 'a.md',
      content: '# A',
      words: 'no kind that this flow takes',
    },
    {
      what: 'a page that calls itself a PDF',
      name: 'a.pdf',
      content: '<html>',
      words: 'not what its name says',
    },
    { what: 'a PDF that calls itself a text', name: 'a.txt', content: TEA, words: 'not what its name says' },
    {
      what: 'bytes that are no text',
      name: 'a.txt',
      content: new Uint8Array([0x61, 0xff, 0xfe]),
      words: 'not what its name says',
    },
    { what: 'a broken PDF', name: 'a.pdf', content: '%PDF-1.4 broken', words: 'cannot be read' },
  ])('are refused by content, and none is kept: $what', async ({ name, content, words }) => {
    const flowId = await makeChat()
    const given: FormFiles = [
      ['good.txt', 'good'],
      [name, content],
    ]
    const { status, body } = await post(`/attachments/${flowId}/${randomUUID()}`, given)
    expect({ status, body }).toMatchObject({ status: 400, body: { issues: [{ path: 'files[1]' }] } })
    expect(body.message).toContain(words)
    expect(await countFiles(scene.server, flowId)).toBe(0)
  })

  test('are for those who may call the flow, in chats that are theirs', async () => {
    const note: FormFiles = [['a.txt', 'a']]
    const closed = await makeChat({ chatbotConfig: '{}' })
    expect((await post(`/attachments/${closed}/${randomUUID()}`, note)).status).toBe(400)
    expect((await post(`/attachments/${randomUUID()}/c`, note)).status).toBe(404)
    expect((await post('/attachments/no-id/c', note)).status).toBe(400)
    const own = await makeChat({ privateSessions: true })
    expect((await post(`/attachments/${own}/guessable`, note)).status).toBe(400)
    const listed = JSON.stringify({ ...JSON.parse(ON), allowedOrigins: ['https://good.example'] })
    const listedFlow = await makeChat({ chatbotConfig: listed })
    const from = (origin: string) =>
      post(`/attachments/${listedFlow}/${randomUUID()}`, note, { headers: { origin } })
    expect((await from('https://evil.example')).status).toBe(403)
    const good = await from('https://good.example')
    expect([good.status, good.headers.get('access-control-allow-origin')]).toEqual([
      200,
      'https://good.example',
    ])
    const { id: apikeyid, key } = await scene.server.withKey(['chatflows:view'])
    const locked = await makeChat({ apikeyid })
    const path = `/attachments/${locked}/${randomUUID()}`
    expect((await post(path, note)).status).toBe(401)
    expect((await post(path, note, { headers: { authorization: `Bearer ${key}` } })).status).toBe(200)
  })

  test('of strangers are bounded', async () => {
    const flowId = await makeChat()
    const path = `/attachments/${flowId}/${randomUUID()}`
    const note: FormFiles = [['a.txt', 'a'.repeat(12_000)]]
    expect((await post(path, note)).status).toBe(200)
    expect((await post(path, note)).status).toBe(413)
    const many = Array.from({ length: 11 }, (_, n): [string, string] => [`${n}.txt`, 'a'])
    expect((await post(path, many)).status).toBe(400)
    expect(await countFiles(scene.server, flowId)).toBe(1)
  })

  test('are there when a run that waited for a person goes on, and in variables', async () => {
    const flow = llmFlow(scene.vendor, scene.credentialId)
    const [start, llm] = flow.nodes
    const human = agentNode('humanInputAgentflow_0', 'humanInputAgentflow', {
      humanInputDescriptionType: 'fixed',
      humanInputDescription: 'Go on?',
    })
    const reply = agentNode('directReplyAgentflow_0', 'directReplyAgentflow', {
      directReplyMessage: 'About {{question}} in {{file_attachment}}',
    })
    const flowId = await makeFlow(scene.administrator, {
      nodes: [start, human, llm, reply],
      edges: [
        agentEdge('startAgentflow_0', 'humanInputAgentflow_0'),
        agentEdge('humanInputAgentflow_0', 'llmAgentflow_0', 0),
        agentEdge('llmAgentflow_0', 'directReplyAgentflow_0'),
      ],
    })
    const uploads = [{ type: 'file:full', name: 'a.txt', data: 'Steep at 70.' }]
    const { body } = await ask(flowId, { question: 'How hot?', uploads })
    const { body: answer } = await ask(flowId, { chatId: body.chatId, humanInput: { type: 'proceed' } })
    const doc = "<doc name='a.txt'>Steep at 70.</doc>"
    expect(lastAsked()).toContain(doc)
    expect(answer.text).toBe(`${doc}\n\nAbout How hot? in ${doc}`)
  })

  test('come with a question as a form, whose other fields change the flow as its author lets them', async () => {
    const flowId = await makeChat()
    const fields = { question: 'How hot?', history: '[]', streaming: 'true', temperature: '1' }
    const streamed = await post(`/prediction/${flowId}`, [['a.txt', 'Steep at 70.']], { fields }).catch(
      (error) => error,
    )
    expect(streamed.text).toContain('message:\ndata:{"event":')
    expect(streamed.headers.get('x-ignored-fields')).toBe('overrideConfig.temperature')
    expect(lastAsked()).toContain("<doc name='a.txt'>Steep at 70.</doc>\\n\\nHow hot?")
    const broken = await post(`/prediction/${flowId}`, [], { fields: { question: 'x', history: '[' } })
    expect(broken).toMatchObject({ status: 400, body: { issues: [{ path: 'history' }] } })
    const image = await post(`/prediction/${flowId}`, [['a.png', 'x']], { fields: { question: 'x' } })
    expect(image).toMatchObject({ status: 400, body: { code: 'uploads_not_supported' } })
  })
})
