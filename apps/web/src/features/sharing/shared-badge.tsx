import { Badge } from '@mantine/core'
import type { SharedMark } from '@runnel/contract'
import { useTranslation } from 'react-i18next'

/** Says of something that it comes from another workspace; nothing for what is the workspace's own. */
export function SharedBadge({ shared, sharedFrom }: SharedMark) {
  const { t } = useTranslation('sharing')
  if (!shared) return null
  return (
    <Badge variant="light" size="sm" maw="100%">
      {sharedFrom === undefined ? t('fromOther') : t('from', { name: sharedFrom })}
    </Badge>
  )
}
