import { setTimeout as wait } from 'node:timers/promises'
import { campaignRounds, campaignTimeout } from '@runnel/contract/testing'
import { databaseKinds } from '@runnel/db/testing'
import { makePdf } from '@runnel/drivers/testing'
import { type FakeOpenAI, startFakeOpenAI } from '@runnel/providers/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentFlow, llmFlow, replyFlow } from './testing/example-flows.ts'
import { type KillableProgram, startKillableProgram } from './testing/killable-program.ts'
import { makeCredential, makeFlow } from './testing/make-flow.ts'
import { createCaller, type TestCaller } from './testing/test-caller.ts'

const ROUNDS = campaignRounds(3, 200)

let vendor: FakeOpenAI
let program: KillableProgram

function lastWords(messages: { role: string; content?: unknown }[] = []): string {
  return String(messages.at(-1)?.content ?? '')
}

interface Execution {
  id: string
  state: string
  executionData: string
}

/** The execution of a session once it has ended. */
async function endOf(caller: TestCaller, sessionId: string): Promise<Execution | undefined> {
  for (;;) {
    const { data } = await caller.expect<{ data: Execution[] }>(
      200,
      'GET',
      `/executions?sessionId=${sessionId}`,
    )
    const [run] = data
    if (run?.state !== 'INPROGRESS') return run
    await wait(50)
  }
}

interface Message {
  role: string
  sourceDocuments?: unknown
}

/** The answer of a chat once it is there. */
async function answerOf(
  caller: TestCaller,
  { flowId, chatId }: { flowId: string; chatId: string },
): Promise<Message> {
  for (;;) {
    const path = `/chatmessage/${flowId}?chatId=${chatId}`
    const answer = (await caller.expect<Message[]>(200, 'GET', path)).find(
      ({ role }) => role === 'apiMessage',
    )
    if (answer) return answer
    await wait(50)
  }
}

interface Step {
  path: string
  kind: string
  attempt: number
  status: string
}

interface EndedChat {
  caller: TestCaller
  flowId: string
  chatId: string
  /** How many calls the vendor had before the chat. */
  callsBefore: number
}

/** Expects that a run of three models is whole: no step twice, at most the call in flight made again. */
async function expectRightEnd({ caller, flowId, chatId, callsBefore }: EndedChat): Promise<string> {
  const run = await endOf(caller, chatId)
  expect([chatId, run?.state]).toEqual([chatId, 'FINISHED'])
  const executed = JSON.parse(run?.executionData ?? '[]') as { nodeId: string }[]
  expect(executed.map(({ nodeId }) => nodeId)).toEqual([
    'startAgentflow_0',
    'llmAgentflow_0',
    'llmAgentflow_1',
    'llmAgentflow_2',
  ])
  const steps = await caller.expect<Step[]>(200, 'GET', `/executions/${run?.id}/steps`)
  const finished = steps.filter(({ status }) => status === 'finished').map(({ path }) => path)
  expect(new Set(finished).size, 'no step was finished twice').toBe(finished.length)
  const calls = vendor.requests
    .slice(callsBefore)
    .filter(({ body }) => JSON.stringify(body.messages).includes(`"${chatId}`))
  const perCall = Map.groupBy(calls, ({ body }) => JSON.stringify(body.messages))
  expect(perCall.size, 'three different calls').toBe(3)
  const repeated = [...perCall.values()].filter(({ length }) => length > 1)
  expect(repeated.length, 'only the call in flight may be made again').toBeLessThanOrEqual(1)
  const attempts = steps.filter(({ kind }) => kind === 'model').map(({ attempt }) => attempt)
  for (const { length } of repeated)
    expect([length, Math.max(...attempts)], 'made twice, as attempts 1 and 2').toEqual([2, 2])
  const messages = await caller.expect<{ role: string }[]>(
    200,
    'GET',
    `/chatmessage/${flowId}?chatId=${chatId}`,
  )
  expect(messages.map(({ role }) => role)).toEqual(['userMessage', 'apiMessage'])
  return run?.id ?? ''
}

describe.each(databaseKinds)('on %s', (kind) => {
  beforeAll(async () => {
    vendor = await startFakeOpenAI({
      respond: (request) => ({ text: `${lastWords(request.body.messages)}+`, delayMs: 25 }),
    })
    program = await startKillableProgram(kind, { egressAllow: vendor.host })
  })

  afterAll(async () => {
    await program.remove()
    await vendor.close()
  })

  test(`runs that were accepted end right after kill -9, ${ROUNDS} times`, {
    timeout: campaignTimeout(120_000),
  }, async () => {
    let caller = await program.signIn()
    const flowId = await makeFlow(caller, llmFlow(vendor, await makeCredential(caller), 3))
    let takenOver = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      const chats = ['a', 'b'].map((name) => `${name}${round}`)
      const callsBefore = vendor.callCount
      const asked = chats.map((chatId) =>
        createCaller(program.origin)
          .open('POST', `/prediction/${flowId}`, { question: chatId, chatId, streaming: true })
          .catch(() => undefined),
      )
      await Promise.all(asked)
      await wait((round * 120) / ROUNDS)
      await program.kill()
      await program.start()
      caller = await program.signIn()
      for (const chatId of chats) {
        const runId = await expectRightEnd({ caller, flowId, chatId, callsBefore })
        const events = await caller.call('GET', `/runs/${runId}/events`)
        if (events.text.includes('"fence":2')) takenOver += 1
      }
    }
    expect(takenOver, 'some runs were hit in the middle').toBeGreaterThan(0)
  })

  test('a document that was being taken in is there once after kill -9', { timeout: 120_000 }, async () => {
    const caller = await program.signIn()
    const pdf = Buffer.from(makePdf([['Green tea is steeped at seventy degrees.']])).toString('base64')
    const file = `data:application/pdf;base64,${pdf},filename:tea.pdf`
    const flow = documentFlow(vendor, await makeCredential(caller), file)
    const flowId = await makeFlow(caller, flow, { type: 'CHATFLOW' })
    const isEmbedding = ({ path }: { path: string }) => path.endsWith('/embeddings')
    const embedded = () => vendor.requests.filter(isEmbedding).length
    vendor.embedWith({ delayMs: 30_000 })
    const [before, chatId] = [embedded(), 'tea']
    const question = 'How hot is green tea steeped?'
    void createCaller(program.origin)
      .call('POST', `/prediction/${flowId}`, { question, chatId })
      .catch(() => undefined)
    while (embedded() === before) await wait(10)
    await program.kill()
    await program.start()
    const answer = await answerOf(await program.signIn(), { flowId, chatId })
    expect(answer.sourceDocuments).toMatchObject([
      { pageContent: 'Green tea is steeped at seventy degrees.', metadata: { source: 'tea.pdf' } },
    ])
    // The call that was cut off, the same again, and the question.
    expect(embedded()).toBe(before + 3)
    const counts = await (await program.signIn()).expect(200, 'POST', `/vector/internal-upsert/${flowId}`, {})
    expect(counts).toMatchObject({ numAdded: 0 })
    expect(embedded()).toBe(before + 3)
  })

  test('a flow is the old or the new one after kill -9 in a save', { timeout: 120_000 }, async () => {
    let caller = await program.signIn()
    const text = (name: string) => JSON.stringify(replyFlow(name.repeat(20_000)))
    const flowId = await makeFlow(caller, replyFlow('old'))
    for (let round = 0; round < 5; round += 1) {
      const old = await caller.expect<{ flowData: string; revision: number }>(
        200,
        'GET',
        `/chatflows/${flowId}`,
      )
      const saving = caller
        .call('PUT', `/chatflows/${flowId}`, { name: `round ${round}`, flowData: text(`n${round}`) })
        .catch(() => undefined)
      await wait(round * 6)
      await program.kill()
      const saved = await saving
      await program.start()
      caller = await program.signIn()
      const now = await caller.expect<{ flowData: string; revision: number; name: string }>(
        200,
        'GET',
        `/chatflows/${flowId}`,
      )
      const isNew = now.revision === old.revision + 1
      expect([now.name === `round ${round}`, now.flowData.includes(`n${round}n${round}`)]).toEqual([
        isNew,
        isNew,
      ])
      if (!isNew) expect([now.revision, now.flowData]).toEqual([old.revision, old.flowData])
      if (saved?.status === 200) expect(isNew, 'what was acknowledged is kept').toBe(true)
    }
  })
})
