import { useQuery } from '@tanstack/react-query'
import { Navigate, useSearch } from '@tanstack/react-router'
import { visitorQuery } from '../features/account/visitor-query.ts'
import { LoadFailure } from '../ui/load-failure.tsx'
import { PageLoading } from '../ui/page-loading.tsx'

/** Sends a visitor where they belong: to the set-up of a new installation or to the sign-in. */
export function LoginPage() {
  const search = useSearch({ strict: false })
  const { data, error, refetch } = useQuery(visitorQuery)
  if (error) return <LoadFailure order={1} error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <PageLoading />
  if (data.path === '/organization-setup') return <Navigate to="/organization-setup" replace />
  return (
    <Navigate
      to="/signin"
      search={{
        ...(search.from ? { from: search.from } : {}),
        ...(search.error ? { error: search.error } : {}),
        ...(search.organization ? { organization: search.organization } : {}),
      }}
      replace
    />
  )
}
