import type { FlowChange, FlowDiff, SavedChatflow } from '@runnel/contract'
import { databaseKinds } from '@runnel/db/testing'
import { applyDiff, diffDocuments } from '@runnel/graph'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { replyFlow } from '../testing/example-flows.ts'
import { addNote, type EditedFlow, NO_CHANGE, readForCanvas, relabel } from '../testing/flow-changes.ts'
import type { TestCaller } from '../testing/test-caller.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

const REPLY = 'directReplyAgentflow_0'

describe.each(databaseKinds)('a save of what changed on %s', (kind) => {
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

  const save = (body: object, revision: number | undefined = flow.revision) =>
    caller.call<SavedChatflow & { code: string }>('PATCH', `/chatflows/${flow.id}`, body, {
      ...(revision === undefined ? {} : { 'if-match': `"${revision}"` }),
    })
  const read = () => readForCanvas(caller, flow.id)
  const appendDraft = (diff: FlowDiff, after = 0) =>
    caller.expect<{ sequence: number }>(200, 'POST', `/chatflows/${flow.id}/draft`, {
      baseVersionId: flow.headVersionId,
      after,
      diff,
      viewport: null,
    })
  const draft = async () =>
    (await caller.expect<{ draft: object | null }>(200, 'GET', `/chatflows/${flow.id}/draft`)).draft
  const changes = (query = '') =>
    caller.expect<{ changes: FlowChange[]; sequence: number }>(
      200,
      'GET',
      `/chatflows/${flow.id}/changes${query}`,
    )

  test('makes a version and answers what the caller does not know, without the document', async () => {
    const diff = relabel(flow.document, REPLY, 'Saved')
    const { status, body, text, headers } = await save({
      diff,
      name: 'Renamed',
      viewport: { x: 1, y: 2, zoom: 1 },
    })
    expect([status, headers.get('etag')]).toEqual([200, `"${flow.revision + 1}"`])
    expect(body).toMatchObject({ revision: flow.revision + 1, problems: expect.any(Array), repairs: [] })
    expect(text).not.toContain('Saved')
    const saved = await read()
    expect(saved).toMatchObject({
      name: 'Renamed',
      viewport: { x: 1, y: 2, zoom: 1 },
      headVersionId: body.headVersionId,
    })
    expect(saved.document).toEqual(applyDiff(flow.document, diff))
    const kept = await caller.expect<{ flowData: string }>(200, 'GET', `/chatflows/${flow.id}`)
    expect(kept.flowData).toContain('"label":"Saved"')
  })

  test('names the revision from which the change was made', async () => {
    const diff = relabel(flow.document, REPLY, 'Saved')
    const bare = await caller.call('PATCH', `/chatflows/${flow.id}`, { diff })
    expect(bare).toMatchObject({ status: 412, body: { code: 'precondition_failed' } })
    expect((await save({ diff })).status).toBe(200)
    expect(await save({ diff: relabel(flow.document, REPLY, 'Late') })).toMatchObject({
      status: 409,
      body: { code: 'stale_revision' },
    })
    const [one, two] = await Promise.all([
      save({ diff: NO_CHANGE }, flow.revision + 1),
      save({ diff: NO_CHANGE }, flow.revision + 1),
    ])
    expect([one.status, two.status].toSorted()).toEqual([200, 409])
  })

  test('that was made from another document is refused, and so is one that leads to none', async () => {
    const other = applyDiff(flow.document, relabel(flow.document, REPLY, 'Elsewhere'))
    expect(await save({ diff: relabel(other, REPLY, 'x') })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    })
    const twice = addNote(flow.document, REPLY)
    expect((await save({ diff: twice })).status).toBe(409)
    const [node] = addNote(flow.document, 'stickyNote_0').nodes.added
    const inItself = {
      ...NO_CHANGE,
      nodes: { ...NO_CHANGE.nodes, added: [{ ...node, parent: 'stickyNote_0' }] },
    }
    expect(await save({ diff: inItself })).toMatchObject({ status: 400, body: { code: 'invalid_flow' } })
    expect((await read()).revision).toBe(flow.revision)
  })

  test('takes the draft with it that it holds, and no other', async () => {
    const diff = relabel(flow.document, REPLY, 'Mine')
    const { sequence } = await appendDraft(diff)
    const more = addNote(applyDiff(flow.document, diff), 'stickyNote_0')
    const later = await appendDraft(more, sequence)
    expect((await save({ diff, draftSequence: sequence })).status).toBe(200)
    expect(await draft()).toMatchObject({ sequence: later.sequence })
    const head = await read()
    expect((await save({ diff: NO_CHANGE, draftSequence: later.sequence }, head.revision)).status).toBe(200)
    expect(await draft()).toBeNull()
  })

  test('that fails leaves the draft', async () => {
    const { sequence } = await appendDraft(relabel(flow.document, REPLY, 'Mine'))
    expect((await save({ diff: NO_CHANGE, draftSequence: sequence }, flow.revision + 5)).status).toBe(409)
    expect(await draft()).not.toBeNull()
  })

  test('can be read by whoever follows the flow, as can a save of the whole and my own drafts', async () => {
    expect((await changes()).changes).toEqual([])
    const diff = relabel(flow.document, REPLY, 'One')
    const { sequence } = await appendDraft(diff)
    const { body } = await save({ diff, draftSequence: sequence })
    await caller.expect(200, 'PUT', `/chatflows/${flow.id}`, {
      flowData: JSON.stringify(replyFlow('Other words')),
    })
    const after = await read()
    const feed = await changes()
    expect(feed.changes.map((change) => [change.kind, change.sequence])).toEqual([
      ['draft', sequence],
      ['saved', body.changeSequence],
      ['saved', after.changeSequence],
    ])
    expect(feed.sequence).toBe(after.changeSequence)
    const saves = feed.changes.filter((change) => change.kind === 'saved')
    expect(saves.at(-1)?.versionId).toBe(after.headVersionId)
    const followed = saves.reduce((document, change) => applyDiff(document, change.diff), flow.document)
    expect(diffDocuments(followed, after.document)).toEqual(NO_CHANGE)
    expect((await changes(`?after=${sequence}&limit=1`)).changes.map((change) => change.sequence)).toEqual([
      body.changeSequence,
    ])
    expect((await changes(`?after=${sequence}&limit=1`)).sequence).toBe(body.changeSequence)
    expect((await changes(`?after=${after.changeSequence}`)).changes).toEqual([])
    const key = await server.withKey(['agentflows:view'])
    const shown = await key.expect<{ changes: FlowChange[] }>(200, 'GET', `/chatflows/${flow.id}/changes`)
    expect(shown.changes.map((change) => change.kind)).toEqual(['saved', 'saved'])
  })

  test('of a flow from somewhere without ranks and format gives it both', async () => {
    const { id } = await caller.expect<{ id: string }>(200, 'POST', '/chatflows', {
      name: 'Own form',
      document: {
        nodes: [{ id: 'a', type: 'stickyNote', label: 'A', position: { x: 0, y: 0 }, values: {} }],
        edges: [],
      },
    })
    expect((await readForCanvas(caller, id)).document).toMatchObject({
      format: 1,
      nodes: [{ id: 'a', rank: 0 }],
    })
    const newer = await caller.call<{ message: string }>('PUT', `/chatflows/${id}`, {
      document: { format: 99, nodes: [], edges: [] },
    })
    expect([newer.status, newer.body.message]).toEqual([400, expect.stringContaining('newer version')])
  })
})
