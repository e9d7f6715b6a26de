import type { OrganizationUser, ResentInvitation } from '@runnel/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { sendsMailQuery } from '../../../session/platform.ts'
import { apiErrorMessage } from '../../../ui/api-error-message.ts'
import { notify } from '../../../ui/notifications/notify.ts'
import { refreshPeople } from '../people-queries.ts'

/** Sends the invitation of somebody again; `onLink` gets the new link where no mail carried it. */
export function useResendInvitation(onLink: (made: ResentInvitation & { inviteLink: string }) => void) {
  const { t } = useTranslation('people')
  const { data: sendsMail = true } = useQuery(sendsMailQuery)
  return useMutation({
    mutationFn: ({ userId }: OrganizationUser) => api.resendInvitation({ body: { user: { id: userId } } }),
    onSuccess: ({ inviteLink, ...made }) => {
      if (inviteLink !== undefined) onLink({ ...made, inviteLink })
      else if (made.isMailed) notify.success(t('invite.resent', { email: made.user.email }))
      else notify.error(t(sendsMail ? 'invite.unsent' : 'invite.unsentHere', { email: made.user.email }))
    },
    onError: async (error, { user }) => {
      notify.error(t('invite.resendFailed', { email: user.email, message: apiErrorMessage(error) }))
      // They may have accepted meanwhile.
      await refreshPeople()
    },
  })
}
