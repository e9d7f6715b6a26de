import type { VectorStore } from '@runnel/node-kit'
import { createTestCallContext, createTestComponent } from '@runnel/node-kit/testing'
import { expect, test } from 'vitest'
import { retrieveFromStore } from './retriever.ts'

const asked: unknown[] = []
const vectorStore: VectorStore = {
  add: async () => ({ added: 0, known: 0 }),
  ingest: async () => ({ added: 0, known: 0 }),
  search: async ({ label }, request) => {
    asked.push(request)
    return [{ pageContent: label, metadata: {}, score: 1 }]
  },
}
const store = createTestComponent('store', { label: 'Tea' }, { vectorStore })

test('the store that is wired is looked through, with filter and limit of who asks', async () => {
  const component = createTestComponent('vectorStoreRetriever', { anchors: { vectorStore: [store] } })
  const { call } = createTestCallContext()
  expect(await retrieveFromStore(component, { query: 'q' }, call)).toMatchObject([{ pageContent: 'Tea' }])
  await retrieveFromStore(component, { query: 'q', limit: 2, filter: { a: 1 } }, call)
  expect(asked).toEqual([
    { query: 'q', limit: 4 },
    { query: 'q', limit: 2, filter: { a: 1 } },
  ])
})

test('without a store it says what to do', async () => {
  const component = createTestComponent('vectorStoreRetriever', { label: 'Tea' })
  const { call } = createTestCallContext()
  await expect(retrieveFromStore(component, { query: 'q' }, call)).rejects.toThrow(
    'Tea has no vector store. Connect a node of that kind to it.',
  )
})
