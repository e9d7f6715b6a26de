import { randomUUID } from 'node:crypto'
import type { HistoryMessage, JsonObject, JsonValue, LoggedEvent, StepRecord } from '@runnel/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TenantReader, TenantWriter } from '../database.ts'
import { createTestDatabase, databaseKinds, type TestDatabase } from '../testing.ts'
import { newMessage, newRun, readStored, stepRecord } from './runs.fixture.ts'
import { type PastMessages, withoutPast } from './stored-record.ts'

const lease = { owner: 'process-a', until: 5_000 }
const file = { type: 'stored-file', name: 'dot.png', mime: 'image/png', fileId: 'f-1' }
const filePart = { type: 'file', name: 'dot.png', mediaType: 'image/png', source: { blob: 'f-1' } }

describe.each(databaseKinds)('prompts of runs in a conversation on %s', (kind) => {
  let testing: TestDatabase
  let flowId: string
  let sessionId: string
  beforeAll(async () => {
    testing = await createTestDatabase(kind)
  })
  afterAll(() => testing.drop())
  beforeEach(async () => {
    const flow = await write((writer) =>
      writer.flows.insert({ name: 'Flow', type: 'AGENTFLOW' }, { document: '{}', documentHash: 'h' }),
    )
    flowId = flow.id
    sessionId = randomUUID()
  })

  const read = (): TenantReader => testing.database.read(testing.workspaceId)
  const progress = () => testing.database.progress(testing.workspaceId)
  const write = <T>(work: (writer: TenantWriter) => Promise<T>) =>
    testing.database.write(testing.workspaceId, work)

  /** Three messages of the session, the first with a picture; as a run sees them, with their places. */
  async function talk(): Promise<PastMessages> {
    const said = [
      { role: 'userMessage', content: 'What is it?', fileUploads: JSON.stringify([file]) },
      { role: 'apiMessage', content: 'A dot.' },
      { role: 'userMessage', content: 'Of which colour?' },
    ] as const
    const positions: number[] = []
    for (const message of said) {
      const row = await write((writer) =>
        writer.messages.insert(newMessage(flowId, { ...message, sessionId })),
      )
      positions.push(row.position)
    }
    const files = [{ name: 'dot.png', mediaType: 'image/png', source: { blob: 'f-1' } }]
    const messages: HistoryMessage[] = [
      { role: 'user', content: 'What is it?', additional: { files } },
      { role: 'assistant', content: 'A dot.' },
      { role: 'user', content: 'Of which colour?' },
    ]
    return { messages, positions }
  }

  const shownPast: JsonValue[] = [
    { role: 'user', content: [{ type: 'text', text: 'What is it?' }, filePart] },
    { role: 'assistant', content: 'A dot.' },
    { role: 'user', content: 'Of which colour?' },
  ]
  const promptOf = (past: JsonValue[]): StepRecord =>
    stepRecord('llm_0#0', {
      output: {
        input: {
          messages: [{ role: 'system', content: 'Be kind.' }, ...past, { role: 'user', content: 'Why?' }],
        },
        output: { content: 'Blue.' },
      },
      stateBefore: {},
    })

  async function acceptAndWrite(past: PastMessages, record: StepRecord, events: LoggedEvent[] = []) {
    const run = newRun(flowId, { lease, sessionId })
    await progress().accept({ run })
    await progress().append({ runId: run.id, fence: 1, past, records: [record], events })
    return run
  }

  const storedOutput = async (runId: string) => (await readStored(testing, runId)).steps

  test('name their part of the conversation, and are read as they were', async () => {
    const past = await talk()
    const record = promptOf(shownPast)
    const run = await acceptAndWrite(past, record)
    const stored = await storedOutput(run.id)
    for (const text of ['What is it?', 'A dot.', 'Of which colour?']) expect(stored).not.toContain(text)
    expect(stored).toContain('Be kind.')
    expect(await read().runs.journal(run.id)).toEqual([record])
  })

  test('of a window hold its beginning, and an answer that is given meanwhile changes nothing', async () => {
    const past = await talk()
    const record = promptOf(shownPast.slice(1))
    const run = await acceptAndWrite(past, record)
    expect(await storedOutput(run.id)).not.toContain('A dot.')
    await write((writer) => writer.messages.insert(newMessage(flowId, { content: 'Later', sessionId })))
    expect(await read().runs.journal(run.id)).toEqual([record])
  })

  test('are told whole by events and lists', async () => {
    const past = await talk()
    const record = promptOf(shownPast)
    const { input, output } = record.output as { input: JsonObject; output: JsonObject }
    const executed = {
      nodeId: 'llm_0',
      nodeLabel: 'LLM',
      data: { id: 'llm_0', name: 'llm', input, output, state: {} },
      previousNodeIds: [],
      status: 'FINISHED' as const,
    }
    const where = { path: 'llm_0#0', nodeId: 'llm_0', nodeLabel: 'LLM' }
    const end: LoggedEvent = {
      fence: 1,
      n: 1,
      at: 5,
      event: { type: 'step-end', ...where, status: 'finished', durationMs: 3, executed },
    }
    const run = await acceptAndWrite(past, record, [end])
    expect(await read().runs.events(run.id, undefined, 10)).toEqual([end])
    await progress().end({
      runId: run.id,
      fence: 1,
      records: [],
      events: [],
      status: 'finished',
      output: { agentFlowExecutedData: [{ path: 'llm_0#0', ...executed }] },
      messages: [],
      now: 9_000,
    })
    const told = { agentFlowExecutedData: [executed] }
    expect(JSON.parse((await read().runs.get(run.id)).output ?? '')).toEqual(told)
    const { rows } = await read().runs.list({ id: run.id, withOutput: true })
    expect(JSON.parse(rows[0]?.output ?? '')).toEqual(told)
  })

  test('inside another flow name the conversation with that one', async () => {
    const inner = await talk()
    const [ownFlow, ownSession, innerOf] = [flowId, randomUUID(), { flowId, sessionId, seenAt: 5 }]
    sessionId = ownSession
    const own = await talk()
    const record = { ...promptOf(shownPast), path: 'call_0#0/t0.0/f0/llm_0#0', startedAt: 11 }
    const beside = { ...promptOf(shownPast.slice(2)), path: 'llm_1#0' }
    const run = newRun(ownFlow, { lease, sessionId })
    await progress().accept({ run })
    const innerPasts = new Map([['call_0#0/t0.0/f0', { ...inner, of: innerOf }]])
    await progress().append({
      runId: run.id,
      fence: 1,
      past: own,
      innerPasts,
      records: [record, beside],
      events: [],
    })
    const stored = await storedOutput(run.id)
    for (const text of ['What is it?', 'A dot.', 'Of which colour?']) expect(stored).not.toContain(text)
    expect(await read().runs.journal(run.id)).toEqual([beside, record])
    await write((writer) => writer.messages.deleteWhere({ flowId, sessionId: innerOf.sessionId }))
    expect(await read().runs.journal(run.id)).toEqual([beside, { ...record, output: promptOf([]).output }])
  })

  test('keep what was deleted while the run is open, and lose it afterwards', async () => {
    const past = await talk()
    const record = promptOf(shownPast)
    const run = await acceptAndWrite(past, record)
    await write((writer) => writer.messages.deleteWhere({ flowId, sessionId }))
    expect(await read().runs.journal(run.id)).toEqual([record])
    await progress().end({
      runId: run.id,
      fence: 1,
      records: [],
      events: [],
      status: 'finished',
      messages: [],
      now: 9_000,
    })
    await testing.database.system.messages.pruneDeleted()
    const [left] = await read().runs.journal(run.id)
    expect(left).toEqual(promptOf([]))
  })
})

test('a list that looks like a reference is kept as what it is', () => {
  const past: PastMessages = { messages: [{ role: 'user', content: 'Hi' }], positions: [7] }
  const output = { input: { items: [['messages', 0, 7, 7]], rows: [{ role: 'user' }] }, output: {} }
  expect(withoutPast(output, past)).toBe(output)
})

test('of a conversation that repeats itself the longest end is found', () => {
  const exchange: HistoryMessage[] = [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Hi' },
  ]
  const past = { messages: [...exchange, ...exchange, ...exchange], positions: [1, 2, 3, 4, 5, 6] }
  const messages = [...exchange, ...exchange, ...exchange, { role: 'user', content: 'Hi' }]
  const output = { input: { messages: messages as JsonValue[] }, output: {} }
  expect(withoutPast(output, past)).toEqual({
    input: { messages: [{ role: 'user', content: 'Hi' }] },
    output: {},
    pastMessages: [['messages', 0, 1, 6]],
  })
})
