import type { ExecutedNode, LoggedEvent, RunEvent, StepRecord } from '@runnel/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, databaseKinds, type TestDatabase } from '../testing.ts'
import { newRun, readStored, stepRecord } from './runs.fixture.ts'

const usage = { inputTokens: 8, outputTokens: 4, totalTokens: 12 }
const output = { input: { q: 'The asked' }, output: { content: 'The answer' } }
const where = { path: 'llm_0#0', nodeId: 'llm_0' }

function executedNode(): ExecutedNode {
  const data = { id: 'llm_0', name: 'llm', ...output, state: {} }
  return { nodeId: 'llm_0', nodeLabel: 'Writer', data, previousNodeIds: [], status: 'FINISHED' }
}

const records: StepRecord[] = [
  stepRecord('llm_0#0', { output, stateBefore: {} }),
  stepRecord('llm_0#0/m0', { kind: 'model', output: { parts: [] }, usage }),
]

describe.each(databaseKinds)('the log of a run on %s', (kind) => {
  let testing: TestDatabase
  beforeAll(async () => {
    testing = await createTestDatabase(kind)
  })
  afterAll(() => testing.drop())

  const progress = () => testing.database.progress(testing.workspaceId)
  const runs = () => testing.database.read(testing.workspaceId).runs

  async function acceptRun() {
    const flow = await testing.database.write(testing.workspaceId, (writer) =>
      writer.flows.insert({ name: 'Flow', type: 'AGENTFLOW' }, { document: '{}', documentHash: 'h' }),
    )
    const run = newRun(flow.id, { lease: { owner: 'process-a', until: 5_000 } })
    await progress().accept({ run })
    return run
  }

  const log = (events: RunEvent[]): LoggedEvent[] =>
    events.map((event, index) => ({ fence: 1, n: index + 1, at: 1_000 + index, event }))

  function startOf({ id: runId, input }: ReturnType<typeof newRun>): RunEvent {
    const { flowId, flowType, chatId, sessionId, messageId } = input
    return { type: 'run-start', runId, flowId, flowType, chatId, sessionId, messageId }
  }
  const work: RunEvent[] = [
    { type: 'step-start', ...where, nodeLabel: 'Writer', generation: 0 },
    { type: 'usage-reported', path: 'llm_0#0/m0', nodeId: 'llm_0', usage },
    {
      type: 'step-end',
      ...where,
      nodeLabel: 'Writer',
      status: 'finished',
      durationMs: 3,
      executed: executedNode(),
    },
  ]

  test('says nothing again that row and journal hold, and is told whole from any place', async () => {
    const run = await acceptRun()
    const events = log([
      startOf(run),
      ...work,
      { type: 'run-end', status: 'finished', text: 'The answer', result: {} },
    ])
    await progress().end({
      runId: run.id,
      fence: 1,
      records,
      events,
      status: 'finished',
      output: { text: 'The answer' },
      messages: [],
      now: 9_000,
    })
    for (let n = 0; n < events.length; n++)
      expect(await runs().events(run.id, { fence: 1, n }, 10)).toEqual(events.slice(n))
    const stored = await readStored(testing, run.id)
    for (const known of ['The answer', 'The asked', 'inputTokens', run.messageId, 'llm_0\\"'])
      expect(stored.events).not.toContain(known)
  })

  test('keeps what is told nowhere else', async () => {
    const run = await acceptRun()
    const events = log([
      { type: 'usage-reported', path: 'llm_0#0/m0', nodeId: 'llm_0', usage },
      { type: 'usage-reported', path: 'llm_0#0/m1', nodeId: 'llm_0', usage: { ...usage, totalTokens: 13 } },
      { type: 'run-end', status: 'error', text: ' ', error: { code: 'internal', message: 'No' }, result: {} },
    ])
    const error = { code: 'internal', message: 'No' }
    const end = { runId: run.id, fence: 1, status: 'error' as const, error, messages: [], now: 9_000 }
    await progress().end({ ...end, records: [], events })
    expect(await runs().events(run.id, undefined, 10)).toEqual(events)
  })

  test('of a run that waits tells what it showed, also after it went on', async () => {
    const run = await acceptRun()
    const asked: ExecutedNode = {
      nodeId: 'ask_0',
      nodeLabel: 'Ask',
      data: { id: 'ask_0', name: 'ask', output: { content: 'Really?' } },
      previousNodeIds: ['llm_0'],
      status: 'STOPPED',
    }
    const shown = { text: 'Really?', agentFlowExecutedData: [executedNode(), asked] as never[] }
    const [wait] = log([
      { type: 'run-wait', path: 'ask_0#0/a0', nodeId: 'ask_0', action: { id: 'a' }, result: shown },
    ])
    if (!wait) throw new Error('No event')
    await progress().end({
      runId: run.id,
      fence: 1,
      records,
      events: [wait],
      status: 'waiting',
      output: {
        text: 'Really?',
        agentFlowExecutedData: [
          { ...executedNode(), path: 'llm_0#0' },
          { ...asked, path: 'ask_0#0' },
        ] as never[],
      },
      messages: [],
      now: 9_000,
    })
    expect(await runs().events(run.id, undefined, 10)).toEqual([wait])
    const stored = await readStored(testing, run.id)
    expect(stored.events).not.toContain('The answer')
    expect(stored.run).not.toContain('The answer')
    expect(JSON.parse((await runs().get(run.id)).output ?? '')).toEqual(shown)
  })
})
