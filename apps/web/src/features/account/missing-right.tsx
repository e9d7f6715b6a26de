import { Text } from '@mantine/core'
import { passesPermission } from '@runnel/access'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { pageOf } from '../../app/page-of.ts'
import { useSessionStore } from '../../session/session-store.ts'
import { useViewer } from '../../session/use-viewer.ts'
import { findCurrentEntry } from '../../shell/menu-entries.ts'
import { usePermissionWords } from '../../ui/permissions/use-permission-words.ts'
import { listMissingRights } from './list-missing-rights.ts'

/** Which right the page that was asked for needs, and the person has not. */
export function MissingRight({ from }: { from: string | undefined }) {
  const { t } = useTranslation(['account', 'shell'])
  const { nameOf } = usePermissionWords()
  const viewer = useViewer()
  const entry = findCurrentEntry(from?.split(/[?#]/)[0] ?? '')
  const missing = listMissingRights(viewer, entry)
  if (entry === undefined || missing.length === 0) return null
  const rights = missing.map(nameOf)
  return (
    <Text className="page-message-text">
      {t('unauthorized.missing', {
        page: t(`shell:entries.${entry.id}`),
        rights: rights
          .map(({ category, permission }) => `${category}: ${permission}`)
          .join(t('unauthorized.or')),
      })}
    </Text>
  )
}

/** So many names help; more are no help. */
const NAMED = 3
/** Among the first of an organisation are those who made it. */
const LOOKED_AT = 50

/** Who can give a right: administrators by name to who may see them anyway, else in plain words. */
export function AskWhom() {
  const { t } = useTranslation('account')
  const viewer = useViewer()
  const user = useSessionStore((state) => state.user)
  const seesPeople = passesPermission(viewer, 'users:manage')
  const organizationId = user?.activeOrganizationId
  const { data: names = [] } = useQuery({
    queryKey: ['administrators', organizationId],
    queryFn: async ({ signal }) => {
      const query = { organizationId, status: 'active', sort: 'createdDate', direction: 'asc' } as const
      const answer = await api.listOrganizationUsers(
        { query: { ...query, page: 1, limit: LOOKED_AT } },
        { signal },
      )
      if ('organizationUser' in answer) return []
      const rows = pageOf(answer).data
      return rows.flatMap(({ isOrgOwner, user: { name, email } }) => (isOrgOwner ? [name || email] : []))
    },
    enabled: seesPeople && organizationId !== undefined,
    retry: false,
  })
  return (
    <Text c="dimmed" className="page-message-text">
      {names.length === 0
        ? t('unauthorized.askAnyone')
        : t('unauthorized.askThem', { names: names.slice(0, NAMED).join(', ') })}
    </Text>
  )
}
