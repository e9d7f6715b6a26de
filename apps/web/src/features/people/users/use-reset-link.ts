import type { OrganizationUser } from '@runnel/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { platformQuery, sendsMailQuery } from '../../../session/platform.ts'
import { useSessionStore } from '../../../session/session-store.ts'
import { apiErrorMessage } from '../../../ui/api-error-message.ts'
import { confirm } from '../../../ui/confirm/confirm-store.ts'
import { notify } from '../../../ui/notifications/notify.ts'

/** A link for a new password of somebody, to be shown once. */
export interface MadeResetLink {
  name: string
  link: string
}

/** Makes links for new passwords, after a question; administrators do, where no mail goes out. */
export function useResetLink(onLink: (made: MadeResetLink) => void) {
  const { t } = useTranslation('people')
  const isAdministrator = useSessionStore(({ user }) => user?.isOrganizationAdmin === true)
  const { data: sendsMail } = useQuery(sendsMailQuery)
  const { data: platform } = useQuery(platformQuery)
  const make = useMutation({
    mutationFn: ({ userId }: OrganizationUser) => api.createResetLink({ body: { user: { id: userId } } }),
    onSuccess: ({ resetLink }, { user }) => onLink({ name: user.name, link: resetLink }),
    onError: (error, { user: { name } }) =>
      notify.error(t('users.resetLink.failed', { name, message: apiErrorMessage(error) })),
  })
  const isOffered = isAdministrator && sendsMail === false && platform !== undefined && platform !== 'cloud'
  return {
    isOfferedFor: ({ status }: OrganizationUser) => isOffered && status === 'active',
    isBusyWith: ({ userId }: OrganizationUser) => make.isPending && make.variables.userId === userId,
    async ask(member: OrganizationUser) {
      const { name } = member.user
      const isWanted = await confirm({
        title: t('users.resetLink.ask', { name }),
        description: t('users.resetLink.askText', { name }),
        confirmButtonName: t('users.resetLink.confirm'),
      })
      if (isWanted) make.mutate(member)
    },
  }
}
