import { PageLoading } from '../ui/page-loading.tsx'

export function LoginPage() {
  return <PageLoading />
}
