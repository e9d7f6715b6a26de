import { randomUUID } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TenantWriter } from '../database.ts'
import { createTestDatabase, databaseKinds, type TestDatabase } from '../testing.ts'
import type { SessionKey } from './run-reader.ts'
import type { RunEnding } from './run-rows.ts'
import { newMessage, newRun, newWait } from './runs.fixture.ts'
import { type NewWait, waitIdOf } from './wait-rows.ts'
import type { WaitAnswer } from './wait-writer.ts'

describe.each(databaseKinds)('what runs wait for on %s', (kind) => {
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

  const read = () => testing.database.read(testing.workspaceId)
  const progress = () => testing.database.progress(testing.workspaceId)
  const write = <T>(work: (writer: TenantWriter) => Promise<T>) =>
    testing.database.write(testing.workspaceId, work)

  async function accept(sessionId: string = randomUUID(), createdAt = 1_000) {
    const run = newRun(flowId, { lease: { owner: 'a', until: 5_000 }, sessionId, createdAt })
    await progress().accept({ run })
    return run.id
  }
  /** Ends as an owner that was begun by an answer, and has seen those that came before. */
  const end = (runId: string, fence: number, changes: Partial<RunEnding>) =>
    progress().end({
      runId,
      fence,
      records: [],
      events: [],
      messages: [],
      status: 'waiting',
      answersSeen: fence - 1,
      now: 2_000 + fence,
      ...changes,
    })
  async function ask(waits: NewWait[], sessionId?: string, createdAt?: number) {
    const runId = await accept(sessionId, createdAt)
    await end(runId, 1, { waits })
    return runId
  }
  const open = async (runId: string) => read().waits.listOpen(runId)
  const openPaths = async (runId: string) => (await open(runId)).map(({ path }) => path)
  async function idOf(runId: string, path: string): Promise<string> {
    const id = (await open(runId)).find((wait) => wait.path === path)?.id
    if (id === undefined) throw new Error(`Nothing waits at ${path}.`)
    return id
  }
  const answer = (id: string, feedback = 'yes', changes: Partial<WaitAnswer> = {}) =>
    write((writer) =>
      writer.waits.answer({
        id,
        answer: { type: 'proceed', feedback },
        by: 'user:1',
        now: 3_000,
        ...changes,
      }),
    )
  const claim = (runId: string) =>
    testing.database.system.runs.claim({ runId, owner: 'b', now: 6_000, until: 9_000 })
  const find = (runId: string) => read().runs.get(runId)

  test('a question is kept with all that it says, and its run has no owner', async () => {
    const wait = newWait('agent_0#0/t0.1', {
      attempt: 2,
      nodeId: 'agent_0',
      action: { id: 'a', elements: [{ label: 'Yes \ud83d\ude80' }] },
      deadlineAt: 9_000,
      outcomeAtDeadline: 'reject',
    })
    const runId = await ask([wait])
    const [row, ...others] = await open(runId)
    expect(others).toEqual([])
    const { action, ...said } = wait
    expect(row?.id).toBe(waitIdOf({ runId, ...wait }))
    expect(row?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(row).toMatchObject({ ...said, runId, createdAt: 2_001, status: 'waiting', answer: null })
    expect(JSON.parse(row?.action ?? '')).toEqual(action)
    expect(await find(runId)).toMatchObject({
      status: 'waiting',
      leaseOwner: null,
      endedAt: null,
      suspendedFence: 1,
    })
  })

  test('of many answers to one question exactly one counts, and it queues the run', async () => {
    const runId = await ask([newWait('human_0#0')])
    const id = await idOf(runId, 'human_0#0')
    expect(await answer(randomUUID())).toBeUndefined()
    const feedbacks = ['a', 'b', 'c', 'd', 'e']
    const outcomes = await Promise.all(feedbacks.map((feedback) => answer(id, feedback)))
    expect(outcomes.filter(Boolean)).toEqual([{ runId, isQueued: true }])
    expect(await find(runId)).toMatchObject({ status: 'queued', updatedAt: 3_000 })
    const [answered, ...others] = await read().waits.listAnswered(runId)
    expect(others).toEqual([])
    expect(answered).toMatchObject({ id, status: 'answered', answeredAt: 3_000, answeredBy: 'user:1' })
    const feedback = feedbacks[outcomes.findIndex((outcome) => outcome !== undefined)]
    expect(JSON.parse(answered?.answer ?? '')).toEqual({ type: 'proceed', feedback })
    expect(await answer(id, 'late')).toBeUndefined()
  })

  test('an answer to one of several leaves the others open, also while the run goes on', async () => {
    const runId = await ask(['a#0', 'b#0', 'c#0'].map((path) => newWait(path)))
    const ids = { b: await idOf(runId, 'b#0'), c: await idOf(runId, 'c#0') }
    await answer(await idOf(runId, 'a#0'))
    expect(await openPaths(runId)).toEqual(['b#0', 'c#0'])
    expect(await answer(ids.b, 'no', { onlySuspended: true })).toBeUndefined()
    await claim(runId)
    expect(await openPaths(runId)).toEqual(['b#0', 'c#0'])
    expect(await end(runId, 2, { waits: [newWait('b#0'), newWait('c#0')] })).toBe('waiting')
    expect(await idOf(runId, 'b#0')).toBe(ids.b)
    expect(await idOf(runId, 'c#0')).toBe(ids.c)
    expect(await answer(ids.b, 'yes', { onlySuspended: true, now: 4_000 })).toEqual({ runId, isQueued: true })
    expect((await read().waits.listAnswered(runId)).map(({ path }) => path)).toEqual(['a#0', 'b#0'])
  })

  test('an answer that comes while the run goes on is taken at its next pause, at once', async () => {
    const runId = await ask([newWait('a#0'), newWait('b#0')])
    const b = await idOf(runId, 'b#0')
    await answer(await idOf(runId, 'a#0'))
    await claim(runId)
    expect(await answer(b)).toEqual({ runId, isQueued: false })
    expect(await end(runId, 2, { waits: [newWait('b#0'), newWait('c#0')] })).toBe('queued')
    expect(await openPaths(runId)).toEqual(['c#0'])
    expect(await claim(runId)).toMatchObject({ fence: 3, takeovers: 0 })
    expect(await end(runId, 3, { waits: [newWait('c#0')] })).toBe('waiting')
  })

  test('an answer that its owner has seen does not wake the run again, whenever it came', async () => {
    const runId = await ask([newWait('a#0'), newWait('b#0')])
    const b = await idOf(runId, 'b#0')
    await answer(await idOf(runId, 'a#0'))
    await claim(runId)
    expect(await answer(b)).toEqual({ runId, isQueued: false })
    const answersSeen = (await read().waits.listAnswered(runId)).length
    expect(await end(runId, 2, { waits: [newWait('c#0')], answersSeen })).toBe('waiting')
    expect(await find(runId)).toMatchObject({ status: 'waiting', answerCount: 2 })
  })

  test('an answer that meets the pause of its run is lost in no order of the two', async () => {
    for (let delay = 0; delay < 12; delay += 1) {
      const runId = await ask([newWait('a#0'), newWait('b#0')])
      const b = await idOf(runId, 'b#0')
      await answer(await idOf(runId, 'a#0'))
      await claim(runId)
      const answering = (async () => {
        for (let count = 0; count < delay; count += 1) await turn()
        return answer(b)
      })()
      const [status, taken] = await Promise.all([end(runId, 2, { waits: [newWait('b#0')] }), answering])
      expect(taken?.isQueued).toBe(status === 'waiting')
      expect(await find(runId)).toMatchObject({ status: 'queued' })
      expect(await openPaths(runId)).toEqual([])
    }
  })

  test('a run that paused while its row was locked sees the answer of whoever had the lock', async () => {
    const runId = await ask([newWait('a#0'), newWait('b#0')])
    const b = await idOf(runId, 'b#0')
    await answer(await idOf(runId, 'a#0'))
    await claim(runId)
    let pausing: Promise<unknown> | undefined
    await write(async (writer) => {
      await writer.waits.answer({ id: b, answer: {}, now: 3_000 })
      pausing = end(runId, 2, { waits: [newWait('b#0')] })
      if (kind === 'postgres') await new Promise((resolve) => setTimeout(resolve, 100))
    })
    expect(await pausing).toBe('queued')
    expect(await openPaths(runId)).toEqual([])
  })

  test('a path that was answered asks anew with a higher attempt, and one that asks otherwise replaces', async () => {
    const runId = await ask([newWait('a#0'), newWait('b#0')])
    const b = await idOf(runId, 'b#0')
    await answer(await idOf(runId, 'a#0'))
    await claim(runId)
    const waits = [newWait('a#0', { attempt: 2 }), newWait('b#0', { attempt: 2 })]
    expect(await end(runId, 2, { waits })).toBe('waiting')
    expect(await openPaths(runId)).toEqual(['a#0', 'b#0'])
    expect(await read().waits.find(b)).toMatchObject({ status: 'withdrawn' })
    expect(await answer(b)).toBeUndefined()
  })

  test('what a run does not ask any more, or asked when it ended, is withdrawn', async () => {
    const runId = await ask([newWait('a#0'), newWait('b#0'), newWait('c#0')])
    const [b, c] = [await idOf(runId, 'b#0'), await idOf(runId, 'c#0')]
    await answer(await idOf(runId, 'a#0'))
    await claim(runId)
    await end(runId, 2, { waits: [newWait('c#0')] })
    expect(await read().waits.find(b)).toMatchObject({ status: 'withdrawn' })
    await answer(c)
    await claim(runId)
    await end(runId, 3, { waits: [newWait('d#0')], now: 3_500 })
    const d = await idOf(runId, 'd#0')
    await answer(d)
    const other = await ask([newWait('x#0'), newWait('y#0')])
    await answer(await idOf(other, 'x#0'))
    const y = await idOf(other, 'y#0')
    await claim(other)
    expect(await end(other, 2, { status: 'error' })).toBe('error')
    expect(await read().waits.find(y)).toMatchObject({ status: 'withdrawn' })
    expect(await answer(y)).toBeUndefined()
  })

  test('a deadline that passes is an answer that nobody gave', async () => {
    const runId = await ask([newWait('a#0', { deadlineAt: 2_500 }), newWait('b#0')])
    const id = await idOf(runId, 'a#0')
    expect(await testing.database.system.runs.overdueWaits(2_500, 10)).toEqual([
      { workspaceId: testing.workspaceId, waitId: id, deadlineAt: 2_500 },
    ])
    expect(await answer(id, 'no', { isExpiry: true })).toEqual({ runId, isQueued: true })
    expect(await read().waits.find(id)).toMatchObject({ status: 'expired' })
    expect((await read().waits.listAnswered(runId)).map(({ path }) => path)).toEqual(['a#0'])
    expect(await testing.database.system.runs.overdueWaits(2_500, 10)).toEqual([])
  })

  test('a conversation finds its latest question, that of a node, or one by its id', async () => {
    const sessionId = randomUUID()
    const session = { flowId, sessionId, namespace: 'anonymous' }
    await ask([newWait('old_0#0')], sessionId, 500)
    const runId = await ask([newWait('tool_0#0/t0.0'), newWait('human_0#0')], sessionId)
    await accept(sessionId, 9_000)
    const pathOf = async (choice?: { id?: string; nodeId?: string }, key: SessionKey = session) =>
      (await read().waits.findOpen(key, choice))?.path
    expect(await pathOf()).toBe('human_0#0')
    expect(await pathOf({ nodeId: 'human_0' })).toBe('human_0#0')
    expect(await pathOf({ nodeId: 'old_0' })).toBe('old_0#0')
    expect(await pathOf({ nodeId: 'nobody' })).toBeUndefined()
    expect(await pathOf({ id: await idOf(runId, 'human_0#0') })).toBe('human_0#0')
    expect(await pathOf({}, { ...session, namespace: 'other' })).toBeUndefined()
    expect(await pathOf({}, { ...session, sessionId: 'other' })).toBeUndefined()
  })

  test('an answered question leaves the messages of its run', async () => {
    const runId = await accept()
    const message = newMessage(flowId, { runId, action: '{"ask":1}', role: 'apiMessage' })
    await end(runId, 1, { waits: [newWait('a#0')], messages: [message] })
    await write((writer) => writer.runs.clearMessageAction(runId))
    const { rows } = await read().messages.list({ flowId })
    expect(rows.map(({ action }) => action)).toEqual([null])
  })

  test('a run that is deleted takes its questions along', async () => {
    const runId = await ask([newWait('a#0')])
    const id = await idOf(runId, 'a#0')
    await write((writer) => writer.runs.delete([runId]))
    expect(await read().waits.find(id)).toBeUndefined()
  })
})
