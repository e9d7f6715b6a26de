import { useSearch } from '@tanstack/react-router'
import { api } from '../app/api.ts'
import { ConfirmLink } from '../features/account/confirm-link.tsx'
import { VerifyForm } from '../features/account/verify-form.tsx'
import { useSessionStore } from '../session/session-store.ts'

/** The page of the link by which an address is confirmed. */
export function VerifyPage() {
  const { token } = useSearch({ from: '/verify' })
  return <VerifyForm token={token} />
}

/** A session whose time is over is renewed first, as the call itself takes any caller; a confirmed address ends it. */
async function confirmEmailChange(tempToken: string): Promise<void> {
  const { user, end } = useSessionStore.getState()
  if (user) await api.getSession().catch(() => undefined)
  await api.confirmEmailChange({ body: { user: { tempToken } } })
  end()
}

/** The page of the link by which a new address is confirmed. */
export function ConfirmEmailChangePage() {
  const { token } = useSearch({ from: '/confirm-email-change' })
  return <ConfirmLink purpose="emailChange" token={token} confirm={confirmEmailChange} />
}
