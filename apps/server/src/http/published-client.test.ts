import { FlowiseClient } from 'flowise-sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatFlow, llmFlow } from '../testing/example-flows.ts'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'

let scene: VendorServer
let chat: string
let agent: string

beforeAll(async () => {
  scene = await startVendorServer()
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
