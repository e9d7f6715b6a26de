import type { FlowDocument, FlowType, NodeDefinition } from '@runnel/contract'
import { addNode, applyDiff } from '@runnel/graph'
import { createStore } from 'zustand/vanilla'
import { api } from '../../../app/api.ts'
import { createAttachments } from '../../chat/attachments/attachment-store.ts'
import { createChatSession } from '../../chat/chat-session.ts'
import { createRunStore } from '../../run-state/run-store.ts'
import type { CanvasSession } from './canvas-session.ts'
import { createDraftKeeper } from './draft-keeper.ts'
import type { DrawnFrom } from './drawn-from.ts'
import { createEditorStore, type EditorStart } from './editor-store.ts'
import { createUnsentWork } from './unsent-work.ts'

interface SessionStart extends Omit<EditorStart, 'find'> {
  definitions: readonly NodeDefinition[]
  /** Whose unsaved work it is. */
  userId: string
  onCreated: (session: CanvasSession, id: string) => void
}

/** Opens a flow for editing: everything that lives as long as the flow is open. */
export function openSession({ definitions, userId, onCreated, ...start }: SessionStart): CanvasSession {
  const byName = new Map(definitions.map((definition) => [definition.name, definition]))
  const find = (type: string) => byName.get(type)
  const editor = createEditorStore({ ...start, find })
  const run = createRunStore()
  const unsent = createUnsentWork(localStorage, userId)
  const drafts = createDraftKeeper({ api, editor, unsent, onCreated: (id) => onCreated(session, id) })
  const chat = createChatSession({ api, storage: localStorage, run, prepare: drafts.prepare })
  const session: CanvasSession = {
    editor,
    run,
    drafts,
    chat,
    attachments: createAttachments(chat.store),
    panels: createStore(() => ({ open: undefined })),
    drawing: createStore<{ from: DrawnFrom | undefined }>(() => ({ from: undefined })),
    faults: createStore(() => new Map()),
    definitions,
    find,
  }
  return session
}

const START_POSITION = { x: 100, y: 100 }

/** The document of a new flow: empty, but for the start node of an agent flow. */
export function newDocument(type: FlowType, definitions: readonly NodeDefinition[]): FlowDocument {
  const empty: FlowDocument = { nodes: [], edges: [] }
  const definition = definitions.find(({ kind, canvas }) => kind === 'trigger' && canvas === 'agent')
  if (type !== 'AGENTFLOW' || definition === undefined) return empty
  return applyDiff(empty, addNode(empty, { definition, position: START_POSITION }))
}
