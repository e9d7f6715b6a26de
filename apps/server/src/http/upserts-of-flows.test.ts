import type { UpsertHistory } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chainNode, openAIConfig } from '../testing/example-flows.ts'
import { libraryParts } from '../testing/library-parts.ts'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'
import { storeFlow } from '../testing/store-flow.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const GREEN = 'Green tea is steeped at seventy degrees.'
const COAL = 'Coal comes by sea from the north.'

describe.each(databaseKinds)('upserts of chat flows, on %s', (kind) => {
  let running: VendorServer
  beforeAll(async () => {
    running = await startVendorServer({ kind })
  })
  afterAll(() => running.stop())

  const upsert = (flowId: string, body: object = {}) =>
    running.administrator.call<Record<string, unknown>>('POST', `/vector/upsert/${flowId}`, body)
  const history = (flowId: string, query = '') =>
    running.administrator.expect<UpsertHistory[]>(200, 'GET', `/upsert-history/${flowId}${query}`)

  describe('with two stores', () => {
    const retrieval = { at: ['vectorStore', 'VectorStore'] as [string, string], output: 'vectorStore' }
    /** Two stores, each before a chain of its own. */
    async function makeTwo(): Promise<string> {
      const { FLOWISE_CREDENTIAL_ID: credential, ...model } = openAIConfig(
        running.vendor,
        running.credentialId,
      )
      const chat = chainNode('chatOpenAI_0', 'Model', model)
      chat.data.credential = credential
      const sides = [GREEN, COAL].map((text, number) =>
        libraryParts(running, { number, text, to: `vectorStoreRetriever_${number}`, ...retrieval }),
      )
      return makeFlow(
        running.administrator,
        {
          nodes: [
            chat,
            ...sides.flatMap(({ nodes }) => nodes),
            ...['Tea', 'Coal'].map((name, number) =>
              chainNode(`vectorStoreRetriever_${number}`, name, { name, description: `All of ${name}.` }),
            ),
            chainNode('multiRetrievalQAChain_0', 'Chain', { returnSourceDocuments: true }),
          ],
          edges: sides.flatMap(({ edges }) => edges),
        },
        { type: 'CHATFLOW' },
      )
    }
    const embedded = () =>
      running.vendor.requests
        .filter(({ path }) => path.endsWith('/embeddings'))
        .flatMap(({ body }) => body.input as string[])

    test('want to be told which, and name the choice; nothing is filled', async () => {
      const flowId = await makeTwo()
      const before = embedded().length
      const { status, body } = await upsert(flowId)
      expect(status).toBe(400)
      expect(body).toMatchObject({ code: 'invalid_input', issues: [{ path: 'stopNodeId' }] })
      expect(body.message).toContain('memoryVectorStore_0')
      expect(body.message).toContain('memoryVectorStore_1')
      expect(embedded()).toHaveLength(before)
      expect(await history(flowId)).toEqual([])
    })

    test.each([
      ['memoryVectorStore_0', GREEN, COAL],
      ['memoryVectorStore_1', COAL, GREEN],
    ])('fill the one that is named alone: %s', async (stopNodeId, own, other) => {
      const flowId = await makeTwo()
      const before = embedded().length
      expect(await upsert(flowId, { stopNodeId })).toMatchObject({ status: 200, body: { numAdded: 1 } })
      const asked = embedded().slice(before)
      expect(asked).toContain(own)
      expect(asked).not.toContain(other)
      expect(await upsert(flowId, { stopNodeId })).toMatchObject({ body: { numAdded: 0 } })
      const [entry] = await history(flowId)
      const texts = JSON.stringify(entry?.flowData)
      expect(texts).toContain(own)
      expect(texts).not.toContain(other)
    })
  })

  describe('are kept in a history', () => {
    let flowId: string
    let entries: UpsertHistory[]
    const flowOf = (text: string, chunkSize = 50) => {
      const flow = storeFlow(running, { node: 'memoryVectorStore', values: {}, credentialId: '' }, text)
      const splitter = flow.nodes.find(({ id }) => id === 'characterTextSplitter_0')
      if (splitter) splitter.data.inputs = { separator: '\n', chunkSize, chunkOverlap: 0 }
      return flow
    }
    beforeAll(async () => {
      flowId = await makeFlow(running.administrator, flowOf(GREEN), { type: 'CHATFLOW' })
      await upsert(flowId)
      for (const flow of [flowOf(`${GREEN}\n${COAL}`), flowOf(`${GREEN}\n${COAL}`, 60)]) {
        const body = { flowData: JSON.stringify(flow) }
        await running.administrator.expect(200, 'PUT', `/chatflows/${flowId}`, body)
        await upsert(flowId)
      }
      entries = await history(flowId, '?order=ASC')
    })

    const ids = (found: UpsertHistory[]) => found.map(({ id }) => id)
    const dayOf = (date: string | undefined, daysLater = 0) =>
      new Date(Date.parse(date ?? '') + daysLater * DAY_MS).toISOString().slice(0, 10)

    test('with what came of each, what was used, and what was otherwise than before', () => {
      expect(entries).toMatchObject([
        { chatflowid: flowId, result: { numAdded: 1, numSkipped: 0, totalKeys: 1 }, changed: [] },
        { chatflowid: flowId, result: { numAdded: 2, totalKeys: 2 }, changed: ['Text: Text'] },
        { chatflowid: flowId, result: { totalKeys: 2 }, changed: ['Splitter: Chunk Size'] },
      ])
      const names = entries[0]?.flowData.map(({ name }) => name).sort()
      expect(names).toEqual(['characterTextSplitter', 'memoryVectorStore', 'openAIEmbeddings', 'plainText'])
      const text = entries[0]?.flowData.find(({ name }) => name === 'plainText')
      expect(text?.paramValues).toContainEqual(expect.objectContaining({ name: 'text', value: GREEN }))
      expect(JSON.stringify(entries)).not.toContain('sk-test-key')
    })

    test('newest first unless asked otherwise', async () => {
      expect(entries).toHaveLength(3)
      const dates = entries.map(({ date }) => Date.parse(date))
      expect(dates).toEqual(dates.toSorted((a, b) => a - b))
      expect(await history(flowId, '?order=DESC')).toEqual(entries.toReversed())
      expect(await history(flowId)).toEqual(entries.toReversed())
      expect((await running.administrator.call('GET', `/upsert-history/${flowId}?order=up`)).status).toBe(400)
    })

    test('from and to a moment, both counted in', async () => {
      const [first, second, third] = entries.map(({ date }) => date)
      const between = (from = '', to = '') =>
        history(flowId, `?order=ASC&startDate=${encodeURIComponent(from)}&endDate=${encodeURIComponent(to)}`)
      expect(new Set([first, second, third]).size).toBe(3)
      expect(ids(await history(flowId, `?order=ASC&startDate=${second}`))).toEqual(ids(entries.slice(1)))
      expect(ids(await history(flowId, `?order=ASC&endDate=${second}`))).toEqual(ids(entries.slice(0, 2)))
      expect(ids(await between(second, second))).toEqual(ids(entries.slice(1, 2)))
      expect(await between(third, first)).toEqual([])
    })

    test('from and to a day, which is counted whole', async () => {
      const [from, to] = [dayOf(entries[0]?.date), dayOf(entries.at(-1)?.date)]
      expect(ids(await history(flowId, `?order=ASC&startDate=${from}&endDate=${to}`))).toEqual(ids(entries))
      expect(await history(flowId, `?endDate=${dayOf(entries[0]?.date, -1)}`)).toEqual([])
      expect(await history(flowId, `?startDate=${dayOf(entries.at(-1)?.date, 1)}`)).toEqual([])
      const wrong = await running.administrator.call('GET', `/upsert-history/${flowId}?startDate=yesterday`)
      expect(wrong.status).toBe(400)
    })

    test('from which entries are deleted by whoever may change the flow', async () => {
      const [, second] = ids(entries)
      const reader = await running.server.withKey(['chatflows:view', 'documentStores:upsert-config'])
      await reader.expect(404, 'PATCH', '/upsert-history', { ids: [second] })
      expect(await history(flowId)).toHaveLength(3)
      await running.administrator.expect(200, 'PATCH', '/upsert-history', { ids: [second] })
      expect(ids(await history(flowId, '?order=ASC'))).toEqual([entries[0]?.id, entries[2]?.id])
    })
  })
})
