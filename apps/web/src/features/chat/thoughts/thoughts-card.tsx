import { IconChevronRight } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDuration } from '../../../ui/format-time.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { Thoughts } from './thoughts.ts'
import '../chat-texts.ts'
import '../markdown/markdown.css'
import './thoughts.css'

const MarkdownText = lazyPart(async () => (await import('../markdown/markdown-text.tsx')).MarkdownText, {
  waiting: ({ text }) => <p className="markdown">{text}</p>,
})

/** Which answers have their thoughts open: the card of a growing answer gives way to that of the whole one. */
const opened = new Set<string>()

interface ThoughtsCardProps {
  thoughts: Thoughts
  /** Names the answer, where its card may be drawn anew and is to stay open. */
  id?: string
}

/** What a model thought before it answered: folded, as it is not the answer. What comes in is not read out. */
export function ThoughtsCard({ thoughts, id }: ThoughtsCardProps) {
  const [isOpen, setOpen] = useState(() => id !== undefined && opened.has(id))
  const contentId = useId()
  const toggle = () => {
    setOpen(!isOpen)
    if (id === undefined) return
    if (isOpen) opened.delete(id)
    else opened.add(id)
  }
  return (
    <div className="thoughts">
      <button
        type="button"
        className="thoughts-head"
        aria-expanded={isOpen}
        aria-controls={contentId}
        onClick={toggle}
      >
        <IconChevronRight
          size={14}
          className="thoughts-chevron"
          data-open={isOpen || undefined}
          aria-hidden
        />
        <Title thoughts={thoughts} />
      </button>
      <div id={contentId} className="thoughts-body" aria-live="off" hidden={!isOpen}>
        {isOpen ? <MarkdownText text={thoughts.text} /> : null}
      </div>
    </div>
  )
}

function Title({ thoughts: { isGrowing, seconds } }: { thoughts: Thoughts }) {
  const { t, i18n } = useTranslation('chat')
  if (isGrowing) return <span>{t('thoughts.growing')}</span>
  if (seconds === undefined) return <span>{t('thoughts.untimed')}</span>
  return <span>{t('thoughts.timed', { duration: formatDuration(seconds * 1000, i18n.language) })}</span>
}
