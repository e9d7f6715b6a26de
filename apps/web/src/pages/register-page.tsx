import { useQuery } from '@tanstack/react-query'
import { Navigate, useSearch } from '@tanstack/react-router'
import { JoinSignedIn } from '../features/account/join-signed-in.tsx'
import { RegisterClosed } from '../features/account/register-closed.tsx'
import { RegisterForm } from '../features/account/register-form.tsx'
import { visitorQuery } from '../features/account/visitor-query.ts'
import { platformQuery, sendsMailQuery } from '../session/platform.ts'
import { useSessionStore } from '../session/session-store.ts'
import { LoadFailure } from '../ui/load-failure.tsx'
import { PageLoading } from '../ui/page-loading.tsx'

/** The acceptance of an invitation, by who is signed in with one press; a new installation is set up first. */
export function RegisterPage() {
  const { token, email } = useSearch({ from: '/register' })
  const account = useSessionStore(({ user }) => user?.email)
  const visitor = useQuery(visitorQuery)
  const platform = useQuery(platformQuery)
  const mail = useQuery(sendsMailQuery)
  if (visitor.error)
    return <LoadFailure order={1} error={visitor.error} onRetry={() => void visitor.refetch()} />
  if (visitor.data === undefined || platform.isPending || mail.isPending) return <PageLoading />
  if (visitor.data.path === '/organization-setup') return <Navigate to="/organization-setup" replace />
  const isOwn = email === undefined || email.toLowerCase() === account
  if (token !== undefined && account !== undefined && isOwn)
    return <JoinSignedIn token={token} email={account} />
  if (platform.data === 'cloud' && mail.data === false && token === undefined) return <RegisterClosed />
  const otherAccount = token === undefined ? undefined : account
  return (
    <RegisterForm
      token={token}
      email={email}
      isOpen={platform.data === 'cloud'}
      otherAccount={otherAccount}
    />
  )
}
