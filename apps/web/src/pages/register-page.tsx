import { useQuery } from '@tanstack/react-query'
import { Navigate, useSearch } from '@tanstack/react-router'
import { RegisterForm } from '../features/account/register-form.tsx'
import { visitorQuery } from '../features/account/visitor-query.ts'
import { platformQuery } from '../session/platform.ts'
import { LoadFailure } from '../ui/load-failure.tsx'
import { PageLoading } from '../ui/page-loading.tsx'

/** The acceptance of an invitation; a new installation is set up first. */
export function RegisterPage() {
  const { token, email } = useSearch({ from: '/register' })
  const visitor = useQuery(visitorQuery)
  const platform = useQuery(platformQuery)
  if (visitor.error)
    return <LoadFailure order={1} error={visitor.error} onRetry={() => void visitor.refetch()} />
  if (visitor.data === undefined || platform.isPending) return <PageLoading />
  if (visitor.data.path === '/organization-setup') return <Navigate to="/organization-setup" replace />
  return <RegisterForm token={token} email={email} isOpen={platform.data === 'cloud'} />
}
