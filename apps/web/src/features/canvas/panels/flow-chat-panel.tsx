import { readDocumentRules, type Upload } from '@runnel/contract'
import { findChatStore, listMediaTypes } from '@runnel/graph'
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { api } from '../../../app/api.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { KeptFilesContext } from '../../chat/artifacts/kept-files-context.ts'
import type { UploadRules } from '../../chat/attachments/upload-rules.ts'
import { ChatPanel } from '../../chat/chat-panel.tsx'
import type { ChatSession } from '../../chat/chat-session.ts'
import { type EmptyReason, EmptyReasonContext } from '../../chat/empty-reason.ts'
import { readFlowSpeech } from '../../chat/speech/flow-speech.ts'
import { createPlayer } from '../../chat/speech/player.ts'
import { createRecorder, FOR_MODELS } from '../../chat/speech/recorder.ts'
import { type Listening, ListeningContext } from '../../chat/speech/speech-context.ts'
import { findStartForm } from '../../chat/start-form.ts'
import { readChatSettings } from '../documents/chat-settings.ts'
import { useCanvasSession, useEditor } from '../session/canvas-session.ts'
import type { PanelProps } from './panel-entry.ts'
import { usePanelHost } from './panel-host.ts'
import { useLabelOf } from './use-label-of.ts'

const SpeechDialog = lazyPart(async () => (await import('../speech/speech-dialog.tsx')).SpeechDialog, {
  onFailed: ({ onClose }) => onClose(),
})

const DocumentsDialog = lazyPart(
  async () => (await import('../documents/documents-dialog.tsx')).DocumentsDialog,
  { onFailed: ({ onClose }) => onClose() },
)

/** Which files the flow on the screen takes, by its nodes and by its settings. */
function useUploadRules(): UploadRules {
  const { find } = useCanvasSession()
  // Texts, because a selector must return the same value for the same state.
  const seen = useEditor(({ document }) => listMediaTypes(document, find).join(' '))
  const searched = useEditor(({ document }) => findChatStore(document, find)?.endings.join(' ') ?? '')
  const settings = useEditor(({ head }) => head.chatbotConfig)
  return useMemo(() => {
    const listOf = (text: string) => text.split(' ').filter((part) => part !== '')
    const { types } = readDocumentRules(readChatSettings(settings))
    return { seen: listOf(seen), asText: types, searched: listOf(searched) }
  }, [seen, searched, settings])
}

/**
 * Records questions for a conversation: for who writes them down, else for a model that hears. What is under way is
 * thrown away when the panel goes.
 */
function useRecorder(chat: ChatSession, { hears, seen }: { hears: boolean; seen: readonly string[] }) {
  const [{ written, heard }] = useState(() => {
    const send = (upload: Upload) => void chat.send({ question: '', uploads: [upload] })
    return { written: createRecorder(send), heard: createRecorder(send, FOR_MODELS) }
  })
  const used = hears ? written : seen.includes('audio/wav') ? heard : undefined
  useEffect(() => used?.cancel, [used])
  return used
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

/** What may be wrong with a flow that answers nothing. */
function useEmptyReason(): EmptyReason {
  const { find } = useCanvasSession()
  const { problems } = usePanelHost()
  const nodes = useEditor(({ document }) => document.nodes)
  return useMemo(() => {
    const isStart = (id: string) =>
      nodes.some((node) => node.id === id && find(node.type)?.kind === 'trigger')
    const loose = problems.flatMap(({ code, nodeId }) =>
      code === 'node_unconnected' && nodeId !== undefined ? [nodeId] : [],
    )
    return {
      unconnected: loose.filter((id) => !isStart(id)),
      isStartLoose: nodes.length === 1 || loose.some(isStart),
    }
  }, [problems, nodes, find])
}

/** The conversation with the flow on the screen. */
export function FlowChatPanel({ onClose }: PanelProps) {
  const { chat, run, attachments, find } = useCanvasSession()
  const { showNode, takesFocus: mayTakeFocus } = usePanelHost()
  const [takesFocus] = useState(mayTakeFocus)
  const [isSpeechOpen, setIsSpeechOpen] = useState(false)
  const [isDocumentsOpen, setIsDocumentsOpen] = useState(false)
  const start = useEditor(({ document }) => document.nodes.find(({ type }) => find(type)?.kind === 'trigger'))
  const form = useMemo(() => findStartForm({ nodes: start ? [start] : [], edges: [] }, find), [start, find])
  const uploadRules = useUploadRules()
  const head = useEditor((state) => state.head)
  const speech = useMemo(() => readFlowSpeech(head), [head])
  const recorder = useRecorder(chat, { hears: speech.hears, seen: uploadRules.seen })
  const { chatId } = useStore(chat.store)
  const flowId = head.id
  const kept = useMemo(
    () => (flowId === undefined ? undefined : { chatflowId: flowId, chatId }),
    [flowId, chatId],
  )
  return (
    <ListeningContext value={useListening(chat, speech)}>
      <EmptyReasonContext value={useEmptyReason()}>
        <KeptFilesContext value={kept}>
          <ChatPanel
            chat={chat}
            run={run}
            form={form}
            attachments={attachments}
            uploadRules={uploadRules}
            recorder={recorder}
            onShowSpeech={head.id === undefined ? undefined : () => setIsSpeechOpen(true)}
            onShowDocuments={head.id === undefined ? undefined : () => setIsDocumentsOpen(true)}
            takesFocus={takesFocus}
            labelOf={useLabelOf()}
            onShowNode={showNode}
            onClose={onClose}
          />
        </KeptFilesContext>
      </EmptyReasonContext>
      {isDocumentsOpen ? <DocumentsDialog onClose={() => setIsDocumentsOpen(false)} /> : null}
      {isSpeechOpen ? <SpeechDialog onClose={() => setIsSpeechOpen(false)} /> : null}
    </ListeningContext>
  )
}
