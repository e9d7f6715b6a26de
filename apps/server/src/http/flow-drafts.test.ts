import type { FlowDiff, FlowDraft } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { applyDiff, diffDocuments, isEmptyDiff } from '@runnel/graph'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { replyFlow } from '../testing/example-flows.ts'
import { addNote, type EditedFlow, NO_CHANGE, readForCanvas, relabel } from '../testing/flow-changes.ts'
import type { TestCaller } from '../testing/test-caller.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

const REPLY = 'directReplyAgentflow_0'
const START = 'startAgentflow_0'

interface Refusal {
  code: string
  missed?: { sequence: number; diff: FlowDiff }
}

describe.each(databaseKinds)('a draft on %s', (kind) => {
  let server: TestServer
  let caller: TestCaller
  let flow: EditedFlow

  beforeAll(async () => {
    server = await startTestServer({ kind })
    caller = await server.administrator()
  })
  beforeEach(async () => {
    const body = { name: 'Greeter', type: 'AGENTFLOW', flowData: JSON.stringify(replyFlow()) }
    const { id } = await caller.expect<{ id: string }>(200, 'POST', '/chatflows', body)
    flow = await readForCanvas(caller, id)
  })
  afterAll(() => server.stop())

  const path = () => `/chatflows/${flow.id}/draft`
  const append = (
    diff: FlowDiff,
    options: { after?: number; isWhole?: boolean; baseVersionId?: string } = {},
  ) =>
    caller.call<{ sequence: number } & Refusal>('POST', path(), {
      baseVersionId: flow.headVersionId,
      viewport: null,
      diff,
      ...options,
    })
  const added = async (diff: FlowDiff, after: number) => {
    const answer = await append(diff, { after })
    expect(answer.status, answer.text).toBe(200)
    return answer.body.sequence
  }
  const read = async () => (await caller.expect<{ draft: FlowDraft | null }>(200, 'GET', path())).draft

  test('is the unsaved work of one user, and leaves the flow as it is', async () => {
    expect(await read()).toBeNull()
    const first = await added(relabel(flow.document, REPLY, 'One'), 0)
    const once = applyDiff(flow.document, relabel(flow.document, REPLY, 'One'))
    const second = await added(addNote(once, 'stickyNote_0'), first)
    const draft = await read()
    expect(draft).toMatchObject({
      sequence: second,
      baseVersionId: flow.headVersionId,
      headVersionId: flow.headVersionId,
    })
    const document = applyDiff(flow.document, draft?.diff ?? NO_CHANGE)
    expect(document.nodes.map(({ label }) => label)).toEqual(['Start', 'One', 'stickyNote_0'])
    expect(draft && isEmptyDiff(draft.savedSince)).toBe(true)
    expect(await readForCanvas(caller, flow.id)).toMatchObject({
      revision: flow.revision,
      document: flow.document,
    })
    await caller.expect(200, 'DELETE', path())
    expect(await read()).toBeNull()
  })

  test('belongs to people: a key has none', async () => {
    const key = await server.withKey(['agentflows:update'])
    const body = { baseVersionId: flow.headVersionId, after: 0, diff: NO_CHANGE, viewport: null }
    expect((await key.call('POST', path(), body)).status).toBe(403)
    expect((await key.call('GET', path())).status).toBe(403)
  })

  test('tells the second window what it misses, which then goes on', async () => {
    const first = await added(relabel(flow.document, REPLY, 'One'), 0)
    const stale = await append(relabel(flow.document, START, 'Two'), { after: 0 })
    expect(stale).toMatchObject({ status: 409, body: { code: 'stale_draft', missed: { sequence: first } } })
    expect(stale.body.missed?.diff).toEqual(relabel(flow.document, REPLY, 'One'))
    const second = await added(relabel(flow.document, START, 'Two'), first)
    const third = await append(addNote(flow.document, 'stickyNote_0'), { after: first })
    expect(third.body.missed).toEqual({ sequence: second, diff: relabel(flow.document, START, 'Two') })
    const document = applyDiff(flow.document, (await read())?.diff ?? NO_CHANGE)
    expect(document.nodes.map(({ label }) => label)).toEqual(['Two', 'One'])
  })

  test('that was discarded or begun anew elsewhere cannot tell, and says that it is another', async () => {
    const first = await added(relabel(flow.document, REPLY, 'One'), 0)
    await caller.expect(200, 'DELETE', path())
    const gone = await append(relabel(flow.document, REPLY, 'Two'), { after: first })
    expect(gone).toMatchObject({ status: 409, body: { code: 'stale_draft' } })
    expect(gone.body.missed).toBeUndefined()
    const anew = await append(relabel(flow.document, REPLY, 'Three'))
    expect(anew.status).toBe(200)
    const again = await append(relabel(flow.document, REPLY, 'Four'))
    expect(again.status).toBe(200)
    expect((await read())?.diff).toEqual(relabel(flow.document, REPLY, 'Four'))
  })

  test('takes no change that was made from something else', async () => {
    const other = applyDiff(flow.document, relabel(flow.document, REPLY, 'Elsewhere'))
    expect(await append(relabel(other, REPLY, 'Back'), { after: 0 })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    })
    const malformed = {
      id: REPLY,
      changes: [{ path: ['position'], from: flow.document.nodes[1]?.position, to: 'here' }],
    }
    const broken = { ...NO_CHANGE, nodes: { ...NO_CHANGE.nodes, changed: [malformed] } } as FlowDiff
    expect(await append(broken, { after: 0 })).toMatchObject({ status: 400, body: { code: 'invalid_flow' } })
    expect(await read()).toBeNull()
  })

  test('stands on a saved version of its own flow', async () => {
    for (const baseVersionId of ['11111111-2222-4333-8444-555555555555', await otherVersion()]) {
      expect(await append(NO_CHANGE, { after: 0, baseVersionId })).toMatchObject({ status: 404 })
    }
  })

  async function otherVersion(): Promise<string> {
    const body = { name: 'Other', type: 'AGENTFLOW', flowData: JSON.stringify(replyFlow()) }
    return (await caller.expect<{ headVersionId: string }>(200, 'POST', '/chatflows', body)).headVersionId
  }

  test('of which many changes were sent is read as quickly: its log is folded, and goes on', async () => {
    let document = flow.document
    let sequence = 0
    for (let index = 0; index < 120; index += 1) {
      const diff = relabel(document, REPLY, `Label ${index}`)
      sequence = await added(diff, sequence)
      document = applyDiff(document, diff)
    }
    const row = await server.context.db.read(await workspace()).flows.findDraft(flow.id, await user())
    expect(row?.startSequence).toBeGreaterThan(90)
    expect((await read())?.diff).toEqual(diffDocuments(flow.document, document))
    const late = await append(NO_CHANGE, { after: 0 })
    expect(late.body.missed).toEqual({ sequence, diff: diffDocuments(flow.document, document) })
  })

  const session = () => caller.expect<{ id: string; activeWorkspaceId: string }>(200, 'GET', '/auth/session')
  const workspace = async () => (await session()).activeWorkspaceId
  const user = async () => (await session()).id

  test('that fell behind says what was saved since', async () => {
    await added(relabel(flow.document, REPLY, 'Mine'), 0)
    const saved = await caller.call(
      'PATCH',
      `/chatflows/${flow.id}`,
      { diff: relabel(flow.document, START, 'Theirs') },
      {
        'if-match': `"${flow.revision}"`,
      },
    )
    expect(saved.status).toBe(200)
    const draft = await read()
    expect(draft?.savedSince).toEqual(relabel(flow.document, START, 'Theirs'))
    expect(draft?.diff).toEqual(relabel(flow.document, REPLY, 'Mine'))
    const head = await readForCanvas(caller, flow.id)
    const moved = await append(relabel(head.document, REPLY, 'Mine'), {
      after: draft?.sequence ?? 0,
      baseVersionId: head.headVersionId,
      isWhole: true,
    })
    expect(moved.status).toBe(200)
    expect(await read()).toMatchObject({ baseVersionId: head.headVersionId, savedSince: NO_CHANGE })
  })

  test('is what a run from the canvas takes', async () => {
    await added(relabel(flow.document, REPLY, 'Named in the draft'), 0)
    const run = await caller.expect<{ agentFlowExecutedData: { nodeLabel: string }[] }>(
      200,
      'POST',
      `/internal-prediction/${flow.id}`,
      { question: 'x', useDraft: true },
    )
    expect(run.agentFlowExecutedData.map(({ nodeLabel }) => nodeLabel)).toContain('Named in the draft')
  })
})
