import { databaseKinds } from '@runnel/db/testing'
import { diffDocuments } from '@runnel/graph'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { llmFlow, replyFlow } from '../testing/example-flows.ts'
import { readForCanvas } from '../testing/flow-changes.ts'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'
import { type RunFrame, readRunFrames } from '../testing/read-run-frames.ts'

const types = (frames: RunFrame[]) => frames.map(({ event }) => event.type)
const endOf = (frames: RunFrame[]) => frames.at(-1)?.event

describe.each(databaseKinds)('a run that one request starts and follows on %s', (kind) => {
  let scene: VendorServer
  let flowId: string

  beforeAll(async () => {
    scene = await startVendorServer({ kind })
    flowId = await makeFlow(scene.administrator, llmFlow(scene.vendor, scene.credentialId))
  })

  afterAll(() => scene.stop())

  const open = (body: object, headers: Record<string, string> = {}) =>
    scene.administrator.open('POST', '/runs', { flowId, ...body }, headers)
  const follow = async (runId: string, after?: string) => {
    const headers = after === undefined ? undefined : { 'last-event-id': after }
    return readRunFrames(await scene.administrator.open('GET', `/runs/${runId}/events`, undefined, headers))
  }

  test('is named at once and shown to its end, as its log shows it to others', async () => {
    const response = await open({ input: { question: 'Hi' }, chatId: 'c1' })
    const runId = response.headers.get('x-run-id') ?? ''
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const frames = await readRunFrames(response)
    expect(types(frames)).toContain('text-delta')
    expect(endOf(frames)).toMatchObject({ type: 'run-end', status: 'finished' })
    expect(await follow(runId)).toEqual(frames)
    const messages = await scene.administrator.expect<{ content: string; chatType: string }[]>(
      200,
      'GET',
      `/internal-chatmessage/${flowId}?chatId=c1`,
    )
    expect(messages.map(({ content, chatType }) => [content, chatType])).toEqual([
      ['Hi', 'INTERNAL'],
      [endOf(frames)?.text, 'INTERNAL'],
    ])
  })

  test('is followed on behind any event after a cut', async () => {
    const response = await open({ input: { question: 'Cut' } })
    const seen = await readRunFrames(response, 2)
    const runId = response.headers.get('x-run-id') ?? ''
    const rest = await follow(runId, seen.at(-1)?.id)
    expect([...seen, ...rest]).toEqual(await follow(runId))
    expect(endOf(rest)?.type).toBe('run-end')
  })

  test('takes a filled form', async () => {
    const frames = await readRunFrames(await open({ input: { form: { city: 'Bern' } } }))
    expect(endOf(frames)).toMatchObject({ type: 'run-end', status: 'finished' })
  })

  test('brings files with its question only where the flow takes them', async () => {
    const uploads = [{ type: 'file', name: 'a.png', mime: 'image/png', data: 'data:image/png;base64,AA==' }]
    const call = (input: object) => scene.administrator.call('POST', '/runs', { flowId, input })
    expect(await call({ question: 'What is on it?', uploads })).toMatchObject({
      status: 400,
      body: { code: 'uploads_not_supported' },
    })
    expect(await call({ form: { city: 'Bern' }, uploads })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input' },
    })
  })

  test('is of the draft when the caller says so', async () => {
    const id = await makeFlow(scene.administrator, replyFlow('saved'))
    const { document, headVersionId: baseVersionId } = await readForCanvas(scene.administrator, id)
    const nodes = document.nodes.map((node) =>
      node.type === 'directReplyAgentflow' ? { ...node, values: { directReplyMessage: 'drafted' } } : node,
    )
    const diff = diffDocuments(document, { ...document, nodes })
    const draft = { baseVersionId, diff, viewport: null }
    await scene.administrator.expect(200, 'POST', `/chatflows/${id}/draft`, draft)
    const answers = [true, false].map(async (useDraft) =>
      endOf(
        await readRunFrames(
          await scene.administrator.open('POST', '/runs', { flowId: id, input: { question: 'x' }, useDraft }),
        ),
      ),
    )
    expect(await Promise.all(answers)).toMatchObject([{ text: 'drafted' }, { text: 'saved' }])
  })

  test.each([
    ['nothing', {}],
    ['a question and a form', { input: { question: 'x', form: { a: 1 } } }],
    ['an unknown field', { input: { question: 'x' }, overrideConfig: {} }],
    ['an unknown answer', { input: { humanInput: { type: 'maybe' } } }],
    ['an empty chat id', { input: { question: 'x' }, chatId: '' }],
  ])('is refused with %s', async (_what, body) => {
    const answer = await scene.administrator.call('POST', '/runs', { flowId, ...body })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  })

  test('is for people: a key has the prediction, and a flow of another workspace is not there', async () => {
    const key = await scene.server.withKey(['chatflows:view', 'agentflows:view'])
    const body = { flowId, input: { question: 'x' } }
    expect(await key.call('POST', '/runs', body)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    const other = await scene.server.addWorkspace()
    const foreign = await makeFlow(other.caller, replyFlow())
    expect(await scene.administrator.call('POST', '/runs', { ...body, flowId: foreign })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
  })

  test('answers nothing that does not wait', async () => {
    const answer = await scene.administrator.call('POST', '/runs', {
      flowId,
      input: { humanInput: { type: 'proceed' } },
      chatId: 'nobody-waits',
    })
    expect(answer).toMatchObject({ status: 409, body: { code: 'conflict' } })
  })

  describe('under an Idempotency-Key', () => {
    const keyed = (key: string, body: object = { input: { question: 'Once' } }) =>
      open(body, { 'idempotency-key': key })

    test('begins once, however often it is asked for', async () => {
      const before = scene.vendor.requests.length
      const responses = await Promise.all([keyed('k1'), keyed('k1'), keyed('k1')])
      const streams = await Promise.all(responses.map((response) => readRunFrames(response)))
      const again = await keyed('k1')
      const ids = [...responses, again].map(({ headers }) => headers.get('x-run-id'))
      expect(new Set(ids).size).toBe(1)
      expect(streams[1]).toEqual(streams[0])
      expect(await readRunFrames(again)).toEqual(streams[0])
      expect(scene.vendor.requests.length - before).toBe(1)
    })

    test('is not taken for another request', async () => {
      const first = await keyed('k2')
      await first.text()
      const answer = await scene.administrator.call(
        'POST',
        '/runs',
        { flowId, input: { question: 'Something else' } },
        { 'idempotency-key': 'k2' },
      )
      expect(answer).toMatchObject({ status: 409, body: { code: 'conflict' } })
    })

    test('is refused when it is empty or long', async () => {
      for (const key of ['', 'x'.repeat(201)]) expect((await keyed(key)).status, key).toBe(400)
    })
  })
})
