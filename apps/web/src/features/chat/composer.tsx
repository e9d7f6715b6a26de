import { ActionIcon, Textarea } from '@mantine/core'
import { IconArrowUp, IconPlayerStopFilled } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChatPhase } from './chat-store.ts'

interface ComposerProps {
  phase: ChatPhase
  /** The stored messages are there. */
  isReady: boolean
  onSend: (question: string) => void
  onStop: () => void
}

const MAX_ROWS = 8

/** Where a question is written. Enter sends, Shift and Enter begin a new line. */
export function Composer({ phase, isReady, onSend, onStop }: ComposerProps) {
  const { t } = useTranslation('chat')
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const [isWanted, setIsWanted] = useState(false)
  const canSend = phase === 'idle' && text.trim() !== ''
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
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Textarea
        ref={field}
        flex={1}
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
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          send()
        }}
      />
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
