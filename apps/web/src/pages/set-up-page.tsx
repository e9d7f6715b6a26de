import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { OtherAddress } from '../features/account/other-address.tsx'
import { SetUpForm } from '../features/account/set-up-form.tsx'
import { visitorQuery } from '../features/account/visitor-query.ts'
import { platformQuery } from '../session/platform.ts'
import { LoadFailure } from '../ui/load-failure.tsx'
import { PageLoading } from '../ui/page-loading.tsx'

/** The set-up of a new installation; once it is done, this page leads to the sign-in. */
export function SetUpPage() {
  const { data, error, refetch } = useQuery({
    ...visitorQuery,
    refetchOnMount: false,
    refetchOnReconnect: false,
  })
  const platform = useQuery(platformQuery)
  if (error) return <LoadFailure order={1} error={error} onRetry={() => void refetch()} />
  if (data === undefined || platform.isPending) return <PageLoading />
  if (data.path !== '/organization-setup') return <Navigate to="/signin" replace />
  if (data.opensAt !== undefined) return <OtherAddress opensAt={data.opensAt} />
  return <SetUpForm needsToken={data.needsSetupToken} namesOrganization={platform.data !== 'open source'} />
}
