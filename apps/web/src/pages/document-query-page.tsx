import { useParams } from '@tanstack/react-router'
import { QueryScreen } from '../features/document-stores/query/query-screen.tsx'

/** The page that asks a document store. */
export function DocumentQueryPage() {
  const { storeId } = useParams({ from: '/shell/document-stores/query/$storeId' })
  return <QueryScreen storeId={storeId} />
}
