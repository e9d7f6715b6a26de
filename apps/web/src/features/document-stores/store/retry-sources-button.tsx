import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ShownIf } from '../../../session/shown-if.tsx'

/** Reads again what could not be read of a loader, for who may. */
export function RetrySourcesButton({ name, onRetry }: { name: string; onRetry: () => void }) {
  const { t } = useTranslation('document-stores')
  return (
    <ShownIf permission="documentStores:preview-process">
      <Button
        size="compact-xs"
        variant="default"
        aria-label={t('source.retryOf', { name })}
        onClick={onRetry}
      >
        {t('source.retry')}
      </Button>
    </ShownIf>
  )
}
