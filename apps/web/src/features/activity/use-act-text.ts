import { auditActions } from '@runnel/contract'
import { useTranslation } from 'react-i18next'

/** What an act is called; one that is not known here, as of another version, keeps its own name. */
export function useActText(): (action: string) => string {
  const { t } = useTranslation('activity')
  return (action) => {
    const known = auditActions.find((each) => each === action)
    return known === undefined ? action : t(`act.${known}`)
  }
}
