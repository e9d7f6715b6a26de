import type { OrganizationUser } from '@runnel/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { sendsMailQuery } from '../../../session/platform.ts'
import { deleteRow } from '../../../ui/list/delete-row.ts'
import { refreshPeople } from '../people-queries.ts'

/** Turns off somebody's second factor after a question that says what they lose, and that they are told. */
export function useResetFactor(): (member: OrganizationUser) => Promise<boolean> {
  const { t } = useTranslation('people')
  const { data: sendsMail = true } = useQuery(sendsMailQuery)
  return ({ user, userId }) => {
    const name = user.name || user.email
    return deleteRow({
      about: userId,
      question: {
        title: t('users.factor.title', { name }),
        description: [
          t('users.factor.text', { name }),
          t(sendsMail ? 'users.factor.told' : 'users.factor.untold', { name, email: user.email }),
          t('users.factor.lost'),
        ].join(' '),
        confirmButtonName: t('users.factor.confirm'),
      },
      remove: () => api.resetSecondFactor({ params: { id: userId } }),
      refresh: refreshPeople,
      done: t('users.factor.done', { name }),
      failed: (message) => t('users.factor.failed', { name, message }),
    })
  }
}
