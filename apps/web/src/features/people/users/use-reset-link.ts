import type { OrganizationUser } from '@runnel/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
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
  const make = useMutation({
    mutationFn: ({ userId }: OrganizationUser) => api.createResetLink({ body: { user: { id: userId } } }),
    onSuccess: ({ resetLink }, { user }) => onLink({ name: user.name, link: resetLink }),
    onError: (error, { user: { name } }) =>
      notify.error(t('users.resetLink.failed', { name, message: apiErrorMessage(error) })),
  })
  return {
    isOfferedFor: ({ status, may }: OrganizationUser) => may?.resetLink === true && status === 'active',
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
