import { Button, NumberInput } from '@mantine/core'
import type { FindDefinition } from '@runnel/contract'
import { IconEye, IconHandStop } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asksModel, checkDraft, type LoaderBody, type LoaderDraft, unsentBytes } from './loader-draft.ts'
import { PreviewResult } from './preview-result.tsx'
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
        <PreviewButton preview={preview} isComplete={isComplete} />
      </div>
      {preview.asked ? (
        <PreviewResult asked={preview.asked} isOutdated={preview.isOutdated} />
      ) : (
        <p className="store-note">{t(isComplete ? 'preview.begin' : 'preview.incomplete')}</p>
      )}
    </section>
  )
}

interface PreviewButtonProps {
  preview: ReturnType<typeof useLoaderPreview>
  isComplete: boolean
}

/** Asks for a preview, and stops one that is coming: one button, so that the focus stays. */
function PreviewButton({ preview, isComplete }: PreviewButtonProps) {
  const { t } = useTranslation('document-stores')
  const { isFetching, asked, ask, stop } = preview
  const Icon = isFetching ? IconHandStop : IconEye
  const again = asked ? 'preview.again' : 'preview.show'
  return (
    <Button
      variant="default"
      leftSection={<Icon size={16} stroke={1.8} />}
      disabled={!isComplete && !isFetching}
      onClick={isFetching ? stop : ask}
    >
      {t(isFetching ? 'preview.stop' : again)}
    </Button>
  )
}
