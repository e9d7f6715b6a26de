import { useSearch } from '@tanstack/react-router'
import { ResetPasswordForm } from '../features/account/reset-password-form.tsx'

/** A new password by a one-time link. */
export function ResetPasswordPage() {
  const { token, email } = useSearch({ from: '/reset-password' })
  return <ResetPasswordForm token={token} email={email} />
}
