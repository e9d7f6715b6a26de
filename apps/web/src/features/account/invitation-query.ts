import { queryOptions } from '@tanstack/react-query'
import { api } from '../../app/api.ts'

/** What the invitation of a link is, or null where it does not count any more. Asked anew whenever its page opens. */
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: async ({ signal }) =>
      (await api.lookAtInvitation({ body: { user: { tempToken: token } } }, { signal })).invitation,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
