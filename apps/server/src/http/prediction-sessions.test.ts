import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chatFlow, llmFlow, replyFlow } from '../testing/example-flows.ts'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'
import type { TestCaller } from '../testing/test-caller.ts'

let scene: VendorServer
let flows: { chat: string; agent: string }

beforeAll(async () => {
  scene = await startVendorServer()
  const { administrator, vendor, credentialId } = scene
  flows = {
    chat: await makeFlow(administrator, chatFlow(vendor, credentialId), { type: 'CHATFLOW' }),
    agent: await makeFlow(administrator, llmFlow(vendor, credentialId)),
  }
})

beforeEach(() => {
  scene.vendor.requests.length = 0
})

afterAll(() => scene.stop())

async function ask(caller: TestCaller, flowId: string, body: object) {
  const answer = await caller.expect<{ chatId: string; sessionId: string }>(
    200,
    'POST',
    `/prediction/${flowId}`,
    body,
  )
  const texts = scene.vendor.requests.at(-1)?.body.messages?.filter(({ role }) => role !== 'system')
  return { ...answer, texts: texts?.map(({ content }) => content) }
}

describe.each(['chat', 'agent'] as const)('a conversation with the %s flow', (kind) => {
  test('goes on by its chatId', async () => {
    const caller = scene.server.anonymous()
    const first = await ask(caller, flows[kind], { question: 'One' })
    expect(first.texts).toEqual(['One'])
    const second = await ask(caller, flows[kind], { question: 'Two', chatId: first.chatId })
    expect(second.texts).toEqual(['One', 'Echo: One', 'Two'])
    expect(second.chatId).toBe(first.chatId)
  })

  test('goes on by its session id', async () => {
    const caller = scene.server.anonymous()
    const overrideConfig = { sessionId: `s-${kind}` }
    const first = await ask(caller, flows[kind], { question: 'One', overrideConfig })
    expect(first.sessionId).toBe(`s-${kind}`)
    expect((await ask(caller, flows[kind], { question: 'Two', overrideConfig })).texts).toEqual([
      'One',
      'Echo: One',
      'Two',
    ])
  })

  test('is not met by others: other ids, other flows, keys and members', async () => {
    const chatId = `shared-${kind}`
    await ask(scene.server.anonymous(), flows[kind], { question: 'Secret of a visitor', chatId })
    const key = await scene.server.withKey(['chatflows:view', 'agentflows:view'])
    expect((await ask(key, flows[kind], { question: 'Hi', chatId })).texts).toEqual(['Hi'])
    const member = await ask(scene.administrator, flows[kind], { question: 'Hi', chatId })
    expect(member.texts).toEqual(['Hi'])
    const other = await ask(scene.server.anonymous(), flows[kind], { question: 'Hi', chatId: `${chatId}2` })
    expect(other.texts).toEqual(['Hi'])
    const others = await ask(scene.server.anonymous(), flows[kind === 'chat' ? 'agent' : 'chat'], {
      question: 'Hi',
      chatId,
    })
    expect(others.texts).toEqual(['Hi'])
  })

  test('is shared by all keys of a workspace', async () => {
    const [one, two] = [
      await scene.server.withKey(['chatflows:view', 'agentflows:view']),
      await scene.server.withKey(['chatflows:update', 'agentflows:update']),
    ]
    const chatId = `keys-${kind}`
    await ask(one, flows[kind], { question: 'One', chatId })
    expect((await ask(two, flows[kind], { question: 'Two', chatId })).texts).toEqual([
      'One',
      'Echo: One',
      'Two',
    ])
  })
})

describe('messages', () => {
  interface Message {
    role: string
    content: string
    chatType: string
    chatId: string
    executionId: string | null
  }
  const list = (query: string) =>
    scene.administrator.expect<Message[]>(200, 'GET', `/chatmessage/${flows.agent}${query}`)

  test('are kept in pairs and found by chat, type and order', async () => {
    const chatId = 'kept'
    await ask(scene.server.anonymous(), flows.agent, { question: 'One', chatId })
    await ask(scene.server.anonymous(), flows.agent, { question: 'Two', chatId })
    const messages = await list(`?chatId=${chatId}`)
    expect(messages.map(({ role, content }) => [role, content])).toEqual([
      ['userMessage', 'One'],
      ['apiMessage', 'Echo: One'],
      ['userMessage', 'Two'],
      ['apiMessage', 'Echo: Two'],
    ])
    expect(new Set(messages.map(({ chatType }) => chatType))).toEqual(new Set(['EXTERNAL']))
    expect((await list(`?chatId=${chatId}&order=DESC`)).map(({ content }) => content)[0]).toBe('Echo: Two')
    expect(await list(`?chatId=${chatId}&chatType=INTERNAL`)).toEqual([])
    expect(
      await list(`?chatId=${chatId}&chatType=${encodeURIComponent('["EXTERNAL","INTERNAL"]')}`),
    ).toHaveLength(4)
  })

  test.each(['[', '[1', '["x"', '[{}]', 'EXTERN'])(
    'are not found or deleted by a wrong chatType: %s',
    async (chatType) => {
      const path = `/chatmessage/${flows.agent}?chatType=${encodeURIComponent(chatType)}`
      for (const method of ['GET', 'DELETE'])
        expect(await scene.administrator.call(method, path)).toMatchObject({
          status: 400,
          body: { issues: [{ path: 'chatType' }] },
        })
      expect((await list('')).length).toBeGreaterThan(0)
    },
  )

  test.each(['startDate=yesterday', 'endDate=x'])('are not asked for with %s', async (query) => {
    expect((await scene.administrator.call('GET', `/chatmessage/${flows.agent}?${query}`)).status).toBe(400)
  })

  test('of the canvas are internal', async () => {
    await scene.administrator.expect(200, 'POST', `/internal-prediction/${flows.agent}`, {
      question: 'In',
      chatId: 'in',
    })
    const messages = await scene.administrator.expect<Message[]>(
      200,
      'GET',
      `/internal-chatmessage/${flows.agent}?chatId=in`,
    )
    expect(messages.map(({ chatType, content }) => [chatType, content])).toEqual([
      ['INTERNAL', 'In'],
      ['INTERNAL', 'Echo: In'],
    ])
  })

  test('are deleted by chat', async () => {
    await ask(scene.server.anonymous(), flows.agent, { question: 'One', chatId: 'gone' })
    await ask(scene.server.anonymous(), flows.agent, { question: 'One', chatId: 'stays' })
    expect(
      await scene.administrator.expect(200, 'DELETE', `/chatmessage/${flows.agent}?chatId=gone`),
    ).toEqual({ raw: [], affected: 2 })
    expect(await list('?chatId=gone')).toEqual([])
    expect(await list('?chatId=stays')).toHaveLength(2)
    expect(
      (await ask(scene.server.anonymous(), flows.agent, { question: 'Two', chatId: 'gone' })).texts,
    ).toEqual(['Two'])
  })
})

test('a form is known to later questions of its session, until another is sent', async () => {
  const flow = replyFlow('{{$form.city}} {{question}}')
  const [start] = flow.nodes
  if (start) start.data.inputs = { startInputType: 'formInput' }
  const id = await makeFlow(scene.administrator, flow)
  const caller = scene.server.anonymous()
  const say = (body: object) => caller.expect<object>(200, 'POST', `/prediction/${id}`, body)
  expect(await say({ form: { city: 'Bern' }, chatId: 'f' })).toMatchObject({
    text: 'Bern ',
    form: { city: 'Bern' },
  })
  expect(await say({ question: 'More?', chatId: 'f' })).toMatchObject({ text: 'Bern More?' })
  expect(await say({ question: 'Still?', form: {}, chatId: 'f' })).not.toHaveProperty('form')
  expect(await say({ form: { city: 'Rome' }, chatId: 'f' })).toMatchObject({ text: 'Rome ' })
  expect(await say({ question: 'And?', chatId: 'f' })).toMatchObject({ text: 'Rome And?' })
  expect(await say({ question: 'Who?', chatId: 'g' })).toMatchObject({ text: '{{$form.city}} Who?' })
})
