import { useSearch } from '@tanstack/react-router'
import { ForgotPasswordForm } from '../features/account/forgot-password-form.tsx'

/** Where a link for a new password is asked for. */
export function ForgotPasswordPage() {
  const { email } = useSearch({ from: '/forgot-password' })
  return <ForgotPasswordForm email={email} />
}
