import type { FindDefinition, NodeDefinition, Problem } from '@runnel/contract'
import { createContext, useContext } from 'react'
import { type StoreApi, useStore } from 'zustand'
import type { Attachments } from '../../chat/attachments/attachment-store.ts'
import type { ChatSession } from '../../chat/chat-session.ts'
import type { RunStore } from '../../run-state/run-store.ts'
import type { DraftKeeper } from './draft-keeper.ts'
import type { DrawnFrom } from './drawn-from.ts'
import type { EditorState, EditorStore } from './editor-store.ts'
import type { PanelStore } from './panel-store.ts'

/** Everything that belongs to one open flow: the document, its run, its conversation, its unsaved work. */
export interface CanvasSession {
  editor: EditorStore
  run: RunStore
  chat: ChatSession
  /** The files for the next question of the conversation. */
  attachments: Attachments
  drafts: DraftKeeper
  panels: PanelStore
  /** The port from which a line is being drawn. */
  drawing: StoreApi<{ from: DrawnFrom | undefined }>
  /** By the id of its node, the first problem that keeps the node from running. */
  faults: StoreApi<ReadonlyMap<string, Problem>>
  /** The catalogue. */
  definitions: readonly NodeDefinition[]
  find: FindDefinition
}

export const CanvasSessionContext = createContext<CanvasSession | undefined>(undefined)

/** The open flow that a component stands in. */
export function useCanvasSession(): CanvasSession {
  const session = useContext(CanvasSessionContext)
  if (session === undefined) throw new Error('This component must stand inside a canvas.')
  return session
}

/** A part of the editor's state. The selector must return the same value for the same state. */
export function useEditor<T>(select: (state: EditorState) => T): T {
  return useStore(useCanvasSession().editor, select)
}
