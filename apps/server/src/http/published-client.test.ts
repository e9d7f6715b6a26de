import { FlowiseClient } from 'flowise-sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatFlow, llmFlow } from '../testing/example-flows.ts'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'

let scene: VendorServer
let chat: string
let agent: string
const log: string[] = []

beforeAll(async () => {
  scene = await startVendorServer({ onLogLine: (line) => log.push(line) })
  const { administrator, vendor, credentialId } = scene
  chat = await makeFlow(administrator, chatFlow(vendor, credentialId), { type: 'CHATFLOW' })
  agent = await makeFlow(administrator, llmFlow(vendor, credentialId))
})

afterAll(() => scene.stop())

const client = (apiKey?: string) =>
  new FlowiseClient({ baseUrl: scene.server.origin, ...(apiKey === undefined ? {} : { apiKey }) })

test('the reference’s client reads whole answers', async () => {
  for (const chatflowId of [chat, agent]) {
    const answer = await client().createPrediction({ chatflowId, question: 'Hello there', streaming: false })
    expect(answer).toMatchObject({ text: 'Echo: Hello there', question: 'Hello there' })
  }
})

test('the reference’s client reads streams', async () => {
  for (const chatflowId of [chat, agent]) {
    const events = []
    const answer = await client().createPrediction({ chatflowId, question: 'Hello there', streaming: true })
    for await (const event of answer) events.push(event)
    const text = events.filter(({ event }) => event === 'token').map(({ data }) => data)
    expect(text.join('')).toBe('Echo: Hello there')
    expect(events.at(-1)).toEqual({ event: 'end', data: '[DONE]' })
  }
})

test('the fields that the client adds are ignored, and named', async () => {
  const answer = await scene.server
    .anonymous()
    .call('POST', `/prediction/${agent}`, { chatflowId: agent, question: 'Hi', streaming: false })
  expect(answer.headers.get('x-ignored-fields')).toBe('chatflowId')
})

test('null is nothing: the reference’s client for Python sends it for all that is not given', async () => {
  const nothing = { overrideConfig: null, chatId: null, history: [], uploads: [] }
  const more = {
    form: null,
    streaming: null,
    action: null,
    leadEmail: null,
    sessionId: null,
    humanInput: null,
  }
  const answer = await scene.server
    .anonymous()
    .call('POST', `/prediction/${agent}`, { chatflowId: agent, question: 'Hi', ...nothing, ...more })
  expect(answer).toMatchObject({ status: 200, body: { text: 'Echo: Hi' } })
  const history = [{ message: 'Moin', type: 'apiMessage', role: null, content: null }]
  await scene.server
    .anonymous()
    .expect(200, 'POST', `/prediction/${agent}`, { question: 'Hi', ...nothing, history })
  expect(scene.vendor.requests.at(-1)?.body.messages?.map(({ content }) => content)).toEqual(['Moin', 'Hi'])
  const kept = await scene.server.anonymous().call('POST', `/prediction/${agent}`, { form: { a: null } })
  expect(kept.body).toMatchObject({ form: { a: null } })
})

test('the client’s key opens a flow that asks for one', async () => {
  const key = await scene.server.withKey(['chatflows:view'])
  await scene.administrator.expect(200, 'PUT', `/chatflows/${chat}`, { apikeyid: key.id })
  const prediction = { chatflowId: chat, question: 'Hi', streaming: false } as const
  expect(await client(key.key).createPrediction(prediction)).toMatchObject({ text: 'Echo: Hi' })
  expect(await client().createPrediction(prediction)).toMatchObject({ statusCode: 401 })
  const refused = await client().createPrediction({ ...prediction, streaming: true })
  await expect(async () => {
    for await (const event of refused) expect(event).toBeUndefined()
  }).rejects.toThrow('HTTP error! status: 401')
})

test('the address of the page around it stays out of the log, whatever becomes of its calls', async () => {
  const page = 'https://shop.example/basket?customer=CANARY-OF-THE-PAGE#CANARY-OF-THE-PAGE'
  const headers = { referer: page, origin: 'https://shop.example' }
  const { anonymous } = scene.server
  const before = log.length
  for (const path of [`/prediction/${agent}`, '/prediction/none', `/prediction/${agent}/none`])
    await anonymous().call('POST', path, { question: 'Hi', streaming: false }, headers)
  await anonymous().call('POST', `/prediction/${agent}`, '{"question":', headers)
  scene.vendor.respondWith({ status: 500 })
  await anonymous().call('POST', `/prediction/${agent}`, { question: 'Hi' }, headers)
  const config = (id: string) => `/public-chatbotConfig/${id}?page=${encodeURIComponent(page)}`
  await anonymous().call('GET', config(agent), undefined, headers)
  scene.server.context.db.system.routes.findWorkspaceOfFlow = async () => {
    throw new Error('A fault of the server')
  }
  await anonymous().call('POST', `/prediction/${crypto.randomUUID()}`, { question: 'Hi' }, headers)
  expect(log.slice(before).join('\n')).toContain('A fault of the server')
  expect(log.join('\n')).not.toContain('CANARY-OF-THE-PAGE')
})
