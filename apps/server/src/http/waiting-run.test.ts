import type { RunInput } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { defineNode } from '@runnel/node-kit'
import { nodeCatalogue } from '@runnel/nodes'
import { answerOverdueWaits, createCatalogue, createVersionCache } from '@runnel/operations'
import { providerCatalogue } from '@runnel/providers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agentEdge, agentNode } from '../testing/example-flows.ts'
import { makeFlow } from '../testing/make-flow.ts'
import { readRunFrames } from '../testing/read-run-frames.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

/** A step that runs code, asks a person and says what it was told. */
const askNode = defineNode({
  definition: {
    name: 'askAgentflow',
    label: 'Ask',
    version: 1,
    type: 'Ask',
    icon: 'IconUser',
    category: 'Agent Flows',
    canvas: 'agent',
    description: 'Asks a person',
    baseClasses: ['Ask'],
    kind: 'step',
    effects: 'none',
    inputs: [],
  },
  run: async () => async (context) => {
    // A finished call before the question: after the answer it must be found in the journal, not asked otherwise.
    await context.code('return $id', { $id: context.run.messageId })
    watch?.(context.run)
    const answer = await context.ask({
      action: { id: 'a1', data: { nodeId: context.node.id } },
      shown: { content: 'asked' },
      ...deadline,
    })
    return { output: { content: `${answer.type}: ${answer.feedback ?? ''}` } }
  },
})

/** What the author of the flow chose for a question that nobody answers. */
let deadline: { deadlineAt?: number; outcomeAtDeadline?: 'proceed' | 'reject' } = {}

/** Looks at what the step sees of its run. */
let watch: ((run: RunInput) => void) | undefined

interface Answer {
  text: string
  action?: object
  executionId: string
  code?: string
}

describe.each(databaseKinds)('a run that waits for a person on %s', (kind) => {
  let server: TestServer
  let flowId: string

  beforeAll(async () => {
    server = await startTestServer({ kind })
    const catalogue = createCatalogue([...nodeCatalogue, askNode], providerCatalogue)
    Object.assign(server.context, { catalogue, versions: createVersionCache(catalogue) })
    flowId = await makeFlow(await server.administrator(), {
      nodes: [
        agentNode('startAgentflow_0', 'startAgentflow', { startInputType: 'chatInput' }),
        agentNode('askAgentflow_0', 'askAgentflow'),
        agentNode('directReplyAgentflow_0', 'directReplyAgentflow', {
          directReplyMessage: 'You said {{askAgentflow_0}}',
        }),
      ],
      edges: [
        agentEdge('startAgentflow_0', 'askAgentflow_0'),
        agentEdge('askAgentflow_0', 'directReplyAgentflow_0'),
      ],
    })
  })

  afterAll(() => server.stop())

  const ask = (body: object, caller = server.anonymous()) =>
    caller.call<Answer>('POST', `/prediction/${flowId}`, body)
  const humanInput = { type: 'proceed', feedback: 'fine' }

  test('is shown as STOPPED, keeps no worker, and goes on with the answer', async () => {
    const first = await ask({ question: 'Hi', chatId: 'one' })
    expect(first.status).toBe(200)
    expect(first.body.action).toMatchObject({ id: 'a1' })
    const runId = first.headers.get('x-run-id')
    const admin = await server.administrator()
    expect(await admin.expect(200, 'GET', `/executions/${runId}`)).toMatchObject({ state: 'STOPPED' })
    const second = await ask({ chatId: 'one', humanInput })
    expect([second.status, second.headers.get('x-run-id'), second.body.text]).toEqual([
      200,
      runId,
      'You said proceed: fine',
    ])
    expect(await admin.expect(200, 'GET', `/executions/${runId}`)).toMatchObject({ state: 'FINISHED' })
    const messages = await admin.expect<{ role: string; content: string; action?: unknown }[]>(
      200,
      'GET',
      `/chatmessage/${flowId}?chatId=one`,
    )
    expect(messages.map(({ role, content }) => `${role}: ${content}`)).toEqual([
      'userMessage: Hi',
      expect.stringMatching(/^apiMessage: /),
      'userMessage: fine',
      'apiMessage: You said proceed: fine',
    ])
    expect(messages.filter(({ action }) => action)).toEqual([])
  })

  test('is answered by one request of our own pages, which follows it', async () => {
    const admin = await server.administrator()
    const open = (input: object) => admin.open('POST', '/runs', { flowId, chatId: 'pages', input })
    const asking = await open({ question: 'Hi' })
    const asked = await readRunFrames(asking)
    expect(asked.at(-1)?.event.type).toBe('run-wait')
    const answering = await open({ humanInput })
    expect(answering.headers.get('x-run-id')).toBe(asking.headers.get('x-run-id'))
    const rest = await readRunFrames(answering)
    expect(rest.at(-1)?.event).toMatchObject({ type: 'run-end', text: 'You said proceed: fine' })
    const path = `/runs/${answering.headers.get('x-run-id')}/events`
    const log = await readRunFrames(
      await admin.open('GET', path, undefined, { 'last-event-id': asked.at(-1)?.id ?? '' }),
    )
    expect(log).toEqual(rest)
    const late = await admin.call('POST', '/runs', { flowId, chatId: 'pages', input: { humanInput } })
    expect(late).toMatchObject({ status: 409 })
  })

  test('is answered exactly once', async () => {
    await ask({ question: 'Hi', chatId: 'twice' })
    const answers = await Promise.all([1, 2, 3].map(() => ask({ chatId: 'twice', humanInput })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await ask({ chatId: 'twice', humanInput })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    })
  })

  test('goes on a little later when the database was away just after the answer', async () => {
    await ask({ question: 'Hi', chatId: 'away' })
    const { runs } = server.context.db.system
    const { claim } = runs
    runs.claim = () => {
      runs.claim = claim
      return Promise.reject(new Error('Connection terminated unexpectedly'))
    }
    expect((await ask({ chatId: 'away', humanInput })).body.text).toBe('You said proceed: fine')
  })

  test('is not answered by others', async () => {
    const owner = await server.withKey(['agentflows:view'])
    await ask({ question: 'Hi', chatId: 'guarded' }, owner)
    expect((await ask({ chatId: 'guarded', humanInput })).status).toBe(409)
    expect((await ask({ chatId: 'guarded', humanInput }, owner)).body.text).toBe('You said proceed: fine')
  })

  test('goes on in the stream of its answer, and every event of it comes once', async () => {
    const asked = await ask({ question: 'Hi', chatId: 'stream', streaming: true })
    expect(asked.text).toMatch(/"STOPPED".*"event":"action".*"event":"end"/s)
    const answered = await ask({ chatId: 'stream', humanInput, streaming: true })
    expect(answered.text).toMatch(
      /"event":"token","data":"You said proceed: fine".*"FINISHED".*"event":"end"/s,
    )
    expect(answered.text).not.toContain('"event":"action"')
    const frames = [...answered.text.matchAll(/^data:(.*)$/gm)].map(([, json = '']) => JSON.parse(json))
    expect(frames[0]).toEqual({ event: 'agentFlowEvent', data: 'INPROGRESS' })
    const executed = frames.filter(({ event }) => event === 'agentFlowExecutedData').at(-1)?.data
    expect(executed.map(({ nodeId, status }: Record<string, string>) => `${nodeId} ${status}`)).toEqual([
      'startAgentflow_0 FINISHED',
      'askAgentflow_0 FINISHED',
      'directReplyAgentflow_0 FINISHED',
    ])
    const log = await (await server.administrator()).call(
      'GET',
      `/runs/${asked.headers.get('x-run-id')}/events`,
    )
    const ids = [...log.text.matchAll(/^id: (\S+)$/gm)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(log.text).toContain('"type":"run-wait"')
    expect(log.text).toContain('"type":"run-end"')
  })

  test('goes on by itself at its deadline, with the chosen outcome, exactly once', async () => {
    const now = Date.now()
    deadline = { deadlineAt: now + 60_000, outcomeAtDeadline: 'proceed' }
    const asked = await ask({ question: 'Hi', chatId: 'deadline' })
    deadline = {}
    const runId = asked.headers.get('x-run-id')
    const { context } = server
    expect(await answerOverdueWaits(context)).toBe(0)
    const later = { ...context, now: () => now + 60_001 }
    const counts = await Promise.all([1, 2, 3].map(() => answerOverdueWaits(later)))
    expect(counts.reduce((a, b) => a + b)).toBe(1)
    const admin = await server.administrator()
    const stateOf = async () =>
      (await admin.expect<{ state: string }>(200, 'GET', `/executions/${runId}`)).state
    await expect.poll(stateOf).toBe('FINISHED')
    const messages = await admin.expect<{ content: string }[]>(
      200,
      'GET',
      `/chatmessage/${flowId}?chatId=deadline`,
    )
    expect(messages.at(-1)?.content).toBe('You said proceed: ')
    expect((await ask({ chatId: 'deadline', humanInput })).status).toBe(409)
    expect(await answerOverdueWaits(later)).toBe(0)
  })

  test('ends as failed when it cannot go on, as after the loss of a kind of node', async () => {
    const now = Date.now()
    deadline = { deadlineAt: now + 60_000 }
    const runId = (await ask({ question: 'Hi', chatId: 'lost' })).headers.get('x-run-id')
    deadline = {}
    const { context } = server
    const { catalogue, versions } = context
    const poorer = createCatalogue(nodeCatalogue, providerCatalogue)
    Object.assign(context, { catalogue: poorer, versions: createVersionCache(poorer) })
    expect(await answerOverdueWaits({ ...context, now: () => now + 60_001 })).toBe(1)
    const admin = await server.administrator()
    const stateOf = async () =>
      (await admin.expect<{ state: string }>(200, 'GET', `/executions/${runId}`)).state
    await expect.poll(stateOf).toBe('ERROR')
    Object.assign(context, { catalogue, versions })
    const log = await (await server.administrator()).call('GET', `/runs/${runId}/events`)
    expect(log.text).toContain('"code":"invalid_flow"')
  })

  test('that was answered in time has no deadline any more', async () => {
    const now = Date.now()
    deadline = { deadlineAt: now + 60_000 }
    await ask({ question: 'Hi', chatId: 'in time' })
    deadline = {}
    expect((await ask({ chatId: 'in time', humanInput })).body.text).toBe('You said proceed: fine')
    expect(await answerOverdueWaits({ ...server.context, now: () => now + 60_001 })).toBe(0)
  })

  test('goes on where ids of nodes hold what paths are made of', async () => {
    const ids = ['m0', 'm0#0/flow', 'é[1]\u0001#0', `${'x/'.repeat(99)}y`]
    const flow = await makeFlow(await server.administrator(), {
      nodes: [
        agentNode('startAgentflow_0', 'startAgentflow', { startInputType: 'chatInput' }),
        ...ids.map((id) => agentNode(id, 'askAgentflow')),
      ],
      edges: ids.map((id, index) => agentEdge(ids[index - 1] ?? 'startAgentflow_0', id)),
    })
    const caller = server.anonymous()
    const say = (body: object) =>
      caller.call<Answer>('POST', `/prediction/${flow}`, { chatId: 'ids', ...body })
    const asked = await say({ question: 'Hi' })
    for (const _id of ids.slice(1))
      expect((await say({ humanInput })).body.action).toMatchObject({ id: 'a1' })
    expect((await say({ humanInput })).body.text).toBe('proceed: fine')
    const admin = await server.administrator()
    const runId = asked.headers.get('x-run-id')
    const steps = await admin.expect<{ path: string; nodeId: string; kind: string }[]>(
      200,
      'GET',
      `/executions/${runId}/steps`,
    )
    const asks = steps.filter(({ kind, nodeId }) => kind === 'step' && ids.includes(nodeId))
    expect(asks.map(({ nodeId }) => nodeId).toSorted()).toEqual(ids.flatMap((id) => [id, id]).toSorted())
    expect(new Set(asks.map(({ path }) => path)).size).toBe(ids.length)
  })

  describe('with two questions at once', () => {
    let flow: string
    beforeAll(async () => {
      const ids = ['askAgentflow_0', 'askAgentflow_1']
      flow = await makeFlow(await server.administrator(), {
        nodes: [
          agentNode('startAgentflow_0', 'startAgentflow', { startInputType: 'chatInput' }),
          ...ids.map((id) => agentNode(id, 'askAgentflow')),
          agentNode('directReplyAgentflow_0', 'directReplyAgentflow', {
            directReplyMessage: '{{askAgentflow_0}} and {{askAgentflow_1}}',
          }),
        ],
        edges: [
          ...ids.map((id) => agentEdge('startAgentflow_0', id)),
          ...ids.map((id) => agentEdge(id, 'directReplyAgentflow_0')),
        ],
      })
    })
    const say = (chatId: string, body: object) =>
      server.anonymous().call<Answer>('POST', `/prediction/${flow}`, { chatId, ...body })
    const answerTo = (index: number, feedback: string) => ({
      humanInput: { type: 'proceed', feedback, startNodeId: `askAgentflow_${index}` },
    })
    async function openQuestions(runId: string | null) {
      const { system, read } = server.context.db
      const workspaceId = (await system.routes.findOwnerOfRun(runId ?? ''))?.workspaceId
      return read(workspaceId ?? '').waits.listOpen(runId ?? '')
    }

    test('takes the answers in any order, one by one', async () => {
      const asked = await say('order', { question: 'Hi' })
      const questions = await openQuestions(asked.headers.get('x-run-id'))
      expect(questions.map(({ nodeId }) => nodeId)).toEqual(['askAgentflow_0', 'askAgentflow_1'])
      expect((await say('order', answerTo(0, 'first'))).body.action).toMatchObject({
        data: { nodeId: 'askAgentflow_1' },
      })
      expect((await say('order', answerTo(0, 'again'))).status).toBe(409)
      expect((await say('order', answerTo(1, 'second'))).body.text).toBe('proceed: first and proceed: second')
    })

    test('takes two answers that come together, each where it belongs', async () => {
      const asked = await say('both', { question: 'Hi' })
      const runId = asked.headers.get('x-run-id')
      const answers = (await openQuestions(runId)).map(({ id, nodeId }) =>
        say('both', { humanInput: { type: 'proceed', feedback: nodeId, waitId: id } }),
      )
      expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200])
      const admin = await server.administrator()
      const stateOf = async () =>
        (await admin.expect<{ state: string }>(200, 'GET', `/executions/${runId}`)).state
      await expect.poll(stateOf).toBe('FINISHED')
      const messages = await admin.expect<{ content: string; action?: unknown }[]>(
        200,
        'GET',
        `/chatmessage/${flow}?chatId=both`,
      )
      expect(messages.at(-1)?.content).toBe('proceed: askAgentflow_0 and proceed: askAgentflow_1')
      expect(messages.filter(({ action }) => action)).toEqual([])
    })

    test('tells in its events by which id each question is answered', async () => {
      const asked = await say('named', { question: 'Hi' })
      const runId = asked.headers.get('x-run-id')
      const log = await (await server.administrator()).call('GET', `/runs/${runId}/events`)
      const ids = [...log.text.matchAll(/"waitId":"([^"]+)"/g)].map(([, id]) => id)
      expect(ids).toEqual((await openQuestions(runId)).map(({ id }) => id))
    })

    test('answers a question by its id once, and none of another conversation', async () => {
      const asked = await say('by id', { question: 'Hi' })
      const [question] = await openQuestions(asked.headers.get('x-run-id'))
      const byId = { humanInput: { type: 'reject', waitId: question?.id } }
      expect(await say('elsewhere', byId)).toMatchObject({ status: 409, body: { code: 'conflict' } })
      expect((await say('by id', byId)).status).toBe(200)
      expect(await say('by id', byId)).toMatchObject({ status: 409, body: { code: 'already_answered' } })
    })
  })

  test('sees to its end the messages that it saw at its start, also when they were deleted meanwhile', async () => {
    await ask({ question: 'Before', chatId: 'kept' })
    await ask({ chatId: 'kept', humanInput })
    const runId = (await ask({ question: 'Now', chatId: 'kept' })).headers.get('x-run-id') ?? ''
    const { db } = server.context
    const workspaceId = (await db.system.routes.findOwnerOfRun(runId))?.workspaceId ?? ''
    const { input } = await db.read(workspaceId).runs.get(runId)
    expect(JSON.parse(input)).toMatchObject({ historyUntil: expect.any(Number) })
    expect(input).not.toContain('You said')
    const admin = await server.administrator()
    await admin.expect(200, 'DELETE', `/chatmessage/${flowId}?chatId=kept`)
    expect(await admin.expect(200, 'GET', `/chatmessage/${flowId}?chatId=kept`)).toEqual([])
    const seen: string[] = []
    watch = ({ pastHistory }) => seen.push(...pastHistory.map(({ content }) => content))
    await ask({ chatId: 'kept', humanInput })
    watch = undefined
    expect(seen.slice(0, 4)).toEqual(['Before', ' ', 'fine', 'You said proceed: fine'])
  })

  test('goes on in a session of its own name that was deleted meanwhile, from which nothing comes back', async () => {
    const names = { chatId: 'shown', overrideConfig: { sessionId: 'named' } }
    await ask({ question: 'Before', ...names })
    await ask({ ...names, humanInput })
    const runId = (await ask({ question: 'Now', ...names })).headers.get('x-run-id')
    const admin = await server.administrator()
    const of = (query: string) =>
      admin.expect<{ content: string; action?: unknown }[]>(200, 'GET', `/chatmessage/${flowId}?${query}`)
    await admin.expect(200, 'DELETE', `/chatmessage/${flowId}?sessionId=named`)
    expect(await of('sessionId=named')).toEqual([])
    expect(await of('chatId=shown')).toEqual([])
    // Who does not name the session means another one, in which nobody asks.
    expect(await ask({ chatId: 'shown', humanInput })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    })
    const answered = await ask({ ...names, humanInput })
    expect([answered.status, answered.headers.get('x-run-id'), answered.body.text]).toEqual([
      200,
      runId,
      'You said proceed: fine',
    ])
    const left = ['fine', 'You said proceed: fine']
    expect((await of('sessionId=named')).map(({ content }) => content)).toEqual(left)
    const seen: string[] = []
    watch = ({ pastHistory }) => seen.push(...pastHistory.map(({ content }) => content))
    await ask({ question: 'Again', ...names })
    watch = undefined
    expect(seen).toEqual(left)
  })

  test('whose question was deleted is answered once, and no question is open in the messages', async () => {
    const names = { chatId: 'unshown', overrideConfig: { sessionId: 'unnamed' } }
    await ask({ question: 'Hi', ...names })
    const admin = await server.administrator()
    await admin.expect(200, 'DELETE', `/chatmessage/${flowId}?chatId=unshown`)
    const answers = await Promise.all([1, 2].map(() => ask({ ...names, humanInput })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const messages = await admin.expect<{ content: string; action?: unknown }[]>(
      200,
      'GET',
      `/chatmessage/${flowId}?sessionId=unnamed`,
    )
    expect(messages.map(({ content, action }) => [content, action ?? null])).toEqual([
      ['fine', null],
      ['You said proceed: fine', null],
    ])
  })

  test('does not hold up a new question', async () => {
    const first = await ask({ question: 'Hi', chatId: 'fresh' })
    const second = await ask({ question: 'Again', chatId: 'fresh' })
    expect(second.headers.get('x-run-id')).not.toBe(first.headers.get('x-run-id'))
    const answered = await ask({ chatId: 'fresh', humanInput })
    expect(answered.headers.get('x-run-id')).toBe(second.headers.get('x-run-id'))
  })
})
