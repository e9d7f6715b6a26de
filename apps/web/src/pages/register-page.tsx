import { useQuery } from '@tanstack/react-query'
import { Navigate, useSearch } from '@tanstack/react-router'
import { InvitationArrival } from '../features/account/invitation-arrival.tsx'
import { InvitationCodeForm } from '../features/account/invitation-code-form.tsx'
import { RegisterClosed } from '../features/account/register-closed.tsx'
import { RegisterForm } from '../features/account/register-form.tsx'
import { visitorQuery } from '../features/account/visitor-query.ts'
import { platformQuery, sendsMailQuery } from '../session/platform.ts'
import { LoadFailure } from '../ui/load-failure.tsx'
import { PageLoading } from '../ui/page-loading.tsx'

/** The acceptance of an invitation, by who is signed in with one press; a new installation is set up first. */
export function RegisterPage() {
  const { token } = useSearch({ from: '/register' })
  const visitor = useQuery(visitorQuery)
  const platform = useQuery(platformQuery)
  const mail = useQuery(sendsMailQuery)
  if (visitor.error)
    return <LoadFailure order={1} error={visitor.error} onRetry={() => void visitor.refetch()} />
  if (visitor.data === undefined || platform.isPending || mail.isPending) return <PageLoading />
  if (visitor.data.path === '/organization-setup') return <Navigate to="/organization-setup" replace />
  if (token !== undefined) return <InvitationArrival key={token} token={token} />
  if (platform.data !== 'cloud') return <InvitationCodeForm />
  return mail.data === false ? <RegisterClosed /> : <RegisterForm />
}
