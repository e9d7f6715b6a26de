import { useTranslation } from 'react-i18next'

/** What an act is called; one that has no text here yet keeps its own name. */
export function useActText(): (action: string) => string {
  const { t, i18n } = useTranslation('activity')
  return (action) =>
    i18n.exists(`activity:act.${action}`) ? t(`act.${action}` as 'act.user.invited') : action
}
