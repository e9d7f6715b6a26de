import { PageLoading } from '../ui/page-loading.tsx'

export function UnauthorizedPage() {
  return <PageLoading />
}
