import { Skeleton } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { apiErrorMessage } from '../../../ui/api-error-message.ts'
import { ChunkText } from '../chunk-text.tsx'
import { usePlaceText } from '../use-place-text.ts'
import { comparePreviews, type PreviewDifference } from './compare-previews.ts'
import { overlapOf } from './overlap-of.ts'
import type { ShownPreview } from './read-preview.ts'
import type { AskedPreview } from './use-loader-preview.ts'

interface PreviewResultProps {
  asked: AskedPreview
  isOutdated: boolean
}

/** What came of a preview until now, and what its settings changed. */
export function PreviewResult({ asked, isOutdated }: PreviewResultProps) {
  const { t } = useTranslation('document-stores')
  const { shown, isOld, before, state } = asked
  const difference = useMemo(
    () => (isOld ? undefined : comparePreviews(before, shown)),
    [before, shown, isOld],
  )
  return (
    <>
      <p role="status" className="store-note">
        <PreviewStatus asked={asked} />
        {isOutdated && state !== 'coming' ? ` ${t('preview.outdated')}` : null}
      </p>
      <PreviewFault asked={asked} />
      {difference ? <Difference difference={difference} /> : null}
      <Unread asked={asked} />
      <ShownChunks asked={asked} fresh={difference?.fresh} />
    </>
  )
}

interface AskedProps {
  asked: AskedPreview
}

function PreviewFault({ asked: { state, error } }: AskedProps) {
  const { t } = useTranslation('document-stores')
  if (state !== 'failed') return null
  return (
    <p className="store-fault preserve-lines" role="alert">
      {error === undefined ? t('preview.brokenOff') : apiErrorMessage(error)}
    </p>
  )
}

/** Chunks as they come; until the first does, those of the preview before. */
function ShownChunks({
  asked: { shown, isOld, state },
  fresh,
}: AskedProps & Pick<PreviewChunksProps, 'fresh'>) {
  const { t } = useTranslation('document-stores')
  if (shown === undefined)
    return state === 'coming' ? (
      <Skeleton role="status" height={180} aria-label={t('preview.waiting')} />
    ) : null
  if (state === 'failed' && isOld) return null
  return (
    <div className="dimmed-while-loading" data-loading={(state === 'coming' && isOld) || undefined}>
      <PreviewChunks chunks={shown.chunks} fresh={fresh} />
    </div>
  )
}

/** Says little while chunks come: whoever listens hears it once, and how many there are in the end. */
function PreviewStatus({ asked: { state, shown, isOld } }: AskedProps) {
  const { t, i18n } = useTranslation('document-stores')
  if (state === 'coming') return t('preview.reading')
  if (state === 'stopped') return t('preview.stopped')
  if (state === 'failed' || shown === undefined || isOld) return null
  const number = new Intl.NumberFormat(i18n.language)
  const { chunks, total, end } = shown
  if (total === 0) return t('preview.nothing')
  const characters = chunks.reduce((sum, { pageContent }) => sum + pageContent.length, 0)
  const told = {
    count: chunks.length,
    shown: number.format(chunks.length),
    total: number.format(total),
    characters: number.format(characters),
    average: number.format(Math.round(characters / Math.max(1, chunks.length))),
  }
  return end?.isWhole ? t('preview.found', told) : t('preview.foundFirst', told)
}

/** What other settings changed, beside what they made before. */
function Difference({ difference: { before, now, fresh } }: { difference: PreviewDifference }) {
  const { t, i18n } = useTranslation('document-stores')
  const number = new Intl.NumberFormat(i18n.language)
  const chunksOf = ({ chunks, isAtLeast }: PreviewDifference['now']) =>
    isAtLeast ? t('preview.atLeast', { chunks: number.format(chunks) }) : number.format(chunks)
  return (
    <dl className="preview-difference" aria-label={t('preview.difference.title')}>
      <div>
        <dt>{t('preview.difference.chunks')}</dt>
        <dd>{t('preview.difference.change', { before: chunksOf(before), now: chunksOf(now) })}</dd>
      </div>
      <div>
        <dt>{t('preview.difference.median')}</dt>
        <dd>
          {t('preview.difference.change', {
            before: number.format(before.medianLength),
            now: number.format(now.medianLength),
          })}
        </dd>
      </div>
      <div>
        <dt>{t('preview.difference.fresh')}</dt>
        <dd>{number.format(fresh.size)}</dd>
      </div>
    </dl>
  )
}

function Unread({ asked: { shown, isOld } }: AskedProps) {
  const { t } = useTranslation('document-stores')
  const unread = isOld ? [] : (shown?.end?.unread ?? [])
  if (unread.length === 0) return null
  return (
    <ul className="loader-files" aria-label={t('preview.unread')}>
      {unread.map(({ name, error }) => (
        <li key={name} className="store-fault">
          {error.includes(name) ? error : `${name}: ${error}`}
        </li>
      ))}
    </ul>
  )
}

interface PreviewChunksProps {
  chunks: ShownPreview['chunks']
  /** Places of those that are marked as new. */
  fresh: ReadonlySet<number> | undefined
}

function PreviewChunks({ chunks, fresh }: PreviewChunksProps) {
  const { t } = useTranslation('document-stores')
  const placeOf = usePlaceText()
  const numbered = chunks.map((chunk, index) => ({ ...chunk, n: index + 1 }))
  return (
    <ol className="chunk-list">
      {numbered.map(({ n, pageContent, metadata }) => {
        const isFresh = fresh?.has(n - 1) === true
        return (
          <li key={n} className="chunk-card" data-changed={isFresh || undefined}>
            <ChunkText
              head={t('chunk.head', { n, count: pageContent.length })}
              place={placeOf(metadata)}
              text={pageContent}
              metadata={metadata}
              repeated={overlapOf(chunks[n - 2]?.pageContent, pageContent)}
              action={isFresh ? <span className="chunk-new">{t('preview.fresh')}</span> : null}
            />
          </li>
        )
      })}
    </ol>
  )
}
