import { Button, Checkbox } from '@mantine/core'
import type { DocumentStore } from '@runnel/contract'
import { IconTargetArrow } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { api } from '../../../app/api.ts'
import { ShownIf } from '../../../session/shown-if.tsx'
import { formatDuration } from '../../../ui/format-time.ts'
import { ChunkText } from '../chunk-text.tsx'
import { QuestionDialog } from '../retrieval-tests/question-dialog.tsx'
import { usePlaceText } from '../use-place-text.ts'

/** Who may keep test questions of a store. */
const KEEPERS = 'documentStores:update,documentStores:upsert-config'

type Answer = Awaited<ReturnType<typeof api.queryVectorStore>>

interface QueryResultsProps {
  store: DocumentStore
  question: string
  answer: Answer
}

/**
 * What a store found, best first: how well it fits, where it stands in its original, which chunk it is. Those that should
 * come are marked and kept with the question, as a test.
 */
export function QueryResults({ store, question, answer }: QueryResultsProps) {
  const { docs, timeTaken } = answer
  const { t, i18n } = useTranslation(['document-stores', 'retrieval-tests'])
  // An answer to another question has no marks yet.
  const [marked, setMarked] = useState<{ of: Answer; places: readonly number[] }>({ of: answer, places: [] })
  const [isKeeping, setKeeping] = useState(false)
  const places = marked.of === answer ? marked.places : []
  const toggle = (place: number) => {
    const others = places.filter((each) => each !== place)
    setMarked({ of: answer, places: others.length < places.length ? others : [...places, place] })
  }
  return (
    <section aria-label={t('query.results')}>
      <p role="status" className="store-note store-count">
        {t(docs.length === 0 ? 'query.nothing' : 'query.found', {
          count: docs.length,
          time: formatDuration(timeTaken, i18n.language),
        })}
      </p>
      <ol className="chunk-list">
        {docs.map((found, index) => (
          <FoundPassage
            key={found.id || String(index)}
            found={found}
            n={index + 1}
            isMarked={places.includes(index)}
            onToggle={() => toggle(index)}
          />
        ))}
      </ol>
      <ShownIf permission={KEEPERS}>
        <div className="store-actions">
          <Button
            variant="default"
            leftSection={<IconTargetArrow size={16} stroke={1.8} />}
            onClick={() => setKeeping(true)}
          >
            {t('retrieval-tests:keep.button')}
          </Button>
        </div>
      </ShownIf>
      {isKeeping ? (
        <QuestionDialog
          store={store}
          question={question}
          passages={places.toSorted((a, b) => a - b).flatMap((place) => passageOf(docs[place]))}
          onClose={() => setKeeping(false)}
        />
      ) : null}
    </section>
  )
}

function passageOf(found: Answer['docs'][number] | undefined) {
  if (!found) return []
  return [{ text: found.pageContent, ...(found.docId !== '' && { loaderId: found.docId }) }]
}

interface FoundPassageProps {
  found: Answer['docs'][number]
  n: number
  isMarked: boolean
  onToggle: () => void
}

function FoundPassage({ found, n, isMarked, onToggle }: FoundPassageProps) {
  const { t, i18n } = useTranslation(['document-stores', 'retrieval-tests'])
  const placeOf = usePlaceText()
  const score = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 3 })
  return (
    <li className="chunk-card" data-changed={isMarked || undefined}>
      <ChunkText
        head={t('query.score', { n, score: score.format(found.score) })}
        place={[
          placeOf(found.metadata),
          found.chunkNo > 0 ? t('query.chunk', { n: found.chunkNo }) : t('query.gone'),
        ]
          .filter(Boolean)
          .join(' · ')}
        text={found.pageContent}
        metadata={found.metadata}
        action={
          <ShownIf permission={KEEPERS}>
            <Checkbox
              size="xs"
              className="chunk-actions"
              label={t('retrieval-tests:keep.mark')}
              aria-label={t('retrieval-tests:keep.markOf', { n })}
              checked={isMarked}
              onChange={onToggle}
            />
          </ShownIf>
        }
      />
    </li>
  )
}
