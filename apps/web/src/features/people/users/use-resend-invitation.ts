import type { OrganizationUser, ResentInvitation } from '@runnel/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { sendsMailQuery } from '../../../session/platform.ts'
import { apiErrorMessage } from '../../../ui/api-error-message.ts'
import { notify } from '../../../ui/notifications/notify.ts'
import { refreshPeople } from '../people-queries.ts'

/** Whose invitation is sent again, or is to be shown as a link, where its mail does not arrive. */
interface Resending {
  row: OrganizationUser
  asLink?: true
}

/** Sends the invitation of somebody again; `onLink` gets the new link where no mail carries it. */
export function useResendInvitation(onLink: (made: ResentInvitation & { inviteLink: string }) => void) {
  const { t } = useTranslation('people')
  const { data: sendsMail = true } = useQuery(sendsMailQuery)
  return useMutation({
    mutationFn: ({ row: { userId }, asLink }: Resending) =>
      api.resendInvitation({ body: { user: { id: userId }, ...(asLink ? { asLink } : {}) } }),
    onSuccess: async ({ inviteLink, ...made }) => {
      if (inviteLink !== undefined) onLink({ ...made, inviteLink })
      else if (made.isMailed) notify.success(t('invite.resent', { email: made.user.email }))
      else notify.error(t(sendsMail ? 'invite.unsent' : 'invite.unsentHere', { email: made.user.email }))
      // What was said of the mail before does not hold any more.
      await refreshPeople()
    },
    onError: async (error, { row: { user } }) => {
      notify.error(t('invite.resendFailed', { email: user.email, message: apiErrorMessage(error) }))
      // They may have accepted meanwhile.
      await refreshPeople()
    },
  })
}
