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
  const document = useEditor((state) => state.document)
  const form = useMemo(() => findStartForm(document), [document])
  const uploadTypes = useMemo(() => listMediaTypes(document, find), [document, find])
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
