import { ApiError } from '@runnel/client'
import type { ChatMessage, LoggedEvent, RunEvent } from '@runnel/contract'
import { describe, expect, test } from 'vitest'
import { createRunStore } from '../run-state/run-store.ts'
import type { ChatApi } from './chat-calls.ts'
import { createChatSession } from './chat-session.ts'
import { fakeStorage } from './fake-storage.fixture.ts'

const FLOW = '6a1f0a52-0d7c-4f1e-9b2e-000000000001'
const MESSAGE = '6a1f0a52-0d7c-4f1e-9b2e-000000000002'
const step = { path: 'code_0#0', nodeId: 'code_0' }
const action = {
  id: 'q1',
  mapping: { approve: 'Proceed', reject: 'Reject' },
  data: { nodeId: 'code_0', nodeLabel: 'Code', input: 'Run it again?' },
}
const log = (
  [
    {
      type: 'run-start',
      runId: 'r1',
      flowId: FLOW,
      flowType: 'AGENTFLOW',
      chatId: 'c',
      sessionId: 'c',
      messageId: MESSAGE,
    },
    { type: 'step-end', ...step, nodeLabel: 'Code', status: 'waiting', durationMs: 3 },
    { type: 'run-wait', ...step, action },
    { type: 'step-end', ...step, nodeLabel: 'Code', status: 'finished', durationMs: 3 },
    { type: 'run-end', status: 'finished', text: 'Done', result: {} },
  ] satisfies RunEvent[]
).map((event, index): LoggedEvent => ({ fence: 1, n: index + 1, at: 0, event }))
const end: RunEvent = { type: 'run-end', status: 'finished', text: 'Done', result: {} }
const at = (n: number) => ({ fence: 1, n, at: 0 })
let messageCount = 0
const stored = (
  role: ChatMessage['role'],
  content: string,
  rest: Partial<ChatMessage> = {},
): ChatMessage => ({
  id: `${MESSAGE}-${messageCount++}`,
  role,
  chatflowid: FLOW,
  executionId: 'r1',
  content,
  chatType: 'INTERNAL',
  chatId: 'c1',
  memoryType: null,
  sessionId: null,
  createdDate: '2026-01-01T00:00:00.000Z',
  ...rest,
})
const frames = (from: number, to: number) =>
  log
    .slice(from, to)
    .map((event) => `id: ${event.fence}-${event.n}\ndata: ${JSON.stringify(event)}\n\n`)
    .join('')

/** The server's part: run `r1` asks after three events; how it takes the answer is the test's to say. */
function makeChat(takeAnswer: () => Promise<Response>, messages: ChatMessage[] = []) {
  const bodies: unknown[] = []
  const resumed: (string | undefined)[] = []
  /** Logs in place of the usual ones. */
  const logs: string[] = []
  const started = (from = 3, to = 5) => new Response(frames(from, to), { headers: { 'x-run-id': 'r1' } })
  const api: ChatApi = {
    openStream: (name, ...[input, options]) => {
      if (name === 'readRunEvents') {
        const after = options?.headers?.['last-event-id']
        resumed.push(after)
        const usual = after === undefined ? frames(0, 3) : frames(3, 5)
        return Promise.resolve(new Response(logs.shift() ?? usual))
      }
      const body = input && 'body' in input ? input.body : undefined
      bodies.push(body)
      return body && 'input' in body && 'humanInput' in body.input
        ? takeAnswer()
        : Promise.resolve(started(0, 3))
    },
    abortChat: () => Promise.resolve({ status: 200, message: 'Aborted' }),
    listInternalMessages: () => Promise.resolve(messages.toReversed()),
  }
  const storage = fakeStorage()
  const run = createRunStore((show) => show())
  const prepare = () => Promise.resolve({ flowId: FLOW, useDraft: true })
  const chat = createChatSession({ api, storage, run, prepare })
  const texts = () => chat.store.getState().entries?.map(({ role, text, note }) => [role, note ?? text])
  return { chat, run, storage, bodies, resumed, logs, started, texts }
}

describe('a run that waits for a person', () => {
  test('asks, takes the answer in the same chat, and is followed on from its question', async () => {
    const made = makeChat(() => Promise.resolve(made.started()))
    const { chat, run, storage, bodies, resumed } = made
    await chat.open(FLOW)
    await chat.send({ question: 'Hi' })
    const { chatId, phase } = chat.store.getState()
    expect(phase).toBe('waiting')
    expect(run.getState().view).toMatchObject({ status: 'waiting', action })
    expect(JSON.parse(storage.getItem(`${FLOW}_INTERNAL`) ?? '')).toMatchObject({ chatId, runId: 'r1' })
    await chat.answer({ type: 'proceed', feedback: ' go ahead ' })
    expect(bodies[1]).toEqual({
      flowId: FLOW,
      input: { humanInput: { type: 'proceed', startNodeId: 'code_0', feedback: 'go ahead' } },
      chatId,
      useDraft: true,
    })
    expect(resumed).toEqual([])
    expect(made.texts()).toEqual([
      ['user', 'Hi'],
      ['user', 'Proceed\ngo ahead'],
      ['assistant', 'Done'],
    ])
    expect(chat.store.getState().phase).toBe('idle')
    expect(JSON.parse(storage.getItem(`${FLOW}_INTERNAL`) ?? '')).toEqual({ chatId })
  })

  test('with several questions takes them one by one, each by its id, and marks what was answered', async () => {
    const two = ['w1', 'w2'].map((id) => ({
      waitId: id,
      path: `code_0#0/t0.${id}/a0`,
      nodeId: 'code_0',
      nodeLabel: 'Code',
      action: { ...action, data: { toolCalls: [{ name: `tool ${id}`, args: {} }] } },
      askedAt: 1,
    }))
    const wait = (n: number, questions: typeof two): LoggedEvent => ({
      ...at(n),
      event: { type: 'run-wait', ...step, action, questions },
    })
    const write = (event: LoggedEvent) => `id: ${event.fence}-${event.n}\ndata: ${JSON.stringify(event)}\n\n`
    const answers = [write(wait(5, two.slice(0, 1))), write({ ...at(6), event: end })]
    const made = makeChat(async () => new Response(answers.shift(), { headers: { 'x-run-id': 'r1' } }))
    await made.chat.open(FLOW)
    await made.chat.send({ question: 'Hi' })
    made.run.push(wait(4, two))
    await made.chat.answer({ type: 'proceed', feedback: '', questionId: 'w2', input: { n: 2 } })
    expect(made.bodies[1]).toMatchObject({
      input: { humanInput: { type: 'proceed', waitId: 'w2', input: { n: 2 } } },
    })
    expect(made.chat.store.getState()).toMatchObject({ phase: 'waiting', answered: { w2: 'proceed' } })
    await made.chat.answer({ type: 'reject', feedback: 'No.', questionId: 'w1' })
    expect(made.bodies[2]).toMatchObject({ input: { humanInput: { type: 'reject', waitId: 'w1' } } })
    expect(made.texts()?.slice(1, 3)).toEqual([
      ['user', 'Proceed: tool w2'],
      ['user', 'Reject: tool w1\nNo.'],
    ])
  })

  test('that was answered once and asks again shows its new question after a reload', async () => {
    const made = makeChat(
      () => Promise.resolve(made.started()),
      [stored('apiMessage', ' '), stored('userMessage', 'proceed'), stored('apiMessage', ' ', { action })],
    )
    const again = { ...log[2], n: 4 } as LoggedEvent
    const whole = `${frames(0, 3)}id: 1-4\ndata: ${JSON.stringify(again)}\n\n`
    made.storage.setItem(`${FLOW}_INTERNAL`, JSON.stringify({ chatId: 'c1', runId: 'r1' }))
    made.logs.push(whole)
    await made.chat.open(FLOW)
    expect(made.chat.store.getState().phase).toBe('waiting')
    expect(made.resumed).toEqual([undefined])
  })

  test('that was answered elsewhere says so and is followed to its end', async () => {
    const refusal = { status: 409, code: 'already_answered' }
    const made = makeChat(() => Promise.reject(new ApiError('This step was answered already.', refusal)))
    await made.chat.open(FLOW)
    await made.chat.send({ question: 'Hi' })
    await made.chat.answer({ type: 'reject', feedback: '' })
    expect(made.texts()).toEqual([
      ['user', 'Hi'],
      ['assistant', 'already-answered'],
      ['assistant', 'Done'],
    ])
  })

  test('asks again when the answer did not reach the server', async () => {
    const made = makeChat(() => Promise.reject(new ApiError('No answer.', { status: 0, code: 'unknown' })))
    await made.chat.open(FLOW)
    await made.chat.send({ question: 'Hi' })
    await made.chat.answer({ type: 'proceed', feedback: '' })
    expect(made.chat.store.getState().phase).toBe('waiting')
    expect(made.chat.store.getState().entries?.at(-1)?.failure).toBeDefined()
  })

  test('asks after a reload too, also where the browser forgot the run', async () => {
    const made = makeChat(() => Promise.resolve(made.started()), [stored('apiMessage', ' ', { action })])
    made.storage.setItem(`${FLOW}_INTERNAL`, JSON.stringify({ chatId: 'c1' }))
    await made.chat.open(FLOW)
    expect(made.chat.store.getState().phase).toBe('waiting')
    expect(made.texts()).toEqual([])
  })
})

describe('a conversation that is opened after its run asked', () => {
  const open = async (messages: ChatMessage[], kept: object = {}) => {
    const made = makeChat(() => Promise.resolve(made.started()), messages)
    made.storage.setItem(`${FLOW}_INTERNAL`, JSON.stringify({ chatId: 'c1', ...kept }))
    await made.chat.open(FLOW)
    return made
  }

  test('leaves the answered question out and knows the answer for one', async () => {
    const { chat, texts } = await open([
      stored('userMessage', 'Hi'),
      stored('apiMessage', ' '),
      stored('userMessage', 'proceed'),
      stored('apiMessage', 'Done'),
    ])
    expect(texts()).toEqual([
      ['user', 'Hi'],
      ['user', 'proceed'],
      ['assistant', 'Done'],
    ])
    expect(chat.store.getState().entries?.map(({ choice }) => choice)).toEqual([
      undefined,
      'proceed',
      undefined,
    ])
  })

  test('says why the run failed after it was answered', async () => {
    const error = { code: 'step_failed', message: 'The code failed.', nodeId: 'code_0' }
    log.splice(4, 1, { ...at(5), event: { type: 'run-end', status: 'error', text: ' ', result: {}, error } })
    const { chat } = await open([stored('userMessage', 'Hi'), stored('apiMessage', ' ')])
    await expect
      .poll(() => chat.store.getState().entries?.at(-1)?.failure)
      .toEqual({ message: 'The code failed.', nodeId: 'code_0' })
    expect(chat.store.getState().phase).toBe('idle')
    expect(chat.store.getState().entries).toHaveLength(2)
  })

  test('does not ask again while the answered run goes on', async () => {
    const messages = [stored('userMessage', 'Hi'), stored('apiMessage', ' ')]
    const { chat, resumed } = await open(messages, { runId: 'r1', asked: 'Hi' })
    expect(chat.store.getState().phase).toBe('idle')
    expect(resumed.at(-1)).toBe('1-3')
  })
})
