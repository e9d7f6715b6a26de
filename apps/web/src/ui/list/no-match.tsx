import { IconZoomExclamation } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { PageMessage } from '../page-message.tsx'

/** A list whose search or filters leave nothing. */
export function NoMatch({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation()
  return (
    <PageMessage
      icon={IconZoomExclamation}
      title={t('noMatch.title')}
      text={t('noMatch.text')}
      action={{ label: t('noMatch.clear'), run: onClear }}
    />
  )
}
