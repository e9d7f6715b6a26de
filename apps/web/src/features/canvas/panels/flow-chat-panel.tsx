import type { Upload } from '@runnel/contract'
import { listMediaTypes } from '@runnel/graph'
import { useEffect, useMemo, useState } from 'react'
import { api } from '../../../app/api.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { ChatPanel } from '../../chat/chat-panel.tsx'
import type { ChatSession } from '../../chat/chat-session.ts'
import { readFlowSpeech } from '../../chat/speech/flow-speech.ts'
import { createPlayer } from '../../chat/speech/player.ts'
import { createRecorder } from '../../chat/speech/recorder.ts'
import { type Listening, ListeningContext } from '../../chat/speech/speech-context.ts'
import { findStartForm } from '../../chat/start-form.ts'
import { useCanvasSession, useEditor } from '../session/canvas-session.ts'
import type { PanelProps } from './panel-entry.ts'
import { usePanelHost } from './panel-host.ts'
import { useLabelOf } from './use-label-of.ts'

const SpeechDialog = lazyPart(async () => (await import('../speech/speech-dialog.tsx')).SpeechDialog, {
  onFailed: ({ onClose }) => onClose(),
})

/** Records questions for a conversation; what is under way is thrown away when the panel goes. */
function useRecorder(chat: ChatSession, hears: boolean) {
  const [recorder] = useState(() =>
    createRecorder((upload: Upload) => void chat.send({ question: '', uploads: [upload] })),
  )
  useEffect(() => recorder.cancel, [recorder])
  return hears ? recorder : undefined
}

/** Reads answers out where the flow speaks, new ones by themselves where its author wants that. */
function useListening(
  chat: ChatSession,
  speech: { speaks: boolean; readsOut: boolean },
): Listening | undefined {
  const flowId = useEditor(({ head }) => head.id)
  const [player] = useState(() => createPlayer(api))
  const { speaks, readsOut } = speech
  const listening = useMemo(() => {
    if (!speaks || flowId === undefined) return undefined
    const listen = ({ id, text }: { id: string; text: string }) => {
      const { chatId } = chat.store.getState()
      void player.play({ chatflowId: flowId, chatId, chatMessageId: id, text })
    }
    return { player, listen }
  }, [speaks, flowId, player, chat])
  useEffect(() => player.stop, [player])
  useEffect(() => {
    if (!readsOut || !listening) return
    return chat.store.subscribe(({ phase, entries }, before) => {
      const last = entries?.at(-1)
      if (before.phase !== 'running' || phase !== 'idle' || last?.role !== 'assistant') return
      if (last.text !== '') listening.listen(last)
    })
  }, [readsOut, listening, chat])
  return listening
}

/** The conversation with the flow on the screen. */
export function FlowChatPanel({ onClose }: PanelProps) {
  const { chat, run, attachments, find } = useCanvasSession()
  const { showNode, takesFocus: mayTakeFocus } = usePanelHost()
  const [takesFocus] = useState(mayTakeFocus)
  const [isSpeechOpen, setIsSpeechOpen] = useState(false)
  const start = useEditor(({ document }) => document.nodes.find(({ type }) => find(type)?.kind === 'trigger'))
  const form = useMemo(() => findStartForm({ nodes: start ? [start] : [], edges: [] }, find), [start, find])
  // A text, because a selector must return the same value for the same state.
  const types = useEditor(({ document }) => listMediaTypes(document, find).join(' '))
  const uploadTypes = useMemo(() => types.split(' ').filter((type) => type !== ''), [types])
  const head = useEditor((state) => state.head)
  const speech = useMemo(() => readFlowSpeech(head), [head])
  const recorder = useRecorder(chat, speech.hears)
  return (
    <ListeningContext value={useListening(chat, speech)}>
      <ChatPanel
        chat={chat}
        run={run}
        form={form}
        attachments={attachments}
        uploadTypes={uploadTypes}
        recorder={recorder}
        onShowSpeech={head.id === undefined ? undefined : () => setIsSpeechOpen(true)}
        takesFocus={takesFocus}
        labelOf={useLabelOf()}
        onShowNode={showNode}
        onClose={onClose}
      />
      {isSpeechOpen ? <SpeechDialog onClose={() => setIsSpeechOpen(false)} /> : null}
    </ListeningContext>
  )
}
