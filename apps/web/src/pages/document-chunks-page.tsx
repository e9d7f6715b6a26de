import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { ChunkScreen } from '../features/document-stores/chunks/chunk-screen.tsx'

const ROUTE = '/shell/document-stores/chunks/$storeId/$fileId'

/** The chunks of a loader, or of a document store. */
export function DocumentChunksPage() {
  const { storeId, fileId } = useParams({ from: ROUTE })
  const address = useSearch({ from: ROUTE })
  const navigate = useNavigate({ from: '/document-stores/chunks/$storeId/$fileId' })
  return (
    <ChunkScreen
      storeId={storeId}
      fileId={fileId}
      address={address}
      onAddress={(change) => void navigate({ search: { ...address, ...change }, replace: true })}
    />
  )
}
