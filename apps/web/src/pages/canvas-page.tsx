import { PageLoading } from '../ui/page-loading.tsx'

/** The editor of one flow. */
export function CanvasPage() {
  return <PageLoading />
}
