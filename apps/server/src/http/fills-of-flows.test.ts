import type { Fill, LoggedEvent, RunEvent, UpsertHistory } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { libraryParts } from '../testing/library-parts.ts'
import { makeFlow, startVendorServer, type VendorServer } from '../testing/make-flow.ts'
import { storeFlow } from '../testing/store-flow.ts'
import type { TestCaller } from '../testing/test-caller.ts'

const GREEN = 'Green tea is steeped at seventy degrees.'
const COAL = 'Coal comes by sea from the north.'
/** So long the vendor makes who asks it wait: until somebody stops them. */
const HELD = { delayMs: 20_000 }
/** More than are embedded at once. */
const MANY = Array.from({ length: 300 }, (_, n) => `Line ${n} of the text that is long.`).join('\n')

type EventOf<T extends RunEvent['type']> = Extract<RunEvent, { type: T }>

describe.each(databaseKinds)('filling a store without waiting, on %s', (kind) => {
  let running: VendorServer
  beforeAll(async () => {
    running = await startVendorServer({ kind })
  })
  afterAll(() => running.stop())

  const make = (text: string) =>
    makeFlow(
      running.administrator,
      storeFlow(running, { node: 'memoryVectorStore', values: {}, credentialId: '' }, text),
      { type: 'CHATFLOW' },
    )
  const begin = (flowId: string, body: object = {}, caller = running.administrator) =>
    caller.expect<{ jobId: string; chatId: string }>(
      200,
      'POST',
      `/vector/internal-upsert/${flowId}?wait=false`,
      body,
    )
  const fillsOf = (flowId: string, caller: TestCaller = running.administrator) =>
    caller.expect<Fill[]>(200, 'GET', `/vector/fills/${flowId}`)
  async function eventsOf(runId: string, caller: TestCaller = running.administrator): Promise<RunEvent[]> {
    const { text } = await caller.call('GET', `/runs/${runId}/events`)
    return text
      .split('\n')
      .filter((line) => line.startsWith('data: '))
      .map((line) => (JSON.parse(line.slice('data: '.length)) as LoggedEvent).event)
  }
  const endOf = (events: readonly RunEvent[]) =>
    events.find((event): event is EventOf<'run-end'> => event.type === 'run-end')
  const told = (events: readonly RunEvent[]) =>
    events.filter((event): event is EventOf<'work-progressed'> => event.type === 'work-progressed')

  test('its run tells the source that is read, how many of its pieces are there, and what came of it', async () => {
    const flowId = await make(`${GREEN}\n${COAL}`)
    const { jobId } = await begin(flowId)
    const events = await eventsOf(jobId)
    const source = { name: 'Text', n: 1, of: 1 }
    expect(told(events)).toMatchObject([
      { what: 'sources', subject: 'memoryVectorStore_0', done: 0, total: 1, source },
      { what: 'chunks', done: 0, total: 2, source },
      { what: 'chunks', done: 2, total: 2, source },
    ])
    expect(endOf(events)).toMatchObject({
      status: 'finished',
      result: {
        numAdded: 2,
        numSkipped: 0,
        totalKeys: 2,
        addedDocs: [
          { pageContent: GREEN, metadata: { topic: 'drinks' } },
          { pageContent: COAL, metadata: { topic: 'drinks' } },
        ],
      },
    })
  })

  test('what is known is counted as skipped when it is filled again', async () => {
    const flowId = await make(`${GREEN}\n${COAL}`)
    await eventsOf((await begin(flowId)).jobId)
    const again = endOf(await eventsOf((await begin(flowId)).jobId))
    expect(again?.result).toEqual({
      numAdded: 0,
      numSkipped: 2,
      numUpdated: 0,
      numDeleted: 0,
      totalKeys: 2,
      addedDocs: [],
    })
    const waited = await running.administrator.expect(200, 'POST', `/vector/upsert/${flowId}`, {})
    expect(waited).toEqual({ numAdded: 0, numSkipped: 2, numUpdated: 0, numDeleted: 0 })
    const history = await running.administrator.expect<UpsertHistory[]>(
      200,
      'GET',
      `/upsert-history/${flowId}`,
    )
    expect(history.map(({ result }) => result.numSkipped)).toEqual([2, 2, 0])
  })

  test('it is found while it is under way, is stopped by its chat, and leaves nothing half visible', async () => {
    const flowId = await make(MANY)
    running.vendor.embedWith(undefined, HELD)
    const { jobId, chatId } = await begin(flowId)
    const found = await fillsOf(flowId)
    expect(found).toMatchObject([{ runId: jobId, chatId, stopNodeId: 'memoryVectorStore_0' }])
    expect(['queued', 'running']).toContain(found[0]?.status)
    const following = eventsOf(jobId)
    await expect
      .poll(() => running.vendor.requests.filter(({ path }) => path.endsWith('/embeddings')).length)
      .toBeGreaterThan(1)
    await running.administrator.expect(200, 'PUT', `/chatmessage/abort/${flowId}/${chatId}`)
    expect(endOf(await following)).toMatchObject({ status: 'terminated' })
    expect(await fillsOf(flowId)).toMatchObject([{ runId: jobId, status: 'terminated' }])
    expect(await running.administrator.expect(200, 'GET', `/upsert-history/${flowId}`)).toEqual([])
    const again = endOf(await eventsOf((await begin(flowId)).jobId))
    expect(again?.result).toMatchObject({ numAdded: 300, numSkipped: 0 })
  })

  test('of several stores each has its own run, and the last one of each is told', async () => {
    const retrieval = { at: ['x', 'X'] as [string, string], output: 'vectorStore', to: 'nothing_0' }
    const sides = [GREEN, COAL].map((text, number) => libraryParts(running, { number, text, ...retrieval }))
    const flow = {
      nodes: sides.flatMap(({ nodes }) => nodes),
      edges: sides.flatMap(({ edges }) => edges).filter(({ target }) => target !== 'nothing_0'),
    }
    const flowId = await makeFlow(running.administrator, flow, { type: 'CHATFLOW' })
    const stores = ['memoryVectorStore_0', 'memoryVectorStore_1']
    const first = await begin(flowId, { stopNodeId: stores[0] })
    await eventsOf(first.jobId)
    const runs = await Promise.all(stores.map((stopNodeId) => begin(flowId, { stopNodeId })))
    for (const { jobId } of runs) await eventsOf(jobId)
    const history = await running.administrator.expect<UpsertHistory[]>(
      200,
      'GET',
      `/upsert-history/${flowId}`,
    )
    expect(history.map(({ storeLabel }) => storeLabel).sort()).toEqual(['Store 0', 'Store 0', 'Store 1'])
    // What one store is filled with is no change of the other.
    expect(history.map(({ changed }) => changed)).toEqual([[], [], []])
    const fills = await fillsOf(flowId)
    expect(new Map(fills.map(({ stopNodeId, runId }) => [stopNodeId, runId]))).toEqual(
      new Map(stores.map((stopNodeId, index) => [stopNodeId, runs[index]?.jobId ?? ''])),
    )
  })

  test('a fault names the node and the file', async () => {
    const flow = storeFlow(running, { node: 'memoryVectorStore', values: {}, credentialId: '' })
    const loader = flow.nodes.find(({ id }) => id === 'plainText_0')
    if (loader) {
      loader.data.name = 'pdfFile'
      loader.data.label = 'Handbooks'
      loader.data.inputs = { pdfFile: `data:application/pdf;base64,${btoa('Milk')},filename:milk.pdf` }
    }
    const flowId = await makeFlow(running.administrator, flow, { type: 'CHATFLOW' })
    const events = await eventsOf((await begin(flowId)).jobId)
    expect(told(events).at(-1)?.source).toMatchObject({ name: 'Handbooks', file: 'milk.pdf' })
    const { error } = endOf(events) ?? {}
    expect(error?.message).toContain('Handbooks: The PDF milk.pdf cannot be read')
    expect(await fillsOf(flowId)).toMatchObject([{ status: 'error' }])
  })

  test('who may see the flow sees that it is filled, and others not; who may see no executions is told counts alone', async () => {
    const flowId = await make(GREEN)
    const { jobId } = await begin(flowId)
    await eventsOf(jobId)
    const reader = await running.server.withKey(['chatflows:view'])
    expect(await fillsOf(flowId, reader)).toMatchObject([{ runId: jobId, status: 'finished' }])
    expect((await reader.call('GET', `/runs/${jobId}/events`)).status).toBe(404)
    const other = await running.server.withKey(['agentflows:view'])
    expect((await other.call('GET', `/vector/fills/${flowId}`)).status).toBe(404)
    const hidden = await makeFlow(
      running.administrator,
      storeFlow(running, { node: 'memoryVectorStore', values: {}, credentialId: '' }, COAL),
      { type: 'CHATFLOW', apiConfig: '{}' },
    )
    const own = await begin(hidden, {}, reader)
    const seen = await eventsOf(own.jobId, reader)
    expect(told(seen).length).toBeGreaterThan(0)
    expect(told(seen).map(({ source }) => source)).toEqual(told(seen).map(() => undefined))
    expect(endOf(seen)?.result).toEqual({
      numAdded: 1,
      numSkipped: 0,
      numUpdated: 0,
      numDeleted: 0,
      totalKeys: 1,
    })
  })
})
