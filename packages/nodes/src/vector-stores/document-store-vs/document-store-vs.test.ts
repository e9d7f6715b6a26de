import type { CallDocumentStores, VectorStore } from '@runnel/node-kit'
import { createTestCallContext, createTestComponent } from '@runnel/node-kit/testing'
import { expect, test } from 'vitest'
import { documentStoreCapability, retrieveFromDocumentStore } from './vector-store.ts'

const found = { pageContent: 'green', metadata: {}, score: 1 }
const inner: VectorStore = {
  add: async () => ({ added: 0, known: 0 }),
  ingest: async () => ({ added: 0, known: 0 }),
  search: async () => [found],
}
const vectors = createTestComponent(
  'store',
  {},
  { vectorStore: inner, retriever: async () => [found, found] },
)
const documentStore: CallDocumentStores = {
  find: async (id) => {
    const store = { id, name: 'Tea', description: '', version: '1' }
    if (id === 'filled') return { ...store, vectorStore: vectors, retrieverOutput: vectors.output }
    return id === 'empty' ? store : undefined
  },
  readChunks: async () => [],
}
const { call } = createTestCallContext({ documentStore })
const node = (selectedStore: string) =>
  createTestComponent('documentStoreVS', { label: 'Library', values: { selectedStore } })

test('the chosen store answers with its own settings', async () => {
  expect(await retrieveFromDocumentStore(node('filled'), { query: 'q' }, call)).toHaveLength(2)
  expect(await documentStoreCapability.search(node('filled:Tea'), { query: 'q', limit: 1 }, call)).toEqual([
    found,
  ])
})

test.each([
  ['', 'has no store'],
  ['gone', 'looks into a document store that is not there'],
  ['empty', 'has no vectors yet'],
])('with the store “%s” it says what to do', async (id, words) => {
  await expect(retrieveFromDocumentStore(node(id), { query: 'q' }, call)).rejects.toThrow(words)
})

test('it is filled on its own page alone', async () => {
  await expect(documentStoreCapability.ingest(node('filled'), call)).rejects.toThrow('filled on its own page')
  await expect(documentStoreCapability.add(node('filled'), [], call)).rejects.toThrow(
    'filled on its own page',
  )
})
