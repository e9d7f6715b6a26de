import type { OrganizationUser } from '@runnel/contract'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { deleteRow } from '../../../ui/list/delete-row.ts'
import { refreshPeople } from '../people-queries.ts'

/** Removes somebody from the organisation after a question that names what ends with it. */
export function useRemoveUser(): (member: OrganizationUser) => Promise<boolean> {
  const { t } = useTranslation('people')
  return ({ user, organizationId, userId }) => {
    const name = user.name || user.email
    return deleteRow({
      about: userId,
      question: {
        title: t('users.remove.title', { name }),
        description: t('users.remove.text', { name }),
        confirmButtonName: t('users.remove.confirm'),
      },
      remove: () => api.deleteOrganizationUser({ query: { organizationId, userId } }),
      refresh: refreshPeople,
      done: t('users.remove.done', { name }),
      failed: (message) => t('users.remove.failed', { name, message }),
    })
  }
}
