import { Progress } from '@mantine/core'
import type { WorkProgress } from '@runnel/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'

/** How far a filling is: which source and file is read, how many pieces of how many the store has. */
export function FillProgress({ name, progress }: { name: string; progress: WorkProgress | undefined }) {
  const { t } = useTranslation('canvas')
  const text = describeProgress(t, progress)
  const isCounted = progress?.what === 'chunks' && progress.total > 0
  return (
    <div className="fill-progress">
      <Progress.Root size="sm">
        <Progress.Section
          value={isCounted ? (progress.done / progress.total) * 100 : 100}
          striped={!isCounted}
          animated={!isCounted}
          aria-label={t('fill.progressOf', { name })}
          aria-valuetext={text}
        />
      </Progress.Root>
      <p className="upsert-note">{text}</p>
    </div>
  )
}

function describeProgress(t: TFunction<'canvas'>, progress: WorkProgress | undefined): string {
  if (progress === undefined) return t('fill.progress.begun')
  const { what, done, total, source } = progress
  // Who may not see the steps is told of no source.
  if (source === undefined)
    return what === 'chunks' ? t('fill.progress.counts', { done, total }) : t('fill.progress.begun')
  const name = source.file ?? source.name
  const pieces =
    what === 'chunks'
      ? t('fill.progress.taking', { done, total, name })
      : source.read
        ? t('fill.progress.readingPieces', { count: source.read, name })
        : t('fill.progress.reading', { name })
  if (source.of < 2) return pieces
  return `${t('fill.progress.source', { n: source.n, of: source.of })} ${pieces}`
}
