import { ApiError } from '@runnel/client'
import type { Chatflow, FlowDocument } from '@runnel/contract'
import { renameNode } from '@runnel/graph'
import { makeNode } from '@runnel/graph/testing'
import { describe, expect, test } from 'vitest'
import { createDraftKeeper, headOf, type KeeperApi } from './draft-keeper.ts'
import { changeFlow, createEditorStore, type EditorStore, renameFlow } from './editor-store.ts'

const ID = '6a1f0a52-0d7c-4f1e-9b2e-000000000001'
const document: FlowDocument = { nodes: [makeNode('llmChain_0')], edges: [] }

const row = (revision: number, own: FlowDocument = document): Chatflow => ({
  id: ID,
  name: 'Flow',
  type: 'CHATFLOW',
  revision,
  headVersionId: '6a1f0a52-0d7c-4f1e-9b2e-00000000000a',
  createdDate: '2026-01-01T00:00:00.000Z',
  updatedDate: '2026-01-01T00:00:00.000Z',
  workspaceId: ID,
  document: own,
  problems: [],
})

const stale = () => new ApiError('The flow was saved meanwhile.', { status: 409, code: 'stale_revision' })

/** A server with one flow, which remembers what it was asked. */
function makeServer(first: { revision: number }) {
  const calls: string[] = []
  let { revision } = first
  const api: KeeperApi = {
    createChatflow: ({ body }) => {
      calls.push(`create ${body.name} ${body.concurrency}`)
      return Promise.resolve(row(revision))
    },
    updateChatflow: ({ body }, options) => {
      const isSave = body.document !== undefined
      calls.push(`${isSave ? 'save' : `key ${body.apikeyid}`} if ${options?.ifMatch}`)
      if (options?.ifMatch !== revision) return Promise.reject(stale())
      revision += 1
      return Promise.resolve({ ...row(revision), name: body.name ?? 'Flow', apikeyid: body.apikeyid })
    },
    getChatflow: () => Promise.resolve(row(revision, { nodes: [], edges: [] })),
    putDraft: ({ body }) => {
      calls.push(`draft ${body.document.nodes[0]?.label}`)
      return Promise.resolve({ updatedDate: '2026-01-01T00:00:00.000Z' })
    },
    deleteDraft: () => {
      calls.push('forget draft')
      return Promise.resolve({ raw: [], affected: 1 })
    },
  }
  return { api, calls }
}

function openFlow({ isNew = false, serverRevision = 1 } = {}) {
  const server = makeServer({ revision: serverRevision })
  const head = isNew
    ? { ...headOf(row(1)), id: undefined, revision: undefined, versionId: undefined }
    : headOf(row(1))
  const editor = createEditorStore({ head, document, viewport: undefined, isReadOnly: false })
  const created: string[] = []
  const keeper = createDraftKeeper({
    api: server.api,
    editor,
    onCreated: (id) => void created.push(id),
    draftDelayMs: 1,
  })
  return { ...server, editor, keeper, created }
}

const rename = (editor: EditorStore, label: string) =>
  changeFlow(editor, (current) => renameNode(current, { nodeId: 'llmChain_0', label }))

describe('keeping a flow', () => {
  test('a save names the revision, makes the flow clean and forgets the draft', async () => {
    const { keeper, editor, calls } = openFlow()
    rename(editor, 'new')
    expect(await keeper.save()).toEqual([])
    expect(calls).toEqual(['save if 1', 'forget draft'])
    expect(editor.getState()).toMatchObject({ isDirty: false, head: { revision: 2 } })
  })

  test('what is changed while a save is under way stays unsaved', async () => {
    const { keeper, editor } = openFlow()
    rename(editor, 'new')
    const saving = keeper.save()
    await Promise.resolve()
    rename(editor, 'newer')
    await saving
    expect(editor.getState().isDirty).toBe(true)
    expect(editor.getState().document.nodes[0]?.label).toBe('newer')
  })

  test('what an import repaired is shown until the next save', async () => {
    const { keeper, editor } = openFlow()
    const repair = { code: 'node_missing_size', severity: 'repair', message: 'No size' } as const
    const imported = headOf({ ...row(1), repairs: [repair] })
    editor.setState({ head: imported })
    expect(imported.repairs).toEqual([repair])
    rename(editor, 'new')
    await keeper.save()
    expect(editor.getState().head).toMatchObject({ revision: 2, repairs: [] })
  })

  test('a save over somebody else’s is asked about, and overwrites only when told to', async () => {
    const { keeper, editor, calls } = openFlow({ serverRevision: 5 })
    rename(editor, 'mine')
    expect(await keeper.save()).toBeUndefined()
    expect(keeper.store.getState().conflict?.revision).toBe(5)
    expect(editor.getState().isDirty).toBe(true)
    await keeper.overwrite()
    expect(calls).toEqual(['save if 1', 'save if 5', 'forget draft'])
    expect(editor.getState()).toMatchObject({ isDirty: false, head: { revision: 6 } })
  })

  test('the other version can be taken instead', async () => {
    const { keeper, editor } = openFlow({ serverRevision: 5 })
    rename(editor, 'mine')
    await keeper.save()
    await keeper.takeTheirs()
    expect(editor.getState()).toMatchObject({
      isDirty: false,
      document: { nodes: [] },
      head: { revision: 5 },
    })
  })

  test('unsaved work is kept at once when asked, and it is told when it cannot be', async () => {
    const { keeper, editor, calls, api } = openFlow()
    rename(editor, 'mine')
    expect(await keeper.keep()).toBe('nothing')
    expect(await keeper.keep()).toBe('nothing')
    expect(calls).toEqual(['draft mine'])
    api.putDraft = () => Promise.reject(new ApiError('Signed out', { status: 401, code: 'unauthenticated' }))
    rename(editor, 'mine again')
    expect(await keeper.keep()).toBe('all')
    expect(keeper.store.getState().draftError).toBeInstanceOf(ApiError)
  })

  test('a flow that was never saved has nowhere to be kept', async () => {
    const { keeper, editor, calls } = openFlow({ isNew: true })
    rename(editor, 'mine')
    expect(await keeper.keep()).toBe('all')
    expect(calls).toEqual([])
  })

  test('a new name is in no draft: it is told that leaving loses it, until it is saved', async () => {
    const { keeper, editor } = openFlow()
    renameFlow(editor, 'Better')
    expect(await keeper.keep()).toBe('name')
    await keeper.save()
    rename(editor, 'mine')
    expect(await keeper.keep()).toBe('nothing')
  })

  test('unsaved work is kept by itself', async () => {
    const { keeper, editor, calls } = openFlow()
    const stop = keeper.start()
    rename(editor, 'a')
    rename(editor, 'ab')
    await expect.poll(() => calls).toEqual(['draft ab'])
    stop()
    expect(editor.getState().isDirty).toBe(true)
  })

  test('a key is set at once, and the save after it is not taken for somebody else’s', async () => {
    const { keeper, editor, calls } = openFlow()
    rename(editor, 'new')
    await keeper.setKey('a-key')
    expect(editor.getState()).toMatchObject({ isDirty: true, head: { keyId: 'a-key', revision: 2 } })
    expect(await keeper.save()).toEqual([])
    await keeper.setKey(undefined)
    expect(calls).toEqual(['key a-key if 1', 'save if 2', 'forget draft', 'key null if 3'])
    expect(editor.getState().head.keyId).toBeUndefined()
  })

  test('a key is not set over somebody else’s save, which stays to be noticed', async () => {
    const { keeper, editor } = openFlow({ serverRevision: 5 })
    await expect(keeper.setKey('a-key')).rejects.toMatchObject({ status: 409 })
    expect(editor.getState().head).toMatchObject({ keyId: undefined, revision: 1 })
  })

  test('a run takes the draft of a changed flow, the saved version of an unchanged one', async () => {
    const { keeper, editor, calls } = openFlow()
    expect(await keeper.prepare()).toEqual({ flowId: ID, useDraft: false })
    rename(editor, 'new')
    expect(await keeper.prepare()).toEqual({ flowId: ID, useDraft: true })
    expect(calls).toEqual(['draft new'])
  })

  test('a run takes what is on this screen, also when another tab kept its own work since', async () => {
    const { keeper, editor, calls } = openFlow()
    rename(editor, 'new')
    await keeper.keep()
    await keeper.prepare()
    expect(calls).toEqual(['draft new', 'draft new'])
  })

  test('a run of a new flow saves it first', async () => {
    const { keeper, calls, created } = openFlow({ isNew: true })
    expect(await keeper.prepare()).toEqual({ flowId: ID, useDraft: false })
    expect(calls).toEqual(['create Flow 100'])
    expect(created).toEqual([ID])
  })
})
