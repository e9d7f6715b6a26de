import type { JsonObject } from '@runnel/contract'
import { createTestCallContext, createTestComponent } from '@runnel/node-kit/testing'
import { expect, test } from 'vitest'
import { retrieverToolset } from './toolset.ts'

const store = createTestComponent('store', {}, { retriever: async () => [] })

function retriever(values: JsonObject, pages: string[] = [], anchors = { retriever: [store] }) {
  const component = createTestComponent('retrieverTool', { label: 'Retriever Tool', values, anchors })
  const queries: string[] = []
  const { call } = createTestCallContext({
    retrieve: (_component, query) => {
      queries.push(query)
      return pages.map((pageContent) => ({ pageContent, metadata: { source: 'tea.pdf' }, score: 1 }))
    },
  })
  return {
    queries,
    list: async () => retrieverToolset.list(component, call),
    ask: (input: JsonObject | string) => retrieverToolset.call(component, { tool: 'x', input }, call),
  }
}

test('a retriever is one tool, under a name that vendors take', async () => {
  const [tool] = await retriever({ name: 'Tea & Coffee Bär', description: 'All of tea.' }).list()
  expect(tool).toMatchObject({ name: 'tea__coffee_br', description: 'All of tea.', effects: 'read' })
  expect((await retriever({ name: '!' }).list())[0]?.name).toBe('retriever')
})

test('what is found is the answer, with its sources where they are wanted', async () => {
  const plain = retriever({}, ['a', 'b'])
  expect(await plain.ask({ input: 'green tea' })).toEqual({ content: 'a\n\nb' })
  expect(plain.queries).toEqual(['green tea'])
  const { sourceDocuments } = await retriever({ returnSourceDocuments: true }, ['a']).ask('tea')
  expect(sourceDocuments).toEqual([{ pageContent: 'a', metadata: { source: 'tea.pdf' } }])
  expect(await retriever({}).ask('tea')).toEqual({ content: 'Nothing was found.' })
})

test('without a retriever it says what to do', async () => {
  await expect(retriever({}, [], { retriever: [] }).ask('tea')).rejects.toThrow('Connect a retriever to it')
})
