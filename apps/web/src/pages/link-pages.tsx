import { useSearch } from '@tanstack/react-router'
import { api } from '../app/api.ts'
import { ConfirmLink } from '../features/account/confirm-link.tsx'
import { VerifyForm } from '../features/account/verify-form.tsx'

/** The page of the link by which an address is confirmed. */
export function VerifyPage() {
  const { token } = useSearch({ from: '/verify' })
  return <VerifyForm token={token} />
}

/** The page of the link by which a new address is confirmed. */
export function ConfirmEmailChangePage() {
  const { token } = useSearch({ from: '/confirm-email-change' })
  return (
    <ConfirmLink
      purpose="emailChange"
      token={token}
      confirm={(tempToken) => api.confirmEmailChange({ body: { user: { tempToken } } })}
    />
  )
}
