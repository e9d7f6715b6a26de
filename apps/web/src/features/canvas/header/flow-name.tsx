import { TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { apiErrorMessage } from '../../../ui/api-error-message.ts'
import { formatRelativeTime } from '../../../ui/format-time.ts'
import { usePageTitle } from '../../../ui/use-page-title.ts'
import { chordOf } from '../editing/canvas-keys.ts'
import { focusCanvas } from '../editing/focus-places.ts'
import { useCanvasSession, useEditor } from '../session/canvas-session.ts'
import { renameFlow } from '../session/editor-store.ts'
import { isSessionEnd, mayPass } from '../session/send-unsent.ts'

const REFRESH_MS = 10_000

/** The name of the flow, to be changed in place, and how its saving stands. */
export function FlowName() {
  const { t } = useTranslation('canvas')
  const { editor } = useCanvasSession()
  const name = useEditor(({ head }) => head.name)
  const type = useEditor(({ head }) => head.type)
  const isReadOnly = useEditor((state) => state.isReadOnly)
  const [text, setText] = useState(name)
  usePageTitle(name)
  useEffect(() => setText(name), [name])
  const commit = () => {
    renameFlow(editor, text)
    if (text.trim() === '') setText(name)
  }
  return (
    <div className="flow-name">
      <h1 className="visually-hidden">{name}</h1>
      <TextInput
        variant="unstyled"
        size="xs"
        aria-label={t('header.name')}
        value={text}
        maxLength={500}
        readOnly={isReadOnly}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            commit()
            focusCanvas()
          }
          // The page saves by this key after this: with the name as it stands here.
          if (chordOf(event) === 'mod+s') commit()
          if (event.key === 'Escape') setText(name)
        }}
      />
      <p className="flow-name-state">
        {t(`kind.${type}`)} · <SaveState />
      </p>
    </div>
  )
}

function SaveState() {
  const { t, i18n } = useTranslation('canvas')
  const { drafts } = useCanvasSession()
  const isReadOnly = useEditor((state) => state.isReadOnly)
  const isDirty = useEditor((state) => state.isDirty)
  const savedAt = useEditor(({ head }) => head.savedAt)
  const { isSaving, draftError, keptIn } = useStore(drafts.store)
  const now = useNow()
  if (isReadOnly) return <span title={t('header.viewOnly')}>{t('header.viewOnly')}</span>
  if (isSaving) return <span role="status">{t('header.saving')}</span>
  if (isDirty && draftError !== undefined && mayPass(draftError) && keptIn === 'browser') {
    return (
      <span role="status" className="flow-name-waiting">
        {t(isSessionEnd(draftError) ? 'header.keptSignedOut' : 'header.keptHere')}
      </span>
    )
  }
  if (isDirty && draftError !== undefined) {
    return (
      <span role="status" className="flow-name-failed">
        {t('header.draftFailed', { reason: apiErrorMessage(draftError) })}
      </span>
    )
  }
  if (isDirty) return <span role="status">{t('header.unsaved')}</span>
  if (savedAt === undefined) return <span role="status">{t('header.neverSaved')}</span>
  return <span role="status">{t('header.saved', { time: timeSince(savedAt, now, i18n.language) })}</span>
}

const MINUTE_MS = 60_000

function timeSince(savedAt: number, now: number, language: string): string {
  const age = Math.max(now - savedAt, 0)
  if (age >= MINUTE_MS) return formatRelativeTime(new Date(savedAt).toISOString(), language, savedAt + age)
  return formatRelativeTime(new Date(savedAt).toISOString(), language, savedAt)
}

function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), REFRESH_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
