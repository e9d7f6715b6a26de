import type { JsonObject } from '@runnel/contract'
import type { RetrieveRequest } from '@runnel/node-kit'
import { expect, test } from 'vitest'
import { openToolCase } from '../play-tool.fixture.ts'
import { retrieverToolCase } from './retriever-tool.case.fixture.ts'

/** Whatever is asked, two documents are found: of retrievers that know no filter. */
function look(values: JsonObject) {
  const asked: RetrieveRequest[] = []
  const retrieve = (_component: unknown, _query: string, request: RetrieveRequest) => {
    asked.push(request)
    return [
      { pageContent: 'Of Ada.', metadata: { owner: 'ada', tags: ['a', 'b'] }, score: 1 },
      { pageContent: 'Of Bob.', metadata: { owner: 'bob' }, score: 0.5 },
    ]
  }
  return { asked, ...openToolCase({ ...retrieverToolCase, world: { retrieve } }, { values }) }
}

test('sources are given where the author wants them', async () => {
  const { ask } = look({ returnSourceDocuments: 'true' })
  expect((await ask()).sourceDocuments).toEqual([
    { pageContent: 'Of Ada.', metadata: { owner: 'ada', tags: ['a', 'b'] } },
    { pageContent: 'Of Bob.', metadata: { owner: 'bob' } },
  ])
  expect(await look({}).ask()).not.toHaveProperty('sourceDocuments')
})

test.each([
  ['{"owner": "ada"}', { owner: 'ada' }],
  [{ tags: 'b' }, { tags: 'b' }],
])('a filter reaches the retriever, and nothing passes it by: %j', async (written, filter) => {
  const { ask, asked } = look({ retrieverToolMetadataFilter: written, returnSourceDocuments: true })
  const { content, sourceDocuments } = await ask()
  expect(asked).toEqual([{ query: 'holidays', filter }])
  expect(content).toBe('Of Ada.')
  expect(sourceDocuments).toHaveLength(1)
})

test('operators of a filter are left to the retriever, and an empty filter is none', async () => {
  const operators = { owner: { $in: ['ada', 'bob'] }, $or: [{ owner: 'ada' }] }
  expect((await look({ retrieverToolMetadataFilter: operators }).ask()).content).toBe('Of Ada.\n\nOf Bob.')
  const { ask, asked } = look({ retrieverToolMetadataFilter: '{}' })
  await ask()
  expect(asked).toEqual([{ query: 'holidays' }])
})

test('a filter that cannot be read lets nothing pass', async () => {
  const { ask, asked } = look({ retrieverToolMetadataFilter: '{owner: ada' })
  expect((await ask()).used.error).toContain('The metadata filter of Retriever Tool is no JSON object')
  expect(asked).toEqual([])
})

test('nothing found, and nowhere to look, are told', async () => {
  const empty = openToolCase({ ...retrieverToolCase, world: { retrieve: () => [] } })
  expect((await empty.ask()).content).toBe('Nothing was found.')
  const nowhere = openToolCase({ ...retrieverToolCase, anchors: {} })
  expect((await nowhere.ask()).used.error).toContain('Retriever Tool has nowhere to look')
})
