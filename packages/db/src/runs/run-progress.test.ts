import { randomUUID } from 'node:crypto'
import type { JsonObject, LoggedEvent } from '@runnel/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TenantReader, TenantWriter } from '../database.ts'
import { addTestWorkspace, createTestDatabase, databaseKinds, type TestDatabase } from '../testing.ts'
import { newMessage, newRun, readStored, stepRecord, textEvents } from './runs.fixture.ts'

const lease = { owner: 'process-a', until: 5_000 }

describe.each(databaseKinds)('progress of runs on %s', (kind) => {
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
  const progress = () => testing.database.progress(testing.workspaceId)
  const write = <T>(work: (writer: TenantWriter) => Promise<T>) =>
    testing.database.write(testing.workspaceId, work)
  async function acceptLeased(changes: Parameters<typeof newRun>[1] = {}) {
    const run = newRun(flowId, { lease, ...changes })
    await progress().accept({ run })
    return run
  }

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
    const call = stepRecord('llm_0#0/m1', {
      kind: 'model',
      output: { usage: { inputTokens: 1, outputTokens: 2, totalTokens: 3 }, parts: [] },
      usage: { inputTokens: 1, outputTokens: 2, totalTokens: 3 },
      requestHash: '0f'.repeat(32),
      startedAt: 32,
    })
    const inner = stepRecord('each_0#0[1]/llm_0#2', {
      nodeId: 'llm_0',
      output: { output: { content: 'x' }, state: { count: 2 } },
      stateBefore: { count: 2 },
      stateAfter: { count: 2 },
      startedAt: 33,
    })
    const empty = stepRecord('start_0#0', { output: null, repeatable: false, startedAt: 5 })
    const falsy = stepRecord('llm_0#0/m0', { kind: 'model', output: 0, startedAt: 31 })
    await progress().append({
      runId: run.id,
      fence: 1,
      records: [inner, full, call, empty, falsy],
      events: [],
    })
    expect(await read().runs.journal(run.id)).toEqual([empty, full, falsy, call, inner])
  })

  test('what a step gave is kept in its record alone, and its end is told whole', async () => {
    const run = await acceptLeased()
    const output = {
      input: { q: 1 },
      output: { content: 'a long answer' },
      history: [{ role: 'user', content: 'q' }],
    }
    const record = stepRecord('llm_0#0', { output, stateAfter: { n: 1 } })
    const end = (data: JsonObject): LoggedEvent => ({
      fence: 1,
      n: 1,
      at: 5,
      event: {
        type: 'step-end',
        path: 'llm_0#0',
        nodeId: 'llm_0',
        nodeLabel: 'LLM',
        status: 'finished',
        durationMs: 3,
        executed: { nodeId: 'llm_0', nodeLabel: 'LLM', data, previousNodeIds: [], status: 'FINISHED' },
      },
    })
    const { history: chatHistory, ...shown } = output
    const whole = end({ id: 'llm_0', ...shown, chatHistory, state: { n: 1 } })
    await progress().append({ runId: run.id, fence: 1, records: [record], events: [whole] })
    expect(await read().runs.events(run.id, undefined, 10)).toEqual([whole])
    const stored = await readStored(testing, run.id)
    expect(stored.events).toContain('LLM')
    expect(stored.events).not.toContain('a long answer')
  })

  test('a later record of the same path and attempt replaces the earlier one', async () => {
    const run = await acceptLeased()
    const append = (records: Parameters<typeof stepRecord>[1][]) =>
      progress().append({
        runId: run.id,
        fence: 1,
        records: records.map((changes) => stepRecord('llm_0#0', changes)),
        events: [],
      })
    const { finishedAt: _, ...started } = stepRecord('llm_0#0', { status: 'started' })
    await progress().append({ runId: run.id, fence: 1, records: [started], events: [] })
    expect(await read().runs.journal(run.id)).toEqual([started])
    await append([{ output: 'done' }])
    await append([{ attempt: 2, output: 'again', startedAt: 40 }])
    const journal = await read().runs.journal(run.id)
    expect(journal.map(({ attempt, status, output }) => [attempt, status, output])).toEqual([
      [1, 'finished', 'done'],
      [2, 'finished', 'again'],
    ])
  })

  test('a step that begins and ends within one write is stored as it ended', async () => {
    const run = await acceptLeased()
    const { finishedAt: _, ...started } = stepRecord('llm_0#0', { status: 'started' })
    const finished = stepRecord('llm_0#0', { output: 'done' })
    await progress().append({ runId: run.id, fence: 1, records: [started, finished], events: [] })
    expect(await read().runs.journal(run.id)).toEqual([finished])
  })

  test('events are read from any position, each once and in order', async () => {
    const run = await acceptLeased()
    const batches = [textEvents(1, 1, ['a', 'b', 'c']), textEvents(1, 4, ['d']), textEvents(1, 5, ['e', 'f'])]
    for (const events of batches) {
      await progress().append({ runId: run.id, fence: 1, records: [], events })
    }
    await testing.database.system.runs.claim({ runId: run.id, owner: 'b', now: 6_000, until: 9_000 })
    const taken = textEvents(2, 1, ['A', 'B'])
    await progress().append({ runId: run.id, fence: 2, records: [], events: taken })
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
    await progress().append({ runId: run.id, fence: 1, records: [], events: [] })
    expect(await read().runs.journal(run.id)).toEqual([])
    expect(await read().runs.events(run.id, undefined, 10)).toEqual([])
  })

  test('who lost the lease writes nothing: neither progress nor end', async () => {
    const run = await acceptLeased()
    await testing.database.system.runs.claim({ runId: run.id, owner: 'b', now: 6_000, until: 9_000 })
    const stale = { runId: run.id, fence: 1, records: [stepRecord('x#0')], events: textEvents(1, 1, ['x']) }
    const refusal = { code: 'conflict', message: expect.stringContaining('lease') }
    await expect(progress().append(stale)).rejects.toMatchObject(refusal)
    const message = newMessage(flowId, { id: randomUUID() })
    await expect(
      progress().end({ ...stale, status: 'finished', messages: [message], now: 7_000 }),
    ).rejects.toMatchObject(refusal)
    expect(await read().runs.journal(run.id)).toEqual([])
    expect(await read().runs.events(run.id, undefined, 10)).toEqual([])
    expect(await read().messages.find(message.id ?? '')).toBeUndefined()
    expect(await read().runs.get(run.id)).toMatchObject({ status: 'running', fence: 2, leaseOwner: 'b' })
  })

  test('a write that is refused leaves those of the same moment alone, in this workspace and in others', async () => {
    const other = await addTestWorkspace(testing)
    const otherFlow = await testing.database.write(other, (writer) =>
      writer.flows.insert({ name: 'Flow', type: 'AGENTFLOW' }, { document: '{}', documentHash: 'h' }),
    )
    const taken = await acceptLeased()
    const good = Array.from({ length: 12 }, (_, index) =>
      newRun(index % 3 ? flowId : otherFlow.id, { lease }),
    )
    const bad = [newRun(flowId, { id: taken.id }), newRun(otherFlow.id), newRun(randomUUID())]
    const outcomes = await Promise.allSettled([
      ...bad.map((run) => progress().accept({ run })),
      ...good.map((run, index) =>
        testing.database.progress(index % 3 ? testing.workspaceId : other).accept({ run }),
      ),
      progress().append({ runId: taken.id, fence: 7, records: [stepRecord('x#0')], events: [] }),
      progress().append({ runId: taken.id, fence: 1, records: [stepRecord('y#0')], events: [] }),
    ])
    const kept = outcomes.map(({ status }) => status === 'fulfilled')
    expect(kept).toEqual([false, false, false, ...good.map(() => true), false, true])
    for (const [index, run] of good.entries()) {
      const reader = testing.database.read(index % 3 ? testing.workspaceId : other)
      expect(await reader.runs.get(run.id)).toMatchObject({ status: 'running' })
    }
    expect((await read().runs.journal(taken.id)).map(({ path }) => path)).toEqual(['y#0'])
  })

  test('progress that is written again, as after a lost answer of the database, stands once', async () => {
    const run = await acceptLeased()
    const once = {
      runId: run.id,
      fence: 1,
      records: [stepRecord('x#0')],
      events: textEvents(1, 1, ['a', 'b']),
    }
    await progress().append(once)
    await progress().append(once)
    expect(await read().runs.journal(run.id)).toHaveLength(1)
    expect(await read().runs.events(run.id, undefined, 10)).toEqual(once.events)
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
    await progress().end({
      runId: run.id,
      fence: 1,
      records,
      events,
      status: 'finished',
      output: { text: 'Because.' },
      messages,
      now: 2_000,
    })
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
      progress().append({ runId: run.id, fence: 1, records: [], events: [] }),
    ).rejects.toMatchObject({ code: 'conflict' })
  })

  test('half of a character, as a cut text ends with, does not keep a run from ending', async () => {
    const run = await acceptLeased()
    const cut = 'cut \ud83d'
    await progress().end({
      runId: run.id,
      fence: 1,
      records: [stepRecord('llm_0#0', { output: cut })],
      events: textEvents(1, 1, [cut]),
      status: 'finished',
      output: { text: cut },
      messages: [newMessage(flowId, { role: 'apiMessage', content: cut, runId: run.id })],
      now: 2_000,
    })
    expect(await read().runs.get(run.id)).toMatchObject({ status: 'finished' })
    const { rows } = await read().messages.list({ flowId })
    expect(rows.map(({ content }) => content)).toEqual(['cut \ufffd'])
  })

  test('an end whose message cannot be kept leaves the run as it was', async () => {
    const run = await acceptLeased()
    const kept = await write((writer) => writer.messages.insert(newMessage(flowId)))
    await expect(
      progress().end({
        runId: run.id,
        fence: 1,
        records: [stepRecord('x#0')],
        events: [],
        status: 'finished',
        messages: [newMessage(flowId, { id: kept.id })],
        now: 2_000,
      }),
    ).rejects.toMatchObject({ code: 'conflict' })
    expect(await read().runs.get(run.id)).toMatchObject({ status: 'running', leaseOwner: 'process-a' })
    expect(await read().runs.journal(run.id)).toEqual([])
  })

  test('an error is kept with its code', async () => {
    const run = await acceptLeased()
    const error = { code: 'model_error', message: '429', nodeId: 'llm_0' }
    await progress().end({
      runId: run.id,
      fence: 1,
      records: [],
      events: [],
      status: 'error',
      error,
      messages: [],
      now: 3,
    })
    expect(JSON.parse((await read().runs.get(run.id)).error ?? '')).toEqual(error)
  })
})
