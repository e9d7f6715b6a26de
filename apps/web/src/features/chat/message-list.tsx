import { Button, Loader, Skeleton } from '@mantine/core'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { RunStore } from '../run-state/run-store.ts'
import { Answer } from './answer.tsx'
import { MessageFiles } from './attachments/message-files.tsx'
import { type ChatEntry, makeAnswerEntry } from './chat-entry.ts'
import type { ChatPhase, ChatState } from './chat-store.ts'

interface MessageListProps {
  entries: readonly ChatEntry[] | undefined
  older: ChatState['older']
  onShowOlder: () => void
  phase: ChatPhase
  isForm: boolean
  run: RunStore
  labelOf: (nodeId: string) => string | undefined
  onShowNode: (nodeId: string) => void
}

const NEAR_THE_END_PX = 80

/** Leaves what is seen where it is when older entries come in front of it. */
function useKeptPlace(list: RefObject<HTMLDivElement | null>, firstId: string | undefined): void {
  const height = useRef(0)
  const first = useRef(firstId)
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    if (first.current !== undefined && first.current !== firstId) {
      element.scrollTop += element.scrollHeight - height.current
    }
    first.current = firstId
  }, [list, firstId])
  useLayoutEffect(() => {
    height.current = list.current?.scrollHeight ?? 0
  })
}

/** What was said, and the answer that is on its way. Follows the end unless the person scrolled away from it. */
export function MessageList({
  entries,
  older,
  onShowOlder,
  phase,
  isForm,
  run,
  labelOf,
  onShowNode,
}: MessageListProps) {
  const { t } = useTranslation('chat')
  const list = useRef<HTMLDivElement>(null)
  const followsEnd = useRef(true)
  const lastId = entries?.at(-1)?.id
  const isBusy = phase !== 'idle'
  useEffect(() => {
    if (lastId !== undefined) scrollToEnd(list.current)
  }, [lastId])
  useKeptPlace(list, entries?.[0]?.id)
  return (
    <div
      className="chat-messages"
      ref={list}
      role="log"
      aria-label={t('messages')}
      onScroll={(event) => {
        const { scrollHeight, scrollTop, clientHeight } = event.currentTarget
        followsEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_THE_END_PX
      }}
    >
      {entries === undefined ? <Skeleton role="status" height={48} aria-label={t('loading')} /> : null}
      {entries?.length === 0 && !isBusy ? (
        <p className="chat-note">{isForm ? t('emptyForm') : t('emptyChat')}</p>
      ) : null}
      {older === 'none' ? null : (
        <Button
          variant="subtle"
          size="compact-sm"
          className="chat-older"
          loading={older === 'loading'}
          onClick={onShowOlder}
        >
          {t('older')}
        </Button>
      )}
      {entries?.map((entry) => (
        <Entry key={entry.id} entry={entry} labelOf={labelOf} onShowNode={onShowNode} />
      ))}
      {isBusy ? (
        <GrowingAnswer
          run={run}
          isWaiting={phase === 'waiting'}
          labelOf={labelOf}
          onShowNode={onShowNode}
          onGrow={() => {
            if (followsEnd.current) scrollToEnd(list.current)
          }}
        />
      ) : null}
    </div>
  )
}

function Entry({
  entry,
  labelOf,
  onShowNode,
}: { entry: ChatEntry } & Pick<MessageListProps, 'labelOf' | 'onShowNode'>) {
  const { t } = useTranslation('chat')
  if (entry.role === 'user') {
    const text = entry.choice ? t(`waiting.${entry.choice}`) : entry.text
    return (
      <>
        {entry.files ? <MessageFiles files={entry.files} /> : null}
        {entry.files && text === '' ? null : <p className="chat-question">{text}</p>}
      </>
    )
  }
  if (entry.note === 'already-answered') return <p className="chat-note">{t('waiting.answered')}</p>
  return <Answer entry={entry} labelOf={labelOf} onShowNode={onShowNode} />
}

function scrollToEnd(list: HTMLElement | null): void {
  list?.scrollTo({ top: list.scrollHeight })
}

function GrowingAnswer({
  run,
  isWaiting,
  labelOf,
  onShowNode,
  onGrow,
}: Pick<MessageListProps, 'run' | 'labelOf' | 'onShowNode'> & { isWaiting: boolean; onGrow: () => void }) {
  const { t } = useTranslation('chat')
  const view = useStore(run, (state) => state.view)
  const active = view?.steps.filter(({ state }) => state === 'running').map(({ nodeLabel }) => nodeLabel)
  const text = view?.text ?? ''
  const thought = view?.reasoning.map((each) => each.text).join('') ?? ''
  const grow = useRef(onGrow)
  grow.current = onGrow
  useEffect(() => {
    if (text !== '' || thought !== '') grow.current()
  }, [text, thought])
  return (
    <>
      {view && (text !== '' || thought !== '') ? (
        <Answer
          entry={makeAnswerEntry(view.messageId ?? 'growing', view)}
          isGrowing
          labelOf={labelOf}
          onShowNode={onShowNode}
        />
      ) : null}
      {isWaiting ? null : (
        <p className="chat-progress">
          <Loader size={14} aria-hidden />
          {active === undefined || active.length === 0
            ? t('working')
            : t('workingOn', { steps: active.join(', ') })}
        </p>
      )}
    </>
  )
}
