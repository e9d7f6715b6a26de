import { databaseKinds } from '@runnel/db/testing'
import { drawPicture } from '@runnel/providers/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'
import {
  drawInTurn,
  drawingAgentFlow,
  drawingChatFlow,
  drawingStepFlow,
  drawingsOf,
} from '../testing/picture-flows.ts'

const CAT = 'A cat on a hill'
const NAME = /^picture-[0-9a-f]{10}\.png$/
const base64Of = (prompt: string) => Buffer.from(drawPicture(prompt)).toString('base64')

interface Message {
  content: string
  artifacts?: { type: string; data: string }[]
  usedTools?: { tool: string; toolOutput: string; error?: string }[]
}

interface Step {
  path: string
  kind: string
  status: string
  output?: unknown
  usage?: { totalTokens: number }
}

describe.each(databaseKinds)('pictures, on %s', (kind) => {
  let scene: VendorServer
  let flows: Record<'agent' | 'step' | 'chat', string>
  beforeAll(async () => {
    scene = await startVendorServer({ kind, respond: drawInTurn([CAT]) })
    flows = {
      agent: await makeFlow(scene.administrator, drawingAgentFlow(scene)),
      step: await makeFlow(scene.administrator, drawingStepFlow(scene)),
      chat: await makeFlow(scene.administrator, drawingChatFlow(scene), { type: 'CHATFLOW' }),
    }
  })
  afterEach(() => {
    scene.vendor.requests.length = 0
  })
  afterAll(() => scene.stop())

  const ask = (flowId: string, chatId: string, question = CAT) =>
    scene.server.anonymous().call<{ text: string }>('POST', `/prediction/${flowId}`, { question, chatId })
  const messagesOf = (flowId: string, chatId: string) =>
    scene.administrator.expect<Message[]>(200, 'GET', `/chatmessage/${flowId}?chatId=${chatId}`)
  const stepsOf = (runId: string | null) =>
    scene.administrator.expect<Step[]>(200, 'GET', `/executions/${runId}/steps`)

  async function fetchPicture(flowId: string, chatId: string, { data = '' }: { data?: string }) {
    const fileName = data.slice('FILE-STORAGE::'.length)
    expect(fileName).toMatch(NAME)
    const query = new URLSearchParams({ chatflowId: flowId, chatId, fileName })
    return fetch(`${scene.server.origin}/api/v1/get-upload-file?${query}`)
  }

  test.each(['agent', 'step', 'chat'] as const)(
    'are drawn in a flow (%s), kept with the conversation, and shown in it',
    async (way) => {
      const flowId = flows[way]
      const { status, headers, body } = await ask(flowId, `drawn-${way}`)
      expect(status).toBe(200)
      expect(body.text).toContain('is drawn')
      expect(drawingsOf(scene.vendor)).toEqual([CAT])
      const [, answer] = await messagesOf(flowId, `drawn-${way}`)
      expect(answer?.artifacts).toEqual([{ type: 'png', data: expect.stringContaining('FILE-STORAGE::') }])
      const picture = await fetchPicture(flowId, `drawn-${way}`, answer?.artifacts?.[0] ?? {})
      expect(picture.headers.get('content-type')).toBe('image/png')
      expect(Buffer.from(await picture.arrayBuffer()).toString('base64')).toBe(base64Of(CAT))

      const steps = await stepsOf(headers.get('x-run-id'))
      const drawing = steps.find((step) => step.kind === 'image')
      expect(drawing).toMatchObject({ status: 'finished', usage: { totalTokens: 1_068 } })
      expect(JSON.stringify(steps)).not.toContain(base64Of(CAT).slice(0, 60))
      expect(JSON.stringify(drawing?.output)).toContain('"mediaType":"image/png"')
    },
  )

  test('are told of to those who follow the answer, once', async () => {
    const question = { question: CAT, chatId: 'followed', streaming: true }
    const { text } = await scene.administrator.call('POST', `/prediction/${flows.agent}`, question)
    expect(text.match(/"event":"artifacts"/g)).toHaveLength(1)
  })

  test('never get into what a model is told, not in a later turn either', async () => {
    await ask(flows.agent, 'told')
    await ask(flows.agent, 'told', 'And now?')
    const told = scene.vendor.requests.filter(({ path }) => path.endsWith('/chat/completions'))
    expect(told.length).toBeGreaterThan(2)
    for (const { body } of told) expect(JSON.stringify(body)).not.toContain(base64Of(CAT).slice(0, 60))
  })

  test.each([
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['a packed file', 'PK\x03\x04 packed'],
    ['nothing', ''],
  ])('are none when the vendor sends %s in their place, whatever it calls it', async (what, content) => {
    scene.vendor.drawWith({ pictures: [Buffer.from(content, 'latin1')] })
    const chatId = `hostile-${what}`
    const { body } = await ask(flows.agent, chatId)
    expect(body.text).toContain('no picture')
    const [, answer] = await messagesOf(flows.agent, chatId)
    expect(answer?.artifacts ?? []).toEqual([])
    expect(answer?.usedTools).toMatchObject([
      { tool: 'draw_picture', error: expect.stringContaining('no picture') },
    ])
    expect(drawingsOf(scene.vendor)).toEqual([CAT])
  })

  test('that the vendor does not draw are told in its words, to the model and in the run', async () => {
    const message = 'Your request was rejected by the safety system'
    scene.vendor.drawWith({ status: 400, code: 'moderation_blocked', message })
    const { body } = await ask(flows.agent, 'blocked')
    expect(body.text).toContain('OpenAI Image Model')
    expect(body.text).toContain(`does not draw this (model gpt-image-1): ${message}`)
    expect(drawingsOf(scene.vendor)).toEqual([CAT])
    scene.vendor.drawWith({ status: 401, message: 'Wrong key sk-test-key-of-the-vendor' })
    const refused = await ask(flows.step, 'refused')
    expect(refused.status).toBe(500)
    expect(refused.text).toContain('refused the API key')
    expect(refused.text).not.toContain('sk-test-key')
  })

  test('go with the conversation that they are of', async () => {
    await ask(flows.agent, 'gone')
    const [, answer] = await messagesOf(flows.agent, 'gone')
    const [artifact = {}] = answer?.artifacts ?? []
    expect((await fetchPicture(flows.agent, 'gone', artifact)).status).toBe(200)
    await scene.administrator.expect(200, 'DELETE', `/chatmessage/${flows.agent}?chatId=gone`)
    expect((await fetchPicture(flows.agent, 'gone', artifact)).status).toBe(404)
  })
})
