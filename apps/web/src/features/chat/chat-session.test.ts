import { ApiError } from '@runnel/client'
import type { ChatMessage, LoggedEvent, RunEvent } from '@runnel/contract'
import { describe, expect, test } from 'vitest'
import { createRunStore } from '../run-state/run-store.ts'
import type { ChatApi } from './chat-calls.ts'
import { createChatSession } from './chat-session.ts'
import { fakeStorage } from './fake-storage.fixture.ts'

const FLOW = '6a1f0a52-0d7c-4f1e-9b2e-000000000001'
const step = { path: 'llm_0#0', nodeId: 'llm_0' }
const events: RunEvent[] = [
  { type: 'step-start', ...step, nodeLabel: 'LLM', generation: 0 },
  { type: 'text-delta', ...step, text: 'Hel' },
  { type: 'text-delta', ...step, text: 'lo' },
  { type: 'step-end', ...step, nodeLabel: 'LLM', status: 'finished', durationMs: 3 },
  { type: 'run-end', status: 'finished', text: 'Hello', result: {} },
]
const log: LoggedEvent[] = events.map((event, index) => ({ fence: 1, n: index + 1, at: 0, event }))
const frames = (from: number, to = log.length) =>
  log
    .slice(from, to)
    .map((event) => `id: ${event.fence}-${event.n}\ndata: ${JSON.stringify(event)}\n\n`)
    .join('')

interface Calls {
  bodies: unknown[]
  resumed: (string | undefined)[]
  stopped: unknown[]
}

/** The server's part: starts run `r1` and shows its log, which it cuts once after two events. */
function makeChat(overrides: Partial<ChatApi> = {}, storage = fakeStorage()) {
  const calls: Calls = { bodies: [], resumed: [], stopped: [] }
  const api: ChatApi = {
    openStream: (name, ...[input, options]) => {
      if (name === 'readRunEvents') {
        const after = options?.headers?.['last-event-id']
        calls.resumed.push(after)
        return Promise.resolve(new Response(after === undefined ? frames(0, 2) : frames(2)))
      }
      calls.bodies.push(input && 'body' in input ? input.body : undefined)
      return Promise.resolve(new Response(frames(0, 2), { headers: { 'x-run-id': 'r1' } }))
    },
    abortChat: (input) => {
      calls.stopped.push(input.params)
      return Promise.resolve({ status: 200, message: 'Aborted' })
    },
    listInternalMessages: () => Promise.resolve([]),
    ...overrides,
  }
  const run = createRunStore((show) => show())
  const chat = createChatSession({
    api,
    storage,
    run,
    prepare: () => Promise.resolve({ flowId: FLOW, useDraft: true }),
  })
  return { chat, calls, storage, run }
}

describe('a conversation', () => {
  test('sends the question with the draft by one request and follows the run over a cut', async () => {
    const { chat, calls, storage, run } = makeChat()
    await chat.open(FLOW)
    await chat.send({ question: 'Hi' })
    const { entries, phase, chatId } = chat.store.getState()
    expect(entries?.map(({ role, text }) => [role, text])).toEqual([
      ['user', 'Hi'],
      ['assistant', 'Hello'],
    ])
    expect(phase).toBe('idle')
    expect(calls.bodies).toEqual([{ flowId: FLOW, input: { question: 'Hi' }, chatId, useDraft: true }])
    expect(calls.resumed).toEqual(['1-2'])
    expect(run.getState().nodeRuns.get('llm_0')?.state).toBe('finished')
    expect(JSON.parse(storage.getItem(`${FLOW}_INTERNAL`) ?? '')).toEqual({ chatId })
  })

  describe('whose question was lost on the way', () => {
    const lost = new ApiError('The server cannot be reached.', { status: 0, code: 'network_unreachable' })
    const losing = (times: number) => {
      const keys: (string | undefined)[] = []
      const openStream: ChatApi['openStream'] = async (_name, ...[_input, options]) => {
        keys.push(options?.idempotencyKey)
        if (keys.length <= times) throw lost
        return new Response(frames(0), { headers: { 'x-run-id': 'r1' } })
      }
      return { keys, openStream }
    }

    test('sends it once more under the same name', async () => {
      const { keys, openStream } = losing(1)
      const { chat } = makeChat({ openStream })
      await chat.open(FLOW)
      await chat.send({ question: 'Hi' })
      expect(chat.store.getState().entries?.map(({ text }) => text)).toEqual(['Hi', 'Hello'])
      expect(keys).toEqual([expect.any(String), keys[0]])
    })

    test('says so when it is lost again', async () => {
      const { keys, openStream } = losing(2)
      const { chat } = makeChat({ openStream })
      await chat.open(FLOW)
      await chat.send({ question: 'Hi' })
      expect(chat.store.getState()).toMatchObject({
        entries: [{ text: 'Hi' }, { failure: {} }],
        phase: 'idle',
      })
      expect(keys).toHaveLength(2)
    })

    test('gives each question a name of its own', async () => {
      const { keys, openStream } = losing(0)
      const { chat } = makeChat({ openStream })
      await chat.open(FLOW)
      await chat.send({ question: 'Hi' })
      await chat.send({ question: 'Hi' })
      expect(new Set(keys).size).toBe(2)
    })
  })

  test('a refused question becomes an entry that says why', async () => {
    const { chat } = makeChat({ openStream: () => Promise.reject(new Error('The flow has no start node.')) })
    await chat.open(FLOW)
    await chat.send({ form: { city: 'Bern', days: 2 } })
    expect(chat.store.getState().entries).toMatchObject([
      { role: 'user', text: 'city: Bern\ndays: 2' },
      { role: 'assistant', failure: { message: 'The flow has no start node.' } },
    ])
    expect(chat.store.getState().phase).toBe('idle')
  })

  describe('after a failure', () => {
    const failed: RunEvent = {
      type: 'run-end',
      status: 'error',
      text: '',
      result: {},
      error: { code: 'vendor_error', message: 'The key was refused.', nodeId: 'llm_0' },
    }
    const failing: Partial<ChatApi> = {
      openStream: (_name, ..._rest) =>
        Promise.resolve(
          new Response(`id: 1-1\ndata: ${JSON.stringify({ fence: 1, n: 1, at: 0, event: failed })}\n\n`, {
            headers: { 'x-run-id': 'r1' },
          }),
        ),
    }
    const shown = [
      { role: 'user', text: 'Hi' },
      { role: 'assistant', failure: { message: 'The key was refused.', nodeId: 'llm_0' } },
    ]
    const reopened = async (storage: Storage, overrides: Partial<ChatApi> = {}) => {
      const again = makeChat({ ...overrides }, storage)
      await again.chat.open(FLOW)
      return again.chat
    }

    test('the question and its error are there again when the page is opened anew', async () => {
      const { chat, storage } = makeChat(failing)
      await chat.open(FLOW)
      await chat.send({ question: 'Hi' })
      expect(chat.store.getState().entries).toMatchObject(shown)
      const again = await reopened(storage)
      expect(again.store.getState()).toMatchObject({ entries: shown, phase: 'idle' })
    })

    test('also when the flow was refused before it ran', async () => {
      const { chat, storage } = makeChat({ openStream: () => Promise.reject(new Error('No start node.')) })
      await chat.open(FLOW)
      await chat.send({ question: 'Hi' })
      expect((await reopened(storage)).store.getState().entries).toMatchObject([
        { text: 'Hi' },
        { failure: { message: 'No start node.' } },
      ])
    })

    test('they are gone after the next question, and in a new conversation', async () => {
      const { chat, storage } = makeChat(failing)
      await chat.open(FLOW)
      await chat.send({ question: 'Hi' })
      const second = await reopened(storage)
      await second.send({ question: 'And now?' })
      expect((await reopened(storage)).store.getState().entries).toEqual([])
      await chat.send({ question: 'Hi' })
      chat.startAnew()
      expect((await reopened(storage)).store.getState().entries).toEqual([])
    })

    test('they are not shown twice where the server keeps the messages of the run', async () => {
      const { chat, storage } = makeChat(failing)
      await chat.open(FLOW)
      await chat.send({ question: 'Hi' })
      const { chatId } = chat.store.getState()
      const stored = (id: string, role: ChatMessage['role'], content: string): ChatMessage => ({
        id,
        role,
        content,
        chatId,
        executionId: 'r1',
        chatflowid: FLOW,
        chatType: 'INTERNAL',
        memoryType: null,
        sessionId: null,
        createdDate: '2026-01-01T00:00:00.000Z',
      })
      const messages = [stored('m1', 'userMessage', 'Hi'), stored('m2', 'apiMessage', '')]
      const again = await reopened(storage, {
        ...failing,
        listInternalMessages: async () => messages.toReversed(),
      })
      expect(again.store.getState().entries?.map(({ id }) => id)).toEqual(['m1', 'm2'])
    })
  })

  test('a run that was under way when the page was left is followed again', async () => {
    const { chat, storage, calls } = makeChat()
    storage.setItem(`${FLOW}_INTERNAL`, JSON.stringify({ chatId: 'c1', runId: 'r1', asked: 'Hi' }))
    await chat.open(FLOW)
    expect(calls.bodies).toEqual([])
    expect(chat.store.getState()).toMatchObject({
      chatId: 'c1',
      entries: [{ text: 'Hi' }, { text: 'Hello' }],
    })
    expect(JSON.parse(storage.getItem(`${FLOW}_INTERNAL`) ?? '')).toEqual({ chatId: 'c1' })
  })

  test('shows the stored messages of the conversation', async () => {
    const stored: ChatMessage = {
      id: FLOW,
      role: 'apiMessage',
      chatflowid: FLOW,
      executionId: null,
      content: 'Earlier',
      usedTools: [{ tool: 'calculator', toolInput: '1', toolOutput: '1' }, { other: true }],
      sourceDocuments: ['a'],
      chatType: 'INTERNAL',
      chatId: 'c1',
      memoryType: null,
      sessionId: null,
      createdDate: '2026-01-01T00:00:00.000Z',
    }
    const { chat, storage } = makeChat({ listInternalMessages: () => Promise.resolve([stored]) })
    storage.setItem(`${FLOW}_INTERNAL`, JSON.stringify({ chatId: 'c1' }))
    await chat.open(FLOW)
    expect(chat.store.getState().entries).toEqual([
      { id: FLOW, role: 'assistant', text: 'Earlier', usedTools: [], sources: ['a'] },
    ])
  })

  test('stops the run of its chat, and only while one is under way', async () => {
    let end: () => void = () => undefined
    const wait = new Promise<void>((resolve) => {
      end = resolve
    })
    const { chat, calls } = makeChat({
      openStream: async (name, ..._rest) => {
        if (name !== 'readRunEvents') return new Response('', { headers: { 'x-run-id': 'r1' } })
        await wait
        return new Response(frames(0))
      },
    })
    await chat.open(FLOW)
    await chat.stop()
    expect(calls.stopped).toEqual([])
    const sent = chat.send({ question: 'Hi' })
    await expect.poll(() => chat.store.getState().phase).toBe('running')
    await chat.stop()
    expect(calls.stopped).toEqual([{ chatflowid: FLOW, chatid: chat.store.getState().chatId }])
    end()
    await sent
    expect(chat.store.getState().phase).toBe('idle')
  })

  test('a run whose log is gone is looked for once, not at every reload', async () => {
    const gone = new ApiError('Execution r1 not found', { status: 404, code: 'not_found' })
    const { chat, storage } = makeChat({ openStream: () => Promise.reject(gone) })
    storage.setItem(`${FLOW}_INTERNAL`, JSON.stringify({ chatId: 'c1', runId: 'r1', asked: 'Hi' }))
    await chat.open(FLOW)
    expect(chat.store.getState()).toMatchObject({ phase: 'idle', entries: [{ text: 'Hi' }, { failure: {} }] })
    expect(JSON.parse(storage.getItem(`${FLOW}_INTERNAL`) ?? '')).toEqual({ chatId: 'c1' })
  })

  describe('while its messages are on their way', () => {
    /** A conversation whose stored messages come when they are let go. */
    function slowToOpen() {
      let letGo: () => void = () => undefined
      const gate = new Promise<ChatMessage[]>((resolve) => {
        letGo = () => resolve([])
      })
      const storage = fakeStorage()
      storage.setItem(`${FLOW}_INTERNAL`, JSON.stringify({ chatId: 'c1', runId: 'r1', asked: 'Hi' }))
      const made = makeChat({ listInternalMessages: () => gate }, storage)
      return { ...made, opened: made.chat.open(FLOW), letGo }
    }

    test('no question is taken: it would be lost among them', async () => {
      const { chat, calls, opened, letGo } = slowToOpen()
      await chat.send({ question: 'Too early' })
      expect(calls.bodies).toEqual([])
      letGo()
      await opened
      expect(chat.store.getState().entries?.map(({ text }) => text)).toEqual(['Hi', 'Hello'])
    })

    test('a page that was left follows nothing', async () => {
      const { chat, calls, opened, letGo } = slowToOpen()
      chat.close()
      letGo()
      await opened
      expect(calls.resumed).toEqual([])
      expect(chat.store.getState().phase).toBe('idle')
    })

    test('a new conversation stays empty', async () => {
      const { chat, calls, opened, letGo } = slowToOpen()
      chat.startAnew()
      letGo()
      await opened
      expect(calls.resumed).toEqual([])
      expect(chat.store.getState()).toMatchObject({ entries: [], phase: 'idle' })
    })
  })

  test('a stop that fails after the run has ended leaves the conversation ready for a question', async () => {
    let fail: () => void = () => undefined
    let end: () => void = () => undefined
    const aborted = new Promise<never>((_resolve, reject) => {
      fail = () => reject(new Error('No run to stop.'))
    })
    const wait = new Promise<void>((resolve) => {
      end = resolve
    })
    const { chat } = makeChat({
      abortChat: () => aborted,
      openStream: async (name, ..._rest) => {
        if (name !== 'readRunEvents') return new Response('', { headers: { 'x-run-id': 'r1' } })
        await wait
        return new Response(frames(0))
      },
    })
    await chat.open(FLOW)
    const sent = chat.send({ question: 'Hi' })
    await expect.poll(() => chat.store.getState().phase).toBe('running')
    const stopped = chat.stop()
    end()
    await sent
    fail()
    await stopped
    expect(chat.store.getState().phase).toBe('idle')
    expect(chat.store.getState().entries?.map(({ text }) => text)).toEqual(['Hi', 'Hello'])
  })

  test('a new conversation has another id and forgets what was said', async () => {
    const { chat, run } = makeChat()
    await chat.open(FLOW)
    await chat.send({ question: 'Hi' })
    const before = chat.store.getState().chatId
    chat.startAnew()
    expect(chat.store.getState().chatId).not.toBe(before)
    expect(chat.store.getState().entries).toEqual([])
    expect(run.getState().view).toBeUndefined()
  })
})
