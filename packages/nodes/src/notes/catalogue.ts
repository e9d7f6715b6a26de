import type { NodeType } from '@runnel/node-kit'
import { stickyNote } from './sticky-note/definition.ts'
import { stickyNoteAgentflow } from './sticky-note-agentflow/definition.ts'

/** Notes on the canvas, in the order in which menus show them. */
export const notes: readonly NodeType[] = [stickyNoteAgentflow, stickyNote]
