import type { ApiKey } from '@runnel/contract'
import { useTranslation } from 'react-i18next'

/** How much a key may do now, and whose rights that depends on. */
export function KeyRights({ apiKey }: { apiKey: ApiKey }) {
  const { t } = useTranslation('api-keys')
  const { permissions, effectivePermissions, isHeld, maker } = apiKey
  const count = permissions.length
  const left = effectivePermissions.length
  return (
    <>
      <span title={effectivePermissions.join(', ')}>
        {left === count ? t('permissions', { count }) : t('permissionsLeft', { left, count })}
      </span>
      <small className="key-maker">
        {isHeld ? `${t('maker.held')} ` : null}
        {maker ? t('maker.name', { name: maker.name }) : t('maker.unknown')}
      </small>
    </>
  )
}
