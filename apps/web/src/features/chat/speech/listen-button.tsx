import { ActionIcon, Loader, Tooltip } from '@mantine/core'
import { IconPlayerStopFilled, IconVolume } from '@tabler/icons-react'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { apiErrorMessage } from '../../../ui/api-error-message.ts'
import { type Listening, ListeningContext } from './speech-context.ts'
import { SpeechFault } from './speech-fault.ts'
import './speech.css'

interface ListenButtonProps {
  entry: { id: string; text: string }
}

/** Reads an answer out, and stops that; nothing where the flow reads nothing out. */
export function ListenButton({ entry }: ListenButtonProps) {
  const listening = useContext(ListeningContext)
  return listening ? <Listen entry={entry} {...listening} /> : null
}

function Listen({ entry, player, listen }: ListenButtonProps & Listening) {
  const { t } = useTranslation('chat')
  const { entryId, phase, failure } = useStore(player.store)
  const isOwn = entryId === entry.id && phase !== 'off'
  const describe = (error: unknown) =>
    error instanceof SpeechFault ? t(`speech.fault.${error.reason}`) : apiErrorMessage(error)
  const label = isOwn ? t(phase === 'loading' ? 'speech.preparing' : 'speech.stop') : t('speech.listen')
  return (
    <>
      <Tooltip label={label} withinPortal={false}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={label}
          aria-pressed={isOwn}
          onClick={() => (isOwn ? player.stop() : listen(entry))}
        >
          <ListenMark phase={isOwn ? phase : 'off'} />
        </ActionIcon>
      </Tooltip>
      {failure?.entryId === entry.id ? (
        <span role="alert" className="listen-fault">
          {t('speech.failed', { reason: describe(failure.error) })}
        </span>
      ) : null}
    </>
  )
}

function ListenMark({ phase }: { phase: 'off' | 'loading' | 'playing' }) {
  if (phase === 'loading') return <Loader size={13} aria-hidden />
  return phase === 'playing' ? <IconPlayerStopFilled size={14} /> : <IconVolume size={15} stroke={1.8} />
}
