import { PageLoading } from '../ui/page-loading.tsx'

export function ExecutionsPage() {
  return <PageLoading />
}
