import { PageLoading } from '../ui/page-loading.tsx'

export function ResetPasswordPage() {
  return <PageLoading />
}
