import type { JsonValue, RunInput } from '@runnel/contract'
import { createTestCallContext, createTestComponent, readSentRequest } from '@runnel/node-kit/testing'
import { expect, test } from 'vitest'
import { mem0Memory } from './memory.ts'

interface Sent {
  method: string
  path: string
  body: JsonValue | undefined
}

function open(values: Record<string, string | boolean>, run: Partial<RunInput> = {}, facts: string[] = []) {
  const sent: Sent[] = []
  const { call } = createTestCallContext({
    run: { sessionId: 'session', ...run },
    http: async (request) => {
      const { method, url, body } = await readSentRequest(request, { apiKey: 'test-key-of-mem0' })
      sent.push({ method, path: url.pathname + url.search, body })
      return { status: 200, headers: {}, body: JSON.stringify(facts.map((memory) => ({ memory }))) }
    },
  })
  const component = createTestComponent('mem0', { values })
  return {
    sent,
    recall: () => mem0Memory.recall(component, call),
    keep: () => mem0Memory.keep?.(component, [{ role: 'user', content: 'I like tea.' }], call),
  }
}

test('facts that bear on the question come before the last messages of the session', async () => {
  const pastHistory = Array.from({ length: 12 }, (_, index) => ({
    role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content: `message ${index}`,
  }))
  const { recall, sent } = open({ user_id: 'ada' }, { question: 'Tea?', pastHistory }, ['Likes tea', ' '])
  const recalled = await recall()
  expect(recalled[0]).toEqual({ role: 'system', content: expect.stringMatching(/:\n- Likes tea$/) })
  expect(recalled.slice(1)).toEqual(pastHistory.slice(2))
  expect(sent).toEqual([
    { method: 'POST', path: '/v1/memories/search/', body: { query: 'Tea?', user_id: 'ada' } },
  ])
})

test('without a question all facts are told, and none say nothing', async () => {
  const { recall, sent } = open({ user_id: 'ada', app_id: 'shop', org_id: 'o' }, { question: '' })
  expect(await recall()).toEqual([])
  expect(sent).toMatchObject([{ method: 'GET', path: '/v1/memories/?user_id=ada&app_id=shop&org_id=o' }])
})

test('the session is the user where the author wants it', async () => {
  const { keep, sent } = open({ user_id: 'ada', useFlowiseChatId: 'true' }, { sessionId: 'of a person' })
  await keep()
  expect(sent).toMatchObject([{ method: 'POST', path: '/v1/memories/', body: { user_id: 'of a person' } }])
})

test('a memory that only recalls learns nothing', async () => {
  const { keep, sent } = open({ user_id: 'ada', searchOnly: true })
  await keep()
  expect(sent).toEqual([])
})
