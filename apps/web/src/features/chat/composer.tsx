import { ActionIcon, Textarea } from '@mantine/core'
import { IconArrowUp, IconPlayerStopFilled } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { AttachButton } from './attachments/attach-button.tsx'
import type { Attachments } from './attachments/attachment-store.ts'
import { AttachmentTray } from './attachments/attachment-tray.tsx'
import { takesUploads, type UploadRules } from './attachments/upload-rules.ts'
import type { ChatPhase } from './chat-store.ts'
import { RecordBar, RecordButton, RecordFault } from './speech/record-bar.tsx'
import type { Recorder } from './speech/recorder.ts'

interface ComposerProps {
  phase: ChatPhase
  /** The stored messages are there. */
  isReady: boolean
  takesFocus: boolean
  attachments: Attachments
  /** Media types of the files that the flow takes; empty when it takes none. */
  uploadRules: UploadRules
  /** Records what is said; absent where the flow takes no speech. */
  recorder?: Recorder | undefined
  onSend: (question: string) => void
  onStop: () => void
}

const MAX_ROWS = 8

/** Where a question is written, or spoken. */
export function Composer(props: ComposerProps) {
  const { recorder } = props
  if (!recorder) return <WritingComposer {...props} />
  return <SpeakingComposer {...props} recorder={recorder} />
}

/** The words that were begun stay while something is recorded. */
function SpeakingComposer(props: ComposerProps & { recorder: Recorder }) {
  const { recorder } = props
  const isOff = useStore(recorder.store, ({ phase }) => phase === 'off')
  return (
    <>
      <RecordFault recorder={recorder} />
      {isOff ? null : (
        <div className="composer">
          <RecordBar recorder={recorder} />
        </div>
      )}
      <div hidden={!isOff}>
        <WritingComposer {...props} />
      </div>
    </>
  )
}

/** Enter sends, Shift and Enter begin a new line. */
function WritingComposer(props: ComposerProps) {
  const { phase, isReady, takesFocus, attachments, uploadRules, recorder, onSend, onStop } = props
  const { t } = useTranslation('chat')
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const [isWanted, setIsWanted] = useState(false)
  const { items, returned } = useStore(attachments.store)
  const takesFiles = takesUploads(uploadRules)
  const isReading = takesFiles && items.some(({ data }) => data === undefined)
  const hasContent = text.trim() !== '' || (takesFiles && items.length > 0)
  const canSend = phase === 'idle' && hasContent && !isReading
  const attach = (files: readonly File[]) => void attachments.add(files, uploadRules)
  const send = () => {
    if (!canSend) return
    setIsWanted(true)
    // The button becomes another one, which may not be pressed: the focus would be lost with it.
    field.current?.focus()
  }
  // What is sent while the stored messages are on their way goes off when they are there.
  useEffect(() => {
    if (!isWanted || !isReady || phase !== 'idle') return
    setIsWanted(false)
    setText('')
    onSend(text.trim())
  }, [isWanted, isReady, phase, text, onSend])
  // The words of a question with files that the server did not take go back to their files.
  useEffect(() => {
    if (returned === '') return
    setText((written) => (written === '' ? returned : written))
    attachments.store.setState({ returned: '' })
  }, [returned, attachments])
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {takesFiles ? (
        <>
          <AttachmentTray
            attachments={attachments}
            rules={uploadRules}
            onEmptied={() => field.current?.focus()}
          />
          <AttachButton
            rules={uploadRules}
            onFiles={(files) => {
              attach(files)
              field.current?.focus()
            }}
          />
        </>
      ) : null}
      <Textarea
        ref={field}
        flex={1}
        autoFocus={takesFocus}
        value={text}
        autosize
        minRows={1}
        maxRows={MAX_ROWS}
        aria-label={t('question')}
        placeholder={t('question')}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setIsWanted(false)
        }}
        onPaste={(event) => {
          const { files, types } = event.clipboardData
          // Programs give a picture beside the text that was copied: the text is meant.
          if (!takesFiles || files.length === 0 || types.includes('text/plain')) return
          event.preventDefault()
          attach([...files])
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          send()
        }}
      />
      {recorder && phase === 'idle' ? <RecordButton recorder={recorder} isDisabled={!isReady} /> : null}
      {phase === 'idle' ? (
        <ActionIcon type="submit" size="input-sm" aria-label={t('send')} disabled={!canSend}>
          <IconArrowUp size={18} stroke={1.8} />
        </ActionIcon>
      ) : (
        <ActionIcon
          size="input-sm"
          color="red"
          aria-label={t('stop')}
          disabled={phase !== 'running'}
          loading={phase === 'stopping'}
          onClick={() => {
            onStop()
            field.current?.focus()
          }}
        >
          <IconPlayerStopFilled size={16} />
        </ActionIcon>
      )}
    </form>
  )
}
