import { PageLoading } from '../ui/page-loading.tsx'

export function SignInPage() {
  return <PageLoading />
}
