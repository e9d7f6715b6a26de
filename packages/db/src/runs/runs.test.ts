import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parseRunInput, type TenantReader, type TenantWriter } from '../index.ts'
import { createTestDatabase, databaseKinds, type TestDatabase } from '../testing.ts'
import { newMessage, newRun, stepRecord, textEvents } from './runs.fixture.ts'

const lease = { owner: 'process-a', until: 5_000 }

describe.each(databaseKinds)('runs on %s', (kind) => {
  let testing: TestDatabase
  let flowId: string
  beforeAll(async () => {
    testing = await createTestDatabase(kind)
  })
  afterAll(() => testing.drop())
  beforeEach(async () => {
    const flow = await write((writer) =>
      writer.flows.insert({ name: 'Flow', type: 'AGENTFLOW' }, { document: '{}', documentHash: 'h' }),
    )
    flowId = flow.id
  })

  const read = (): TenantReader => testing.database.read(testing.workspaceId)
  const write = <T>(work: (writer: TenantWriter) => Promise<T>) =>
    testing.database.write(testing.workspaceId, work)
  async function acceptLeased(changes: Parameters<typeof newRun>[1] = {}) {
    const run = newRun(flowId, { lease, ...changes })
    await write((writer) => writer.runs.accept({ run }))
    return run
  }

  test('a run without a lease is queued; with one it runs in those hands', async () => {
    const queued = newRun(flowId)
    await write((writer) => writer.runs.accept({ run: queued }))
    const row = await read().runs.get(queued.id)
    expect(row).toMatchObject({ status: 'queued', fence: 0, leaseOwner: null, startedAt: null, kind: 'flow' })
    expect(row).toMatchObject({ streaming: true, isPublic: false, output: null, createdAt: 1_000 })
    expect(parseRunInput(row)).toEqual(queued.input)

    const running = await acceptLeased()
    expect(await read().runs.get(running.id)).toMatchObject({
      status: 'running',
      fence: 1,
      leaseOwner: 'process-a',
      leaseUntil: 5_000,
      startedAt: 1_000,
    })
  })

  test('run and user message are kept together or not at all', async () => {
    const run = newRun(flowId)
    const userMessage = newMessage(flowId, { id: randomUUID(), runId: run.id, content: 'Why? 🚀' })
    await write((writer) => writer.runs.accept({ run, userMessage }))
    expect(await read().messages.find(userMessage.id ?? '')).toMatchObject({
      content: 'Why? 🚀',
      runId: run.id,
      sourceDocuments: null,
    })

    const second = newRun(flowId)
    await expect(write((writer) => writer.runs.accept({ run: second, userMessage }))).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(await read().runs.find(second.id)).toBeUndefined()
  })

  test('a run of a flow that is not there is refused', async () => {
    const run = newRun(randomUUID())
    await expect(write((writer) => writer.runs.accept({ run }))).rejects.toMatchObject({ code: 'not_found' })
  })

  test('records come back as they were written, in the order of their beginning', async () => {
    const run = await acceptLeased()
    const full = stepRecord('llm_0#0', {
      output: { text: 'a\u0000b "q" \\', list: [1, null, { x: true }] },
      stateBefore: { count: 1 },
      stateAfter: { count: 2 },
      usage: { inputTokens: 1, outputTokens: 2, totalTokens: 3 },
      error: { code: 'model_error', message: 'No' },
      requestHash: 'abc',
      startedAt: 30,
    })
    const empty = stepRecord('start_0#0', { output: null, repeatable: false, startedAt: 5 })
    const falsy = stepRecord('llm_0#0/m0', { kind: 'model', output: 0, startedAt: 31 })
    await write((writer) =>
      writer.runs.appendProgress({ runId: run.id, fence: 1, records: [full, empty, falsy], events: [] }),
    )
    expect(await read().runs.journal(run.id)).toEqual([empty, full, falsy])
  })

  test('a later record of the same path and attempt replaces the earlier one', async () => {
    const run = await acceptLeased()
    const append = (records: Parameters<typeof stepRecord>[1][]) =>
      write((writer) =>
        writer.runs.appendProgress({
          runId: run.id,
          fence: 1,
          records: records.map((changes) => stepRecord('llm_0#0', changes)),
          events: [],
        }),
      )
    const { finishedAt: _, ...started } = stepRecord('llm_0#0', { status: 'started' })
    await write((writer) =>
      writer.runs.appendProgress({ runId: run.id, fence: 1, records: [started], events: [] }),
    )
    expect(await read().runs.journal(run.id)).toEqual([started])
    await append([{ output: 'done' }])
    await append([{ attempt: 2, output: 'again', startedAt: 40 }])
    const journal = await read().runs.journal(run.id)
    expect(journal.map(({ attempt, status, output }) => [attempt, status, output])).toEqual([
      [1, 'finished', 'done'],
      [2, 'finished', 'again'],
    ])
  })

  test('events are read from any position, each once and in order', async () => {
    const run = await acceptLeased()
    const batches = [textEvents(1, 1, ['a', 'b', 'c']), textEvents(1, 4, ['d']), textEvents(1, 5, ['e', 'f'])]
    for (const events of batches) {
      await write((writer) => writer.runs.appendProgress({ runId: run.id, fence: 1, records: [], events }))
    }
    await testing.database.system.runs.claim({ runId: run.id, owner: 'b', now: 6_000, until: 9_000 })
    const taken = textEvents(2, 1, ['A', 'B'])
    await write((writer) =>
      writer.runs.appendProgress({ runId: run.id, fence: 2, records: [], events: taken }),
    )
    const all = [...batches.flat(), ...taken]
    expect(await read().runs.events(run.id, undefined, 100)).toEqual(all)
    for (const [index, { fence, n }] of all.entries()) {
      expect(await read().runs.events(run.id, { fence, n }, 100)).toEqual(all.slice(index + 1))
      expect(await read().runs.events(run.id, { fence, n }, 2)).toEqual(all.slice(index + 1, index + 3))
    }
    expect(await read().runs.events(run.id, { fence: 0, n: 0 }, 100)).toEqual(all)
  })

  test('an empty progress writes nothing but still proves the lease', async () => {
    const run = await acceptLeased()
    await write((writer) => writer.runs.appendProgress({ runId: run.id, fence: 1, records: [], events: [] }))
    expect(await read().runs.journal(run.id)).toEqual([])
    expect(await read().runs.events(run.id, undefined, 10)).toEqual([])
  })

  test('who lost the lease writes nothing: neither progress nor end', async () => {
    const run = await acceptLeased()
    await testing.database.system.runs.claim({ runId: run.id, owner: 'b', now: 6_000, until: 9_000 })
    const stale = { runId: run.id, fence: 1, records: [stepRecord('x#0')], events: textEvents(1, 1, ['x']) }
    const refusal = { code: 'conflict', message: expect.stringContaining('lease') }
    await expect(write((writer) => writer.runs.appendProgress(stale))).rejects.toMatchObject(refusal)
    const message = newMessage(flowId, { id: randomUUID() })
    await expect(
      write((writer) => writer.runs.end({ ...stale, status: 'finished', messages: [message], now: 7_000 })),
    ).rejects.toMatchObject(refusal)
    expect(await read().runs.journal(run.id)).toEqual([])
    expect(await read().runs.events(run.id, undefined, 10)).toEqual([])
    expect(await read().messages.find(message.id ?? '')).toBeUndefined()
    expect(await read().runs.get(run.id)).toMatchObject({ status: 'running', fence: 2, leaseOwner: 'b' })
  })

  test('an end writes row, records, events and messages at once and gives up the lease', async () => {
    const run = await acceptLeased()
    const records = [stepRecord('llm_0#0', { output: 'Because.' })]
    const events = textEvents(1, 1, ['Because.'])
    const messages = [
      newMessage(flowId, {
        role: 'apiMessage',
        id: run.messageId,
        content: 'nul \u0000 inside',
        runId: run.id,
      }),
      newMessage(flowId, { role: 'apiMessage', usedTools: '[{"tool":"t"}]', runId: run.id }),
    ]
    await write((writer) =>
      writer.runs.end({
        runId: run.id,
        fence: 1,
        records,
        events,
        status: 'finished',
        output: { text: 'Because.' },
        messages,
        now: 2_000,
      }),
    )
    const row = await read().runs.get(run.id)
    expect(row).toMatchObject({ status: 'finished', endedAt: 2_000, updatedAt: 2_000, error: null })
    expect(row).toMatchObject({ leaseOwner: null, leaseUntil: null, output: '{"text":"Because."}' })
    expect(await read().runs.journal(run.id)).toEqual(records)
    expect(await read().runs.events(run.id, undefined, 10)).toEqual(events)
    const { rows } = await read().messages.list({ flowId })
    expect(rows.map(({ id }) => id)).toEqual([run.messageId, rows[1]?.id])
    expect(rows[0]?.content).toMatch(/^nul .? ?inside$/u)
    expect(rows[1]?.usedTools).toBe('[{"tool":"t"}]')
    await expect(
      write((writer) => writer.runs.appendProgress({ runId: run.id, fence: 1, records: [], events: [] })),
    ).rejects.toMatchObject({ code: 'conflict' })
  })

  test('an end whose message cannot be kept leaves the run as it was', async () => {
    const run = await acceptLeased()
    const kept = await write((writer) => writer.messages.insert(newMessage(flowId)))
    await expect(
      write((writer) =>
        writer.runs.end({
          runId: run.id,
          fence: 1,
          records: [stepRecord('x#0')],
          events: [],
          status: 'finished',
          messages: [newMessage(flowId, { id: kept.id })],
          now: 2_000,
        }),
      ),
    ).rejects.toMatchObject({ code: 'conflict' })
    expect(await read().runs.get(run.id)).toMatchObject({ status: 'running', leaseOwner: 'process-a' })
    expect(await read().runs.journal(run.id)).toEqual([])
  })

  test('an error is kept with its code', async () => {
    const run = await acceptLeased()
    const error = { code: 'model_error', message: '429', nodeId: 'llm_0' }
    await write((writer) =>
      writer.runs.end({
        runId: run.id,
        fence: 1,
        records: [],
        events: [],
        status: 'error',
        error,
        messages: [],
        now: 3,
      }),
    )
    expect(JSON.parse((await read().runs.get(run.id)).error ?? '')).toEqual(error)
  })

  async function acceptWaiting(session = 'session', waitId: string = randomUUID()) {
    const run = await acceptLeased({ sessionId: session })
    await write((writer) =>
      writer.runs.end({
        runId: run.id,
        fence: 1,
        records: [],
        events: [],
        status: 'waiting',
        messages: [newMessage(flowId, { runId: run.id, action: '{"ask":1}', role: 'apiMessage' })],
        waitingPath: 'human_0#0',
        waitId,
        now: 2_000,
      }),
    )
    return { run, waitId }
  }

  test('a waiting run keeps no lease and is found by its session', async () => {
    const session = randomUUID()
    await acceptWaiting(session)
    const { run } = await acceptWaiting(session)
    await acceptLeased({ sessionId: session, createdAt: 500 })
    const key = { flowId, sessionId: session, namespace: 'anonymous' }
    const waiting = await read().runs.findLatestWaiting(key)
    expect(waiting).toMatchObject({
      status: 'waiting',
      waitingPath: 'human_0#0',
      leaseOwner: null,
      endedAt: null,
    })
    expect(await read().runs.findLatestWaiting({ ...key, namespace: 'other' })).toBeUndefined()
    expect([run.id, waiting?.id]).toContain((await read().runs.findLatestOfSession(key))?.id)
  })

  test('of many answers to one question exactly one counts', async () => {
    const { run, waitId } = await acceptWaiting()
    const answer = (feedback: string, id = waitId) =>
      write((writer) =>
        writer.runs.answerWait({
          runId: run.id,
          waitId: id,
          humanInput: { type: 'proceed', feedback },
          now: 3_000,
        }),
      )
    expect(await answer('wrong question', randomUUID())).toBe(false)
    const outcomes = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((feedback) => answer(feedback)))
    expect(outcomes.filter(Boolean)).toHaveLength(1)
    const row = await read().runs.get(run.id)
    expect(row).toMatchObject({ status: 'queued', waitId: null, waitingPath: 'human_0#0' })
    const feedback = ['a', 'b', 'c', 'd', 'e'][outcomes.indexOf(true)]
    expect(JSON.parse(row.humanInput ?? '')).toEqual({ type: 'proceed', feedback })
    expect(await answer('late')).toBe(false)
    await write((writer) => writer.runs.clearMessageAction(run.id))
    const { rows } = await read().messages.list({ flowId })
    expect(rows.map(({ action }) => action)).toEqual([null])
  })

  test('a stop reaches the queued and running runs of the chat', async () => {
    const chatId = randomUUID()
    const running = await acceptLeased({ chatId })
    const queued = newRun(flowId, { chatId })
    await write((writer) => writer.runs.accept({ run: queued }))
    const elsewhere = await acceptLeased({ chatId: randomUUID() })
    const active = await read().runs.findActiveByChat(flowId, chatId)
    expect(active.toSorted()).toEqual([running.id, queued.id].toSorted())
    const stopped = await write((writer) => writer.runs.requestStop({ flowId, chatId, now: 4_000 }))
    expect(stopped.toSorted()).toEqual(active.toSorted())
    const { stopsRequested } = testing.database.system.runs
    expect(await stopsRequested([running.id, elsewhere.id])).toEqual([running.id])
    expect(await stopsRequested([])).toEqual([])
  })

  test('lists runs with their flow, filtered and newest change first', async () => {
    const chat = await write((writer) =>
      writer.flows.insert({ name: 'Chat helper', type: 'CHATFLOW' }, { document: '{}', documentHash: 'h' }),
    )
    const sessionId = randomUUID()
    const old = await acceptLeased({ sessionId, createdAt: 100 })
    const recent = await acceptLeased({ sessionId, createdAt: 300 })
    const ofChat = await acceptLeased({ sessionId, createdAt: 200, flowId: chat.id })
    const list = async (query: Parameters<TenantReader['runs']['list']>[0]) =>
      (await read().runs.list({ sessionId, ...query })).rows.map(({ id }) => id)

    expect(await list({})).toEqual([recent.id, ofChat.id, old.id])
    expect(await list({ onlyAgentflows: true })).toEqual([recent.id, old.id])
    expect(await list({ flowName: 'HELPER' })).toEqual([ofChat.id])
    expect(await list({ flowId: chat.id })).toEqual([ofChat.id])
    expect(await list({ from: 200, to: 300 })).toEqual([recent.id, ofChat.id])
    expect(await list({ status: 'waiting' })).toEqual([])
    expect(await list({ status: ['running', 'queued'], limit: 1, page: 2 })).toEqual([ofChat.id])
    expect(await list({ id: old.id })).toEqual([old.id])
    expect(await list({ kind: 'evaluation' })).toEqual([])
    const [summary] = (await read().runs.list({ sessionId, flowId: chat.id })).rows
    expect(summary).toMatchObject({ flowName: 'Chat helper', flowType: 'CHATFLOW', streaming: true })
    expect(summary).not.toHaveProperty('input')
  })

  test('makes a run public and private again', async () => {
    const run = await acceptLeased()
    await write((writer) => writer.runs.setPublic(run.id, true))
    expect((await read().runs.get(run.id)).isPublic).toBe(true)
    await expect(write((writer) => writer.runs.setPublic(randomUUID(), true))).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('deleting runs takes journal and events along and leaves the messages', async () => {
    const run = await acceptLeased()
    const message = await write((writer) => writer.messages.insert(newMessage(flowId, { runId: run.id })))
    await write((writer) =>
      writer.runs.appendProgress({
        runId: run.id,
        fence: 1,
        records: [stepRecord('x#0')],
        events: textEvents(1, 1, ['x']),
      }),
    )
    expect(await write((writer) => writer.runs.delete([run.id, randomUUID()]))).toBe(1)
    expect(await write((writer) => writer.runs.delete([]))).toBe(0)
    expect(await read().runs.find(run.id)).toBeUndefined()
    expect(await read().runs.journal(run.id)).toEqual([])
    expect(await read().runs.events(run.id, undefined, 10)).toEqual([])
    expect(await read().messages.find(message.id)).toMatchObject({ runId: null })
  })

  test('deleting a flow takes runs, journal and messages along', async () => {
    const run = await acceptLeased()
    const message = await write((writer) => writer.messages.insert(newMessage(flowId, { runId: run.id })))
    await write((writer) =>
      writer.runs.appendProgress({ runId: run.id, fence: 1, records: [stepRecord('x#0')], events: [] }),
    )
    await write((writer) => writer.flows.delete(flowId))
    expect(await read().runs.find(run.id)).toBeUndefined()
    expect(await read().runs.journal(run.id)).toEqual([])
    expect(await read().messages.find(message.id)).toBeUndefined()
  })

  test('a snapshot is kept while an open run or a journal needs it', async () => {
    const snapshot = (text: string) =>
      write((writer) => writer.flows.snapshot(flowId, { document: text, documentHash: text }))
    const [open, journaled, unused] = [
      await snapshot('open'),
      await snapshot('journaled'),
      await snapshot('x'),
    ]
    await acceptLeased({ versionId: open })
    const ended = await acceptLeased({ versionId: journaled })
    const ending = { runId: ended.id, fence: 1, status: 'finished' as const, messages: [], events: [] }
    await write((writer) => writer.runs.end({ ...ending, records: [stepRecord('x#0')], now: 10 }))
    const soon = Date.now() + 1_000
    await write((writer) => writer.flows.pruneSnapshots(soon))
    expect(await read().flows.findVersion(unused)).toBeUndefined()
    expect(await read().flows.findVersion(open)).toBeDefined()
    expect(await read().flows.findVersion(journaled)).toBeDefined()

    expect(await testing.database.system.runs.prune(11)).toBeGreaterThan(0)
    expect(await read().runs.journal(ended.id)).toEqual([])
    expect(await read().runs.get(ended.id)).toMatchObject({ status: 'finished' })
    await write((writer) => writer.flows.pruneSnapshots(soon))
    expect(await read().flows.findVersion(journaled)).toBeUndefined()
    expect(await read().flows.findVersion(open)).toBeDefined()
  })
})
