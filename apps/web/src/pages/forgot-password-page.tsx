import { ForgotPasswordForm } from '../features/account/forgot-password-form.tsx'

/** Where a link for a new password is asked for. */
export function ForgotPasswordPage() {
  return <ForgotPasswordForm />
}
