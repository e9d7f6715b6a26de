import { createTestCallContext, createTestComponent } from '@runnel/node-kit/testing'
import { expect, test } from 'vitest'
import { zepServerMemory } from './zep-memory/memory.ts'

async function recall(memory: object, values: Record<string, string | number> = {}) {
  const urls: string[] = []
  const { call } = createTestCallContext({
    run: { sessionId: 'a/b' },
    http: async ({ url }) => {
      urls.push(url)
      return { status: 200, headers: {}, body: JSON.stringify(memory) }
    },
  })
  const component = createTestComponent('ZepMemory', {
    values: { baseURL: 'https://zep.example/', ...values },
  })
  return { recalled: await zepServerMemory.recall(component, call), urls }
}

test('the summary comes before the messages, and as many are asked for as the author wants', async () => {
  const memory = { summary: { content: 'They like tea.' }, messages: [{ role: 'human', content: 'Tea?' }] }
  const { recalled, urls } = await recall(memory, { k: 4 })
  expect(recalled).toEqual([
    { role: 'system', content: 'They like tea.' },
    { role: 'user', content: 'Tea?' },
  ])
  expect(urls).toEqual(['https://zep.example/api/v1/sessions/a%2Fb/memory?lastn=4'])
})

test('who speaks is known by the names that the author gave', async () => {
  const messages = ['waiter', 'guest', 'cook'].map((role) => ({ role, content: role }))
  const { recalled } = await recall({ messages }, { aiPrefix: 'waiter', humanPrefix: 'guest' })
  expect(recalled).toEqual([
    { role: 'assistant', content: 'waiter' },
    { role: 'user', content: 'guest' },
  ])
})
