import { useSearch } from '@tanstack/react-router'
import { SignInForm } from '../features/account/sign-in-form.tsx'

/** The sign-in. */
export function SignInPage() {
  const { from, error, organization, email } = useSearch({ from: '/signin' })
  return <SignInForm from={from} reason={error} organizationId={organization} email={email} />
}
