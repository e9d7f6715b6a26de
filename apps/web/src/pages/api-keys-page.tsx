import { PageLoading } from '../ui/page-loading.tsx'

export function ApiKeysPage() {
  return <PageLoading />
}
