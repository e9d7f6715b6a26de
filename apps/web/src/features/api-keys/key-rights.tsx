import type { ApiKey } from '@runnel/contract'
import { useTranslation } from 'react-i18next'
import { countRights } from '../../ui/permissions/grantable-permissions.ts'

/** How much a key may do now, and whose rights that depends on. */
export function KeyRights({ apiKey }: { apiKey: ApiKey }) {
  const { t } = useTranslation(['api-keys', 'permissions'])
  const { permissions, effectivePermissions, isHeld, maker } = apiKey
  const { rights: count, tags } = countRights(permissions)
  const left = countRights(effectivePermissions).rights
  return (
    <>
      <span title={effectivePermissions.join(', ')}>
        {left === count ? t('permissions', { count }) : t('permissionsLeft', { left, count })}
        {tags === 0 ? null : `, ${t('permissions:tagCount', { count: tags })}`}
      </span>
      <small className="key-maker">
        {isHeld ? `${t('maker.held')} ` : null}
        {maker ? t('maker.name', { name: maker.name }) : t('maker.unknown')}
      </small>
    </>
  )
}
