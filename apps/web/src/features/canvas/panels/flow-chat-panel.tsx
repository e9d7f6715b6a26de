import { listMediaTypes } from '@runnel/graph'
import { useMemo, useState } from 'react'
import { ChatPanel } from '../../chat/chat-panel.tsx'
import { findStartForm } from '../../chat/start-form.ts'
import { useCanvasSession, useEditor } from '../session/canvas-session.ts'
import type { PanelProps } from './panel-entry.ts'
import { usePanelHost } from './panel-host.ts'
import { useLabelOf } from './use-label-of.ts'

/** The conversation with the flow on the screen. */
export function FlowChatPanel({ onClose }: PanelProps) {
  const { chat, run, attachments, find } = useCanvasSession()
  const { showNode, takesFocus: mayTakeFocus } = usePanelHost()
  const [takesFocus] = useState(mayTakeFocus)
  const start = useEditor(({ document }) => document.nodes.find(({ type }) => find(type)?.kind === 'trigger'))
  const form = useMemo(() => findStartForm({ nodes: start ? [start] : [], edges: [] }, find), [start, find])
  // A text, because a selector must return the same value for the same state.
  const types = useEditor(({ document }) => listMediaTypes(document, find).join(' '))
  const uploadTypes = useMemo(() => types.split(' ').filter((type) => type !== ''), [types])
  return (
    <ChatPanel
      chat={chat}
      run={run}
      form={form}
      attachments={attachments}
      uploadTypes={uploadTypes}
      takesFocus={takesFocus}
      labelOf={useLabelOf()}
      onShowNode={showNode}
      onClose={onClose}
    />
  )
}
