import { PageLoading } from '../ui/page-loading.tsx'

/** The list of chat flows. */
export function ChatflowsPage() {
  return <PageLoading />
}
