import { PageLoading } from '../ui/page-loading.tsx'

export function SetUpPage() {
  return <PageLoading />
}
