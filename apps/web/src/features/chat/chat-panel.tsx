import { ActionIcon, Button, Tooltip } from '@mantine/core'
import type { JsonObject } from '@runnel/contract'
import { IconFileText, IconHeadphones, IconMessagePlus, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { apiErrorMessage } from '../../ui/api-error-message.ts'
import { useFileDrop } from '../../ui/use-file-drop.ts'
import type { RunStore } from '../run-state/run-store.ts'
import type { Attachments } from './attachments/attachment-store.ts'
import { takesUploads, type UploadRules } from './attachments/upload-rules.ts'
import type { ChatSession } from './chat-session.ts'
import { Composer } from './composer.tsx'
import { MessageList } from './message-list.tsx'
import { QuestionCards } from './question-cards.tsx'
import type { Recorder } from './speech/recorder.ts'
import type { StartForm } from './start-form.ts'
import { StartFormView } from './start-form-view.tsx'
import './chat-panel.css'
import './chat-texts.ts'

interface ChatPanelProps {
  chat: ChatSession
  run: RunStore
  /** The form that starts the flow, in place of a question. */
  form: StartForm | undefined
  attachments: Attachments
  /** Which files the flow takes. */
  uploadRules: UploadRules
  /** Records what is said; absent where the flow takes no speech. */
  recorder: Recorder | undefined
  /** Open the settings of speech and of documents; absent where there are none yet. */
  onShowSpeech: (() => void) | undefined
  onShowDocuments: (() => void) | undefined
  /** Whether the field for the question has the focus once it stands. */
  takesFocus: boolean
  labelOf: (nodeId: string) => string | undefined
  onShowNode: (nodeId: string) => void
  onClose: () => void
}

/** The conversation with the flow on the screen. */
export function ChatPanel({
  chat,
  run,
  form,
  attachments,
  uploadRules,
  recorder,
  onShowSpeech,
  onShowDocuments,
  takesFocus,
  labelOf,
  onShowNode,
  onClose,
}: ChatPanelProps) {
  const { t } = useTranslation('chat')
  const { entries, older, phase, historyError } = useStore(chat.store)
  const isBusy = phase !== 'idle'
  const takesFiles = takesUploads(uploadRules) && form === undefined && phase !== 'waiting'
  const drop = useFileDrop(takesFiles ? (files) => void attachments.add(files, uploadRules) : undefined)
  const ask = (question: string) => {
    const uploads = takesFiles ? attachments.take(question) : []
    void chat.send({ question, ...(uploads.length === 0 ? {} : { uploads }) })
  }
  return (
    <section
      className="chat-panel"
      tabIndex={-1}
      aria-label={t('title')}
      data-dropping={drop.isOver || undefined}
      {...drop.handlers}
    >
      <header className="panel-head">
        <h2>{t('title')}</h2>
        {onShowDocuments ? (
          <HeadButton label={t('attach.settings')} icon={IconFileText} onClick={onShowDocuments} />
        ) : null}
        {onShowSpeech ? (
          <HeadButton label={t('speech.settings')} icon={IconHeadphones} onClick={onShowSpeech} />
        ) : null}
        <HeadButton label={t('new')} icon={IconMessagePlus} onClick={() => chat.startAnew()} />
        <ActionIcon variant="subtle" color="gray" aria-label={t('close')} onClick={onClose}>
          <IconX size={16} stroke={1.8} />
        </ActionIcon>
      </header>
      {historyError ? (
        <p className="chat-note" role="alert">
          {t('historyFailed', { reason: apiErrorMessage(historyError) })}
        </p>
      ) : null}
      <MessageList
        entries={entries}
        older={older}
        onShowOlder={() => void chat.showOlder()}
        phase={phase}
        isForm={form !== undefined}
        run={run}
        labelOf={labelOf}
        onShowNode={onShowNode}
      />
      <QuestionCards chat={chat} run={run} labelOf={labelOf} />
      {phase === 'waiting' ? null : form === undefined ? (
        <Composer
          phase={phase}
          isReady={entries !== undefined}
          takesFocus={takesFocus}
          attachments={attachments}
          uploadRules={uploadRules}
          recorder={recorder}
          onSend={ask}
          onStop={() => void chat.stop()}
        />
      ) : isBusy ? (
        <div className="composer">
          <Button variant="default" fullWidth disabled={phase !== 'running'} onClick={() => void chat.stop()}>
            {t('stop')}
          </Button>
        </div>
      ) : (
        <StartFormView
          form={form}
          isReady={entries !== undefined}
          onSubmit={(values: JsonObject) => void chat.send({ form: values })}
        />
      )}
    </section>
  )
}

interface HeadButtonProps {
  label: string
  icon: typeof IconHeadphones
  onClick: () => void
}

function HeadButton({ label, icon: Icon, onClick }: HeadButtonProps) {
  return (
    <Tooltip label={label} withinPortal={false}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClick}>
        <Icon size={18} stroke={1.8} />
      </ActionIcon>
    </Tooltip>
  )
}
