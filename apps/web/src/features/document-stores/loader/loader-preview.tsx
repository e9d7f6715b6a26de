import { Button, NumberInput, Skeleton } from '@mantine/core'
import type { FindDefinition } from '@runnel/contract'
import { IconEye } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { apiErrorMessage } from '../../../ui/api-error-message.ts'
import { ChunkText } from '../chunk-text.tsx'
import { usePlaceText } from '../use-place-text.ts'
import { asksModel, checkDraft, type LoaderBody, type LoaderDraft, unsentBytes } from './loader-draft.ts'
import { overlapOf } from './overlap-of.ts'
import { useLoaderPreview } from './use-loader-preview.ts'

const USUAL_COUNT = 20
const MOST_COUNT = 500
/** Larger files are sent for a preview only when somebody asks for it. */
const LIGHT_BYTES = 6_000_000

interface LoaderPreviewProps {
  draft: LoaderDraft
  find: FindDefinition
  mayTry: boolean
  body: LoaderBody
}

/** The first chunks that a loader would give with these settings. Nothing of it is stored. */
export function LoaderPreview({ draft, find, mayTry, body }: LoaderPreviewProps) {
  const { t } = useTranslation('document-stores')
  const [count, setCount] = useState(USUAL_COUNT)
  const isComplete = useMemo(() => checkDraft(draft, find).length === 0, [draft, find])
  const isInside = find(draft.loader.type)?.effects === 'none' && !asksModel(draft, find)
  const preview = useLoaderPreview({
    draft,
    count,
    body,
    isComplete: isComplete && mayTry,
    isCheap: isInside && unsentBytes(draft, find) <= LIGHT_BYTES,
  })
  if (!mayTry) return <p className="store-note">{t('preview.notAllowed')}</p>
  return (
    <section className="panel store-preview" aria-label={t('preview.title')} aria-busy={preview.isFetching}>
      <div className="store-preview-head">
        <h2>{t('preview.title')}</h2>
        <NumberInput
          label={t('preview.count')}
          w={120}
          min={1}
          max={MOST_COUNT}
          value={count}
          onChange={(value) => setCount(Math.min(MOST_COUNT, Math.max(1, Number(value) || USUAL_COUNT)))}
        />
        <Button
          variant="default"
          leftSection={<IconEye size={16} stroke={1.8} />}
          loading={preview.isFetching}
          disabled={!isComplete}
          onClick={preview.ask}
        >
          {t(preview.isAsked ? 'preview.again' : 'preview.show')}
        </Button>
      </div>
      <PreviewState preview={preview} isComplete={isComplete} />
    </section>
  )
}

interface PreviewStateProps {
  preview: ReturnType<typeof useLoaderPreview>
  isComplete: boolean
}

function PreviewState({ preview, isComplete }: PreviewStateProps) {
  const { t, i18n } = useTranslation('document-stores')
  const { data, error, isFetching, isAsked, isOutdated } = preview
  const number = new Intl.NumberFormat(i18n.language)
  if (!isAsked) return <p className="store-note">{t(isComplete ? 'preview.begin' : 'preview.incomplete')}</p>
  if (error && !isFetching) {
    return (
      <p className="store-fault preserve-lines" role="alert">
        {apiErrorMessage(error)}
      </p>
    )
  }
  if (data === undefined) return <Skeleton height={180} aria-label={t('preview.waiting')} />
  const characters = data.chunks.reduce((sum, { pageContent }) => sum + pageContent.length, 0)
  return (
    <div className="dimmed-while-loading" data-loading={isFetching || undefined}>
      <p role="status" className="store-note store-count">
        {data.totalChunks === 0
          ? t('preview.nothing')
          : t('preview.found', {
              count: data.chunks.length,
              shown: number.format(data.chunks.length),
              total: number.format(data.totalChunks),
              characters: number.format(characters),
              average: number.format(Math.round(characters / Math.max(1, data.chunks.length))),
            })}
        {isOutdated ? ` ${t('preview.outdated')}` : null}
      </p>
      <PreviewChunks chunks={data.chunks} />
    </div>
  )
}

type PreviewChunk = NonNullable<PreviewStateProps['preview']['data']>['chunks'][number]

function PreviewChunks({ chunks }: { chunks: readonly PreviewChunk[] }) {
  const { t } = useTranslation('document-stores')
  const placeOf = usePlaceText()
  const numbered = chunks.map((chunk, index) => ({ ...chunk, n: index + 1 }))
  return (
    <ol className="chunk-list">
      {numbered.map(({ n, pageContent, metadata }) => (
        <li key={n} className="chunk-card">
          <ChunkText
            head={t('chunk.head', { n, count: pageContent.length })}
            place={placeOf(metadata)}
            text={pageContent}
            metadata={metadata}
            repeated={overlapOf(chunks[n - 2]?.pageContent, pageContent)}
          />
        </li>
      ))}
    </ol>
  )
}
