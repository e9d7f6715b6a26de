import { ActionIcon, Button, Loader } from '@mantine/core'
import { IconArrowUp, IconMicrophone } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { Recorder } from './recorder.ts'
import './speech.css'

const TICK_MS = 500

/** Begins a recording in place of a written question. */
export function RecordButton({ recorder, isDisabled }: { recorder: Recorder; isDisabled: boolean }) {
  const { t } = useTranslation('chat')
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="input-sm"
      aria-label={t('speech.record')}
      disabled={isDisabled}
      onClick={() => void recorder.start()}
    >
      <IconMicrophone size={18} stroke={1.8} />
    </ActionIcon>
  )
}

/** What stands in place of the field while something is recorded. */
export function RecordBar({ recorder }: { recorder: Recorder }) {
  const { t } = useTranslation('chat')
  const state = useStore(recorder.store)
  const seconds = useSeconds(state.phase === 'recording' ? state.startedAt : undefined)
  const bar = useRef<HTMLFieldSetElement>(null)
  // The button that began it is gone, and the focus with it.
  useEffect(() => bar.current?.focus(), [])
  const isRecording = state.phase === 'recording'
  return (
    <fieldset
      className="record-bar"
      ref={bar}
      tabIndex={-1}
      aria-label={t('speech.recording')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        recorder.cancel()
      }}
    >
      {isRecording ? <span className="record-dot" aria-hidden /> : <Loader size={14} aria-hidden />}
      <span className="record-state" role="status">
        {isRecording
          ? t('speech.recording')
          : t(state.phase === 'asking' ? 'speech.asking' : 'speech.reading')}
      </span>
      {isRecording ? (
        <time className="record-time" role="timer">
          {clock(seconds)}
        </time>
      ) : null}
      <Button variant="default" size="compact-sm" onClick={recorder.cancel}>
        {t('speech.cancel')}
      </Button>
      {isRecording ? (
        <ActionIcon size="input-sm" aria-label={t('speech.send')} onClick={recorder.finish}>
          <IconArrowUp size={18} stroke={1.8} />
        </ActionIcon>
      ) : null}
    </fieldset>
  )
}

/** Why the last recording came to nothing. */
export function RecordFault({ recorder }: { recorder: Recorder }) {
  const { t } = useTranslation('chat')
  const state = useStore(recorder.store)
  if (state.phase !== 'off' || state.fault === undefined) return null
  return (
    <p className="record-fault" role="alert">
      {t(`speech.fault.${state.fault}`)}
    </p>
  )
}

function useSeconds(since: number | undefined): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (since === undefined) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [since])
  return since === undefined ? 0 : Math.max(0, Math.floor((now - since) / 1000))
}

const SECONDS = 60

function clock(seconds: number): string {
  return `${Math.floor(seconds / SECONDS)}:${String(seconds % SECONDS).padStart(2, '0')}`
}
