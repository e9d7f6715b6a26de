import { findOwnPath } from '@runnel/contract'
import { useNavigate } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { api } from '../app/api.ts'
import { queryClient } from '../app/query-client.ts'
import { apiErrorMessage } from '../ui/api-error-message.ts'
import { notify } from '../ui/notifications/notify.ts'
import { mayLeavePage } from './leave-question.ts'
import { useSessionStore } from './session-store.ts'

/**
 * Ends the session on the server and here, whatever the server says. It may name where to go (`logged_out` with
 * `redirectTo`); an address outside our origin is not followed. Gives where to go.
 */
export async function signOut(t: TFunction<'shell'>): Promise<string> {
  let target = '/login'
  try {
    const { message, redirectTo } = await api.logout({ body: {} })
    const own = findOwnPath(redirectTo, window.location.origin)
    if (message === 'logged_out' && own !== undefined) target = own
    notify.info(t('loggedOut'))
  } catch (error) {
    notify.error(t('logoutFailed', { message: apiErrorMessage(error) }))
  }
  useSessionStore.getState().end()
  queryClient.clear()
  return target
}

/** Ends the session from a page, after a question where work would be lost, and leads to where the visitor goes. */
export function useSignOut(): () => Promise<void> {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  return async () => {
    if (await mayLeavePage()) await navigate({ href: await signOut(t) })
  }
}
