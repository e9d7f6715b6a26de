import type { ChatMessage } from '@runnel/contract'
import { expect, test } from 'vitest'
import { createRunStore } from '../run-state/run-store.ts'
import type { ChatApi } from './chat-calls.ts'
import { createChatSession } from './chat-session.ts'
import { fakeStorage } from './fake-storage.fixture.ts'

const FLOW = '6a1f0a52-0d7c-4f1e-9b2e-000000000001'

const message = (n: number): ChatMessage => ({
  id: `m${n}`,
  role: n % 2 === 0 ? 'apiMessage' : 'userMessage',
  chatflowid: FLOW,
  executionId: null,
  content: `text ${n}`,
  chatType: 'INTERNAL',
  chatId: 'c1',
  memoryType: null,
  sessionId: null,
  createdDate: new Date(n * 1_000).toISOString(),
})

/** A server with so many messages, which answers pages of 200 as the API does. */
async function openChat(count: number) {
  const stored = Array.from({ length: count }, (_, index) => message(index + 1))
  const asked: unknown[] = []
  let refuses = false
  const api = {
    async listInternalMessages({ query = {} }: { query?: Record<string, unknown> }) {
      if (refuses) throw new Error('away')
      asked.push(query)
      const { page = 1, limit = 200, order = 'ASC' } = query as { page: number; limit: number; order: string }
      const ordered = order === 'DESC' ? stored.toReversed() : stored
      return ordered.slice((page - 1) * limit, page * limit)
    },
  }
  const storage = fakeStorage()
  storage.setItem(`${FLOW}_INTERNAL`, JSON.stringify({ chatId: 'c1' }))
  const chat = createChatSession({
    api: api as unknown as ChatApi,
    storage,
    run: createRunStore((show) => show()),
    prepare: () => Promise.resolve({ flowId: FLOW, useDraft: true }),
  })
  await chat.open(FLOW)
  const shown = () => chat.store.getState().entries?.map(({ text }) => text) ?? []
  return {
    chat,
    shown,
    older: () => chat.store.getState().older,
    arrive: (n: number) => stored.push(message(n)),
    refuse: (does: boolean) => {
      refuses = does
    },
  }
}

const texts = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `text ${from + index}`)

test('a long conversation opens with its newest messages, and shows older ones on demand', async () => {
  const { chat, shown, older } = await openChat(450)
  expect(shown()).toEqual(texts(251, 450))
  expect(older()).toBe('some')
  await chat.showOlder()
  expect(shown()).toEqual(texts(51, 450))
  await chat.showOlder()
  expect(shown()).toEqual(texts(1, 450))
  expect(older()).toBe('none')
  await chat.showOlder()
  expect(shown()).toEqual(texts(1, 450))
})

test('a short conversation has no older messages', async () => {
  const { shown, older } = await openChat(3)
  expect(shown()).toEqual(texts(1, 3))
  expect(older()).toBe('none')
})

test('messages that came meanwhile neither hide nor repeat older ones', async () => {
  const { chat, shown, older, arrive } = await openChat(600)
  for (const n of [601, 602, 603]) arrive(n)
  while (older() === 'some') await chat.showOlder()
  expect(shown()).toEqual(texts(1, 600))
})

test('older messages that cannot be read can be asked for again', async () => {
  const { chat, shown, older, refuse } = await openChat(250)
  refuse(true)
  await chat.showOlder()
  expect(chat.store.getState().entries?.[0]?.failure?.message).toBeTruthy()
  expect(older()).toBe('some')
  refuse(false)
  await chat.showOlder()
  expect(shown()).toEqual(texts(1, 250))
})
