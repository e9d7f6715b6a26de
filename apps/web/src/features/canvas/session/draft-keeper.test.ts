import { ApiError } from '@runnel/client'
import type { FlowDocument } from '@runnel/contract'
import { diffDocuments, renameNode } from '@runnel/graph'
import { findTestDefinition, makeNode } from '@runnel/graph/testing'
import { describe, expect, test } from 'vitest'
import { createMemoryStorage } from '../../../session/memory-storage.fixture.ts'
import { createDraftKeeper } from './draft-keeper.ts'
import { FIRST_DOCUMENT, FLOW_ID, flowRow, makeDraftServer } from './draft-server.fixture.ts'
import { changeFlow, createEditorStore, type EditorStore, inspect, renameFlow, undo } from './editor-store.ts'
import { headOf } from './save-flow.ts'
import { createUnsentWork } from './unsent-work.ts'

const find = findTestDefinition

function openFlow({ isNew = false } = {}) {
  const server = makeDraftServer()
  const head = isNew
    ? { ...headOf(flowRow(1)), id: undefined, revision: undefined, versionId: undefined }
    : headOf(flowRow(1))
  const editor = createEditorStore({
    head,
    find,
    document: FIRST_DOCUMENT,
    viewport: undefined,
    isReadOnly: false,
  })
  const created: string[] = []
  const keeper = createDraftKeeper({
    api: server.api,
    editor,
    onCreated: (id) => void created.push(id),
    unsent: createUnsentWork(createMemoryStorage(), 'ada'),
    draftDelayMs: 1,
  })
  return { ...server, editor, keeper, created }
}

const relabel =
  (label: string, nodeId = 'llmChain_0') =>
  (document: FlowDocument) =>
    renameNode(document, { nodeId, label })
const addNode = (id: string) => (document: FlowDocument) =>
  diffDocuments(document, { ...document, nodes: [...document.nodes, makeNode(id)] })
const rename = (editor: EditorStore, label: string) => changeFlow(editor, relabel(label))
const labelsOf = (document: FlowDocument | undefined) => document?.nodes.map(({ label }) => label)
const shown = (editor: EditorStore) => labelsOf(editor.getState().document)

describe('saving a flow', () => {
  test('sends what changed and names the revision, and makes the flow clean [S4-CANVAS-02]', async () => {
    const { keeper, editor, calls, saved } = openFlow()
    rename(editor, 'new')
    expect(await keeper.save()).toEqual({ problems: [], isJoined: false })
    expect(calls).toEqual(['save new if 1'])
    expect(saved()).toEqual(editor.getState().document)
    expect(editor.getState()).toMatchObject({ isDirty: false, head: { revision: 2, versionId: 'version-2' } })
    rename(editor, 'newer')
    await keeper.save()
    expect(calls.at(-1)).toBe('save newer if 2')
  })

  test('takes the draft with it in one call', async () => {
    const { keeper, editor, calls, kept } = openFlow()
    rename(editor, 'new')
    await keeper.keep()
    expect(labelsOf(kept())).toEqual(['new', 'llmChain_1'])
    await keeper.save()
    expect(kept()).toBeUndefined()
    expect(calls).toEqual(['draft new', 'save new if 1'])
  })

  test('names a file that went with it, in place of its bytes, and can still take the choice back', async () => {
    const { keeper, editor, calls, saved } = openFlow()
    const fileOf = () => editor.getState().document.nodes[0]?.values.file
    changeFlow(editor, (document) => {
      const [first, ...others] = document.nodes
      if (!first) throw new Error('The flow has no node.')
      const values = { ...first.values, file: 'data:application/pdf;base64,AAAA,filename:tea.pdf' }
      return diffDocuments(document, { ...document, nodes: [{ ...first, values }, ...others] })
    })
    await keeper.save()
    expect(fileOf()).toBe('FILE-STORAGE::tea.pdf')
    expect(editor.getState()).toMatchObject({ isDirty: false, document: saved() })
    rename(editor, 'new')
    await keeper.save()
    expect(calls.at(-1)).toBe('save new if 2')
    undo(editor)
    undo(editor)
    expect(fileOf()).toBeUndefined()
  })

  test('leaves what is changed meanwhile unsaved', async () => {
    const { keeper, editor } = openFlow()
    rename(editor, 'new')
    const saving = keeper.save()
    await Promise.resolve()
    rename(editor, 'newer')
    await saving
    expect(editor.getState().isDirty).toBe(true)
    expect(shown(editor)).toEqual(['newer', 'llmChain_1'])
  })

  test('is not needed where everything was taken back, be it before the save or while it is under way', async () => {
    const { keeper, editor } = openFlow()
    rename(editor, 'new')
    await keeper.save()
    undo(editor)
    expect(editor.getState().isDirty).toBe(true)
    const saving = keeper.save()
    await Promise.resolve()
    rename(editor, 'newer')
    undo(editor)
    await saving
    expect(editor.getState().isDirty).toBe(false)
    rename(editor, 'newest')
    undo(editor)
    expect(editor.getState().isDirty).toBe(false)
  })

  test('ends the showing of what an import repaired', async () => {
    const { keeper, editor } = openFlow()
    const repair = { code: 'node_missing_size', severity: 'repair', message: 'No size' } as const
    const imported = headOf({ ...flowRow(1), repairs: [repair] })
    editor.setState({ head: imported })
    expect(imported.repairs).toEqual([repair])
    rename(editor, 'new')
    await keeper.save()
    expect(editor.getState().head).toMatchObject({ revision: 2, repairs: [] })
  })

  test('joins what somebody else saved meanwhile, where the two do not meet', async () => {
    const { keeper, editor, calls, others, saved } = openFlow()
    others.save(relabel('theirs', 'llmChain_1'))
    others.save(addNode('calculator_0'))
    rename(editor, 'mine')
    expect(await keeper.save()).toEqual({ problems: [], isJoined: true })
    expect(calls).toEqual(['save mine if 1', 'save mine if 3'])
    expect(labelsOf(saved())).toEqual(['mine', 'theirs', 'calculator_0'])
    expect(shown(editor)).toEqual(['mine', 'theirs', 'calculator_0'])
    undo(editor)
    expect(shown(editor)).toEqual(['llmChain_0', 'theirs', 'calculator_0'])
  })

  test('joins two nodes that both added under the same id, as two', async () => {
    const { keeper, editor, others, saved } = openFlow()
    const add = (label: string) => (document: FlowDocument) =>
      diffDocuments(document, {
        ...document,
        nodes: [...document.nodes, makeNode('calculator_0', { label })],
      })
    others.save(add('theirs'))
    changeFlow(editor, add('mine'))
    inspect(editor, 'calculator_0')
    expect(await keeper.save()).toEqual({ problems: [], isJoined: true })
    expect(
      saved()
        .nodes.slice(2)
        .map(({ id, label }) => [id, label]),
    ).toEqual([
      ['calculator_0', 'theirs'],
      ['calculator_1', 'mine'],
    ])
    expect(editor.getState()).toMatchObject({ document: saved(), inspected: 'calculator_1', isDirty: false })
  })

  test('joins a new name that somebody else gave, and asks about two', async () => {
    const { keeper, editor, others } = openFlow()
    others.rename('Theirs')
    rename(editor, 'mine')
    await keeper.save()
    expect(editor.getState().head.name).toBe('Theirs')
    others.rename('Again theirs')
    renameFlow(editor, 'Mine')
    expect(await keeper.save()).toBeUndefined()
    expect(keeper.store.getState().conflict?.name).toBe('Again theirs')
  })

  test('asks where both changed the same, and overwrites only when told to', async () => {
    const { keeper, editor, calls, others, saved } = openFlow()
    others.save(relabel('theirs'))
    rename(editor, 'mine')
    expect(await keeper.save()).toBeUndefined()
    expect(keeper.store.getState().conflict?.revision).toBe(2)
    expect(editor.getState().isDirty).toBe(true)
    expect(shown(editor)).toEqual(['mine', 'llmChain_1'])
    await keeper.overwrite()
    expect(calls).toEqual(['save mine if 1', 'save mine if 2'])
    expect(labelsOf(saved())).toEqual(['mine', 'llmChain_1'])
    expect(editor.getState()).toMatchObject({ isDirty: false, head: { revision: 3 } })
  })

  test('can take the other version instead', async () => {
    const { keeper, editor, others } = openFlow()
    others.save(relabel('theirs'))
    rename(editor, 'mine')
    await keeper.save()
    await keeper.takeTheirs()
    expect(shown(editor)).toEqual(['theirs', 'llmChain_1'])
    expect(editor.getState()).toMatchObject({ isDirty: false, head: { revision: 2 } })
    undo(editor)
    expect(shown(editor)).toEqual(['mine', 'llmChain_1'])
    rename(editor, 'mine again')
    await keeper.save()
    expect(editor.getState()).toMatchObject({ isDirty: false, head: { revision: 3 } })
  })
})

describe('keeping unsaved work', () => {
  test('happens at once when asked, and it is told when it cannot be', async () => {
    const { keeper, editor, calls, api } = openFlow()
    rename(editor, 'mine')
    expect(await keeper.keep()).toBe('nothing')
    expect(await keeper.keep()).toBe('nothing')
    expect(calls).toEqual(['draft mine'])
    api.appendDraft = () =>
      Promise.reject(new ApiError('Signed out', { status: 401, code: 'unauthenticated' }))
    rename(editor, 'mine again')
    expect(await keeper.keep()).toBe('nothing')
    expect(keeper.store.getState().keptIn).toBe('browser')
    expect(keeper.store.getState().draftError).toBeInstanceOf(ApiError)
  })

  test('sends each change once', async () => {
    const { keeper, editor, calls, kept } = openFlow()
    rename(editor, 'one')
    await keeper.keep()
    changeFlow(editor, addNode('calculator_0'))
    await keeper.keep()
    expect(calls).toEqual(['draft one', 'draft +calculator_0'])
    expect(kept()).toEqual(editor.getState().document)
  })

  test('has nowhere to go for a flow that was never saved', async () => {
    const { keeper, editor, calls } = openFlow({ isNew: true })
    rename(editor, 'mine')
    expect(await keeper.keep()).toBe('all')
    expect(calls).toEqual([])
  })

  test('keeps no new name: it is told that leaving loses it, until it is saved', async () => {
    const { keeper, editor } = openFlow()
    renameFlow(editor, 'Better')
    expect(await keeper.keep()).toBe('name')
    await keeper.save()
    rename(editor, 'mine')
    expect(await keeper.keep()).toBe('nothing')
  })

  test('happens by itself', async () => {
    const { keeper, editor, calls } = openFlow()
    const stop = keeper.start()
    rename(editor, 'a')
    rename(editor, 'ab')
    await expect.poll(() => calls).toEqual(['draft ab'])
    stop()
    expect(editor.getState().isDirty).toBe(true)
  })

  test.each([
    ['a moment later', false],
    ['at once where the page is left', true],
  ])('forgets what was taken back, %s', async (_when, isLeft) => {
    const { keeper, editor, calls, kept } = openFlow()
    const stop = keeper.start()
    rename(editor, 'mine')
    await expect.poll(() => calls).toEqual(['draft mine'])
    undo(editor)
    expect(editor.getState().isDirty).toBe(false)
    if (isLeft) stop()
    await expect.poll(() => kept()).toEqual(FIRST_DOCUMENT)
    expect(await keeper.prepare()).toEqual({ flowId: FLOW_ID, useDraft: false })
    stop()
    expect(calls).toEqual(['draft mine', 'draft llmChain_0'])
  })

  test('loses nothing of what another window keeps of the same flow: both show both', async () => {
    const { keeper, editor, calls, others, kept } = openFlow()
    others.append(relabel('other window', 'llmChain_1'))
    rename(editor, 'mine')
    expect(await keeper.keep()).toBe('nothing')
    expect(shown(editor)).toEqual(['mine', 'other window'])
    expect(kept()).toEqual(editor.getState().document)
    others.append(addNode('calculator_0'))
    rename(editor, 'mine again')
    await keeper.keep()
    expect(shown(editor)).toEqual(['mine again', 'other window', 'calculator_0'])
    expect(calls).toEqual(['draft mine', 'draft mine', 'draft mine again', 'draft mine again'])
  })

  test('says so where another window changed the same', async () => {
    const { keeper, editor, others, kept } = openFlow()
    others.append(relabel('other window'))
    rename(editor, 'mine')
    expect(await keeper.keep()).toBe('all')
    expect(keeper.store.getState().draftError).toMatchObject({ code: 'stale_draft' })
    expect(shown(editor)).toEqual(['mine', 'llmChain_1'])
    expect(labelsOf(kept())).toEqual(['other window', 'llmChain_1'])
  })

  test('begins anew where another window threw the draft away', async () => {
    const { keeper, editor, others, kept } = openFlow()
    rename(editor, 'mine')
    await keeper.keep()
    others.discardDraft()
    changeFlow(editor, addNode('calculator_0'))
    expect(await keeper.keep()).toBe('nothing')
    expect(kept()).toEqual(editor.getState().document)
  })

  test('takes over what another window kept on the version before, when it was saved here', async () => {
    const { keeper, editor, others, kept } = openFlow()
    others.append(relabel('other window', 'llmChain_1'))
    rename(editor, 'mine')
    await keeper.save()
    expect(labelsOf(kept())).toEqual(['llmChain_0', 'other window'])
    rename(editor, 'mine again')
    expect(await keeper.keep()).toBe('nothing')
    expect(shown(editor)).toEqual(['mine again', 'other window'])
    expect(kept()).toEqual(editor.getState().document)
  })
})

describe('unsaved work of before', () => {
  test('goes on where it was, and only what is new is sent', async () => {
    const { keeper, editor, calls, others, api, kept } = openFlow()
    others.append(relabel('before'))
    const { draft } = await api.getDraft({ params: { id: FLOW_ID } })
    if (draft) keeper.resume(draft)
    expect(shown(editor)).toEqual(['before', 'llmChain_1'])
    expect(await keeper.keep()).toBe('nothing')
    expect(calls).toEqual([])
    changeFlow(editor, addNode('calculator_0'))
    await keeper.keep()
    expect(calls).toEqual(['draft +calculator_0'])
    expect(kept()).toEqual(editor.getState().document)
    await keeper.save()
    expect(kept()).toBeUndefined()
  })

  test.each([
    ['is joined with what was saved since', 'llmChain_1', true],
    ['is asked about where both changed the same', 'llmChain_0', false],
  ])('that fell behind %s', async (_what, theirNode, isJoined) => {
    const { api, others } = makeDraftServer()
    others.append(relabel('before'))
    others.save(relabel('theirs', theirNode))
    const flow = await api.getChatflow({ params: { id: FLOW_ID } })
    const document = flow.document ?? FIRST_DOCUMENT
    const editor = createEditorStore({
      head: headOf(flow),
      find,
      document,
      viewport: undefined,
      isReadOnly: false,
    })
    const keeper = createDraftKeeper({
      api,
      editor,
      onCreated: () => undefined,
      unsent: createUnsentWork(createMemoryStorage(), 'ada'),
    })
    const { draft } = await api.getDraft({ params: { id: FLOW_ID } })
    if (draft) keeper.resume(draft)
    expect(shown(editor)).toEqual(['before', 'llmChain_1'])
    expect(await keeper.save()).toEqual(isJoined ? { problems: [], isJoined } : undefined)
    expect(shown(editor)).toEqual(isJoined ? ['before', 'theirs'] : ['before', 'llmChain_1'])
    expect(keeper.store.getState().conflict === undefined).toBe(isJoined)
  })
})

test('that conversations are private is set at once, too', async () => {
  const { keeper, editor, calls } = openFlow()
  rename(editor, 'new')
  await keeper.setPrivateSessions(true)
  expect(editor.getState()).toMatchObject({ isDirty: true, head: { hasPrivateSessions: true, revision: 2 } })
  expect(await keeper.save()).toEqual({ problems: [], isJoined: false })
  expect(calls).toEqual(['private true if 1', 'save new if 2'])
})

test('whether callers see the steps is set at once, beside the other rules for them', async () => {
  const { keeper, editor, calls } = openFlow()
  editor.setState(({ head }) => ({ head: { ...head, apiConfig: '{"rateLimit":{"limitMax":3}}' } }))
  await keeper.setCallersSeeSteps(true)
  const { apiConfig } = editor.getState().head
  expect(JSON.parse(apiConfig ?? '')).toEqual({ rateLimit: { limitMax: 3 }, callersSeeSteps: true })
  await keeper.setCallersSeeSteps(false)
  expect(editor.getState().head).toMatchObject({ apiConfig: '{"rateLimit":{"limitMax":3}}', revision: 3 })
  expect(calls).toEqual([
    'rules {"rateLimit":{"limitMax":3},"callersSeeSteps":true} if 1',
    'rules {"rateLimit":{"limitMax":3}} if 2',
  ])
})

describe('the key of a flow', () => {
  test('is set at once, and the save after it is not taken for somebody else’s', async () => {
    const { keeper, editor, calls } = openFlow()
    rename(editor, 'new')
    await keeper.setKey('a-key')
    expect(editor.getState()).toMatchObject({ isDirty: true, head: { keyId: 'a-key', revision: 2 } })
    expect(await keeper.save()).toEqual({ problems: [], isJoined: false })
    await keeper.setKey(undefined)
    expect(calls).toEqual(['key a-key if 1', 'save new if 2', 'key null if 3'])
    expect(editor.getState().head.keyId).toBeUndefined()
  })

  test('is not set over somebody else’s save, which stays to be noticed', async () => {
    const { keeper, editor, others } = openFlow()
    others.save(relabel('theirs'))
    await expect(keeper.setKey('a-key')).rejects.toMatchObject({ status: 409 })
    expect(editor.getState().head).toMatchObject({ keyId: undefined, revision: 1 })
  })
})

describe('a run', () => {
  test('takes the draft of a changed flow, the saved version of an unchanged one', async () => {
    const { keeper, editor, calls } = openFlow()
    expect(await keeper.prepare()).toEqual({ flowId: FLOW_ID, useDraft: false })
    rename(editor, 'new')
    expect(await keeper.prepare()).toEqual({ flowId: FLOW_ID, useDraft: true })
    expect(calls).toEqual(['draft new'])
  })

  test('takes what is on this screen, also when another window kept its own work since', async () => {
    const { keeper, editor, others, kept } = openFlow()
    rename(editor, 'new')
    await keeper.keep()
    others.append(addNode('calculator_0'))
    await keeper.prepare()
    expect(kept()).toEqual(editor.getState().document)
    others.append(relabel('other window'))
    rename(editor, 'mine')
    await keeper.prepare()
    expect(shown(editor)).toEqual(['mine', 'llmChain_1', 'calculator_0'])
    expect(kept()).toEqual(editor.getState().document)
  })

  test('of a new flow saves it first', async () => {
    const { keeper, calls, created } = openFlow({ isNew: true })
    expect(await keeper.prepare()).toEqual({ flowId: FLOW_ID, useDraft: false })
    expect(calls).toEqual(['create Flow 100'])
    expect(created).toEqual([FLOW_ID])
  })
})
