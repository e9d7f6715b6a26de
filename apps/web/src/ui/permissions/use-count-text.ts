import { useTranslation } from 'react-i18next'
import { countRights } from './grantable-permissions.ts'

/** Says how many permissions a role or a key holds, and the tags of documents beside them. */
export function useCountText(): (permissions: readonly string[]) => string {
  const { t } = useTranslation(['people', 'permissions'])
  return (permissions) => {
    const { rights, tags } = countRights(permissions)
    const counted = t('permissionCount', { count: rights })
    return tags === 0 ? counted : `${counted}, ${t('permissions:tagCount', { count: tags })}`
  }
}
