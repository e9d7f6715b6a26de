import { ApiError } from '@runnel/client'
import { renameNode } from '@runnel/graph'
import { describe, expect, test, vi } from 'vitest'
import { createMemoryStorage } from '../../../session/memory-storage.fixture.ts'
import { createDraftKeeper } from './draft-keeper.ts'
import { FIRST_DOCUMENT, FLOW_ID, flowRow, makeDraftServer } from './draft-server.fixture.ts'
import { changeFlow, createEditorStore, type EditorStore, undo } from './editor-store.ts'
import { headOf } from './save-flow.ts'
import { sendUnsent } from './send-unsent.ts'
import { createUnsentWork } from './unsent-work.ts'

const away = () => Promise.reject(new ApiError('No answer', { status: 0, code: 'network_unreachable' }))
const signedOut = () =>
  Promise.reject(new ApiError('Invalid or Missing token', { status: 401, code: 'unauthorized' }))

function openFlow() {
  const server = makeDraftServer()
  const unsent = createUnsentWork(createMemoryStorage(), 'ada')
  const editor = createEditorStore({
    head: headOf(flowRow(1)),
    find: () => undefined,
    document: FIRST_DOCUMENT,
    viewport: undefined,
    isReadOnly: false,
  })
  const parts = { api: server.api, editor, unsent, onCreated: () => undefined, draftDelayMs: 1 }
  return { ...server, unsent, editor, keeper: createDraftKeeper(parts) }
}
const rename = (editor: EditorStore, label: string) =>
  changeFlow(editor, (document) => renameNode(document, { nodeId: 'llmChain_0', label }))

describe('while the server is away', () => {
  test('unsaved work lies in the browser, and is sent by itself when the server is back', async () => {
    const { api, keeper, editor, unsent, kept } = openFlow()
    const { appendDraft } = api
    api.appendDraft = away
    const stop = keeper.start()
    rename(editor, 'mine')
    await vi.waitFor(() => expect(keeper.store.getState().keptIn).toBe('browser'))
    expect(unsent.read(FLOW_ID)).toBeDefined()
    expect(await keeper.keep()).toBe('nothing')
    api.appendDraft = appendDraft
    await vi.waitFor(() => expect(kept()?.nodes[0]?.label).toBe('mine'))
    await vi.waitFor(() =>
      expect(keeper.store.getState()).toMatchObject({ keptIn: 'server', draftError: undefined }),
    )
    expect(unsent.read(FLOW_ID)).toBeUndefined()
    stop()
  })

  test('what was taken back is not left in the browser', async () => {
    const { api, keeper, editor, unsent, saved } = openFlow()
    api.appendDraft = away
    const stop = keeper.start()
    rename(editor, 'mine')
    const changesHere = () => unsent.read(FLOW_ID)?.body.diff.nodes?.changed
    await vi.waitFor(() => expect(changesHere()).toHaveLength(1))
    undo(editor)
    keeper.holdHere()
    expect(changesHere()).toEqual([])
    await vi.waitFor(() => expect(unsent.read(FLOW_ID)).toBeUndefined())
    expect(keeper.store.getState()).toMatchObject({ keptIn: 'server', draftError: undefined })
    expect(editor.getState().document).toEqual(saved())
    stop()
  })

  test('a save that succeeds after it leaves no failure behind', async () => {
    const { api, keeper, editor, unsent } = openFlow()
    api.appendDraft = away
    const stop = keeper.start()
    rename(editor, 'mine')
    await vi.waitFor(() => expect(keeper.store.getState().draftError).toBeDefined())
    await keeper.save()
    expect(keeper.store.getState()).toMatchObject({ keptIn: 'server', draftError: undefined })
    expect(unsent.read(FLOW_ID)).toBeUndefined()
    stop()
  })

  test('a browser without room is not said to keep anything', async () => {
    const { api, keeper, editor, unsent } = openFlow()
    api.appendDraft = away
    unsent.write = () => false
    const stop = keeper.start()
    rename(editor, 'mine')
    await vi.waitFor(() => expect(keeper.store.getState().keptIn).toBe('nowhere'))
    expect(await keeper.keep()).toBe('all')
    stop()
  })
})

test('an ended session is not asked for again until the person is back', async () => {
  const { api, keeper, editor, kept } = openFlow()
  const { appendDraft } = api
  const calls = vi.fn(signedOut)
  api.appendDraft = calls
  const stop = keeper.start()
  rename(editor, 'mine')
  await vi.waitFor(() => expect(keeper.store.getState().keptIn).toBe('browser'))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(calls).toHaveBeenCalledTimes(1)
  api.appendDraft = appendDraft
  keeper.tryAgain()
  await vi.waitFor(() => expect(kept()?.nodes[0]?.label).toBe('mine'))
  stop()
})

describe('work that a browser could not send', () => {
  async function leaveWork() {
    const flow = openFlow()
    const { appendDraft } = flow.api
    flow.api.appendDraft = away
    const stop = flow.keeper.start()
    rename(flow.editor, 'mine')
    await vi.waitFor(() => expect(flow.unsent.read(FLOW_ID)).toBeDefined())
    stop()
    flow.api.appendDraft = appendDraft
    return flow
  }

  test('is sent when the flow is opened again', async () => {
    const { api, unsent, kept } = await leaveWork()
    await sendUnsent(api, unsent, FLOW_ID)
    expect(kept()?.nodes[0]?.label).toBe('mine')
    expect(unsent.read(FLOW_ID)).toBeUndefined()
  })

  test('stays in the browser while the server is still away', async () => {
    const { api, unsent } = await leaveWork()
    api.appendDraft = away
    await sendUnsent(api, unsent, FLOW_ID)
    expect(unsent.read(FLOW_ID)).toBeDefined()
  })

  test('takes the place of what another window kept before it', async () => {
    const { api, unsent, others, kept } = await leaveWork()
    others.append((document) => renameNode(document, { nodeId: 'llmChain_0', label: 'older' }))
    await sendUnsent(api, unsent, FLOW_ID)
    expect(kept()?.nodes[0]?.label).toBe('mine')
  })

  test('is not offered to another person at the same browser', () => {
    const storage = createMemoryStorage()
    const body = {
      baseVersionId: 'v',
      diff: {
        nodes: { added: [], removed: [], changed: [] },
        edges: { added: [], removed: [], changed: [] },
      },
      viewport: null,
    }
    createUnsentWork(storage, 'ada').write(FLOW_ID, body)
    expect(createUnsentWork(storage, 'ben').read(FLOW_ID)).toBeUndefined()
    expect(createUnsentWork(storage, 'ada').read(FLOW_ID)?.body).toEqual(body)
  })
})

test('the page that goes leaves what it had no time to send', () => {
  const { keeper, editor, unsent } = openFlow()
  rename(editor, 'mine')
  keeper.holdHere()
  expect(unsent.read(FLOW_ID)?.body.diff.nodes.changed).toHaveLength(1)
})
