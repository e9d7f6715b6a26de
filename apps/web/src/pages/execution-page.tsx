import { PageLoading } from '../ui/page-loading.tsx'

export function ExecutionPage() {
  return <PageLoading />
}
