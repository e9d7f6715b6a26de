import { useParams } from '@tanstack/react-router'
import { VectorScreen } from '../features/document-stores/vectors/vector-screen.tsx'

/** The vector configuration of a document store, or of one loader of it. */
export function DocumentVectorsPage() {
  const { storeId, docId } = useParams({ strict: false })
  return <VectorScreen storeId={storeId ?? ''} docId={docId} />
}
