import type { FlowDraft } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { applyDiff } from '@runnel/graph'
import type { NodeMigration } from '@runnel/node-kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replyFlow } from '../testing/example-flows.ts'
import { type EditedFlow, readForCanvas } from '../testing/flow-changes.ts'
import type { TestCaller } from '../testing/test-caller.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

const REPLY = 'directReplyAgentflow'
const migrate: NodeMigration = {
  number: 1,
  below: 1000,
  migrate: ({ oldMessage, ...values }) =>
    oldMessage === undefined ? values : { ...values, directReplyMessage: `Lifted: ${oldMessage}` },
}

/** What the values of the old version of the node looked like. */
const oldFlow = () => {
  const flow = replyFlow()
  const [, reply] = flow.nodes
  if (reply) reply.data.inputs = { oldMessage: 'hello' }
  return flow
}

describe.each(databaseKinds)('a flow of an older version of a node on %s', (kind) => {
  let server: TestServer
  let caller: TestCaller
  let flow: EditedFlow
  let draftPath: string

  beforeAll(async () => {
    server = await startTestServer({ kind })
    caller = await server.administrator()
    const body = { name: 'Old', type: 'AGENTFLOW', flowData: JSON.stringify(oldFlow()) }
    const { id } = await caller.expect<{ id: string }>(200, 'POST', '/chatflows', body)
    flow = await readForCanvas(caller, id)
    draftPath = `/chatflows/${id}/draft`
    const renamed = {
      id: `${REPLY}_0`,
      changes: [{ path: ['values', 'oldMessage'], from: 'hello', to: 'draft' }],
    }
    const none = { added: [], removed: [], changed: [] }
    await caller.expect(200, 'POST', draftPath, {
      baseVersionId: flow.headVersionId,
      after: 0,
      viewport: null,
      diff: { nodes: { ...none, changed: [renamed] }, edges: none },
    })
    const type = server.context.catalogue.findNode(REPLY)
    if (!type) throw new Error(`no node ${REPLY}`)
    type.migrations = [migrate]
  })
  afterAll(() => server.stop())

  const valuesOf = ({ document }: EditedFlow) => document.nodes.find(({ type }) => type === REPLY)?.values

  test('is lifted for the canvas', async () => {
    expect(valuesOf(flow)).toEqual({ oldMessage: 'hello' })
    expect(valuesOf(await readForCanvas(caller, flow.id))).toEqual({ directReplyMessage: 'Lifted: hello' })
  })

  test.each(['', '/export'])('is lifted where it is read as the reference has it%s', async (end) => {
    const answer = await caller.call('GET', `/chatflows/${flow.id}${end}`)
    expect(answer.text).toContain('Lifted: hello')
    expect(answer.text).not.toContain('oldMessage')
  })

  test('is lifted in lists', async () => {
    expect((await caller.call('GET', '/chatflows?search=Old')).text).toContain('Lifted: hello')
  })

  test('has no problems but its own', async () => {
    const rows = await caller.expect<{ issues: string[] }[]>(200, 'GET', `/validation/${flow.id}`)
    expect(rows.flatMap(({ issues }) => issues).join()).not.toContain('Message')
  })

  test('runs', async () => {
    const answer = await caller.expect<{ text: string }>(200, 'POST', `/internal-prediction/${flow.id}`, {
      question: 'x',
    })
    expect(answer.text).toBe('Lifted: hello')
  })

  test('takes the draft that was begun before, in the old form, along', async () => {
    const head = await readForCanvas(caller, flow.id)
    const { draft } = await caller.expect<{ draft: FlowDraft }>(200, 'GET', draftPath)
    expect(valuesOf({ ...head, document: applyDiff(head.document, draft.diff) })).toEqual({
      directReplyMessage: 'Lifted: draft',
    })
    const run = await caller.expect<{ text: string }>(200, 'POST', `/internal-prediction/${flow.id}`, {
      question: 'x',
      useDraft: true,
    })
    expect(run.text).toBe('Lifted: draft')
    const change = { path: ['values', 'directReplyMessage'], from: 'Lifted: draft', to: 'new' }
    const none = { added: [], removed: [], changed: [] }
    const diff = { nodes: { ...none, changed: [{ id: `${REPLY}_0`, changes: [change] }] }, edges: none }
    const more = { baseVersionId: head.headVersionId, after: draft.sequence, viewport: null, diff }
    await caller.expect(200, 'POST', draftPath, more)
    const { draft: later } = await caller.expect<{ draft: FlowDraft }>(200, 'GET', draftPath)
    expect(valuesOf({ ...head, document: applyDiff(head.document, later.diff) })).toEqual({
      directReplyMessage: 'new',
    })
  })

  test('is saved as what it is now, from a change of what was lifted', async () => {
    const head = await readForCanvas(caller, flow.id)
    const change = { path: ['values', 'directReplyMessage'], from: 'Lifted: hello', to: 'saved' }
    const none = { added: [], removed: [], changed: [] }
    const diff = { nodes: { ...none, changed: [{ id: `${REPLY}_0`, changes: [change] }] }, edges: none }
    const saved = await caller.call(
      'PATCH',
      `/chatflows/${flow.id}`,
      { diff },
      { 'if-match': `"${head.revision}"` },
    )
    expect(saved.status, saved.text).toBe(200)
    expect(valuesOf(await readForCanvas(caller, flow.id))).toEqual({ directReplyMessage: 'saved' })
  })
})
