import type { Chatflow } from '@runnel/contract'
import { useTranslation } from 'react-i18next'

/** What kind of flow it is, in a word. */
export function KindBadge({ flow }: { flow: Pick<Chatflow, 'type'> }) {
  const { t } = useTranslation('flows')
  return <span className="word-badge">{t(`kind.${flow.type}`)}</span>
}
