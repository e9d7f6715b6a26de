import { useParams } from '@tanstack/react-router'
import { StoreDetails } from '../features/document-stores/store/store-details.tsx'

/** The page of one document store. */
export function DocumentStorePage() {
  const { storeId } = useParams({ from: '/shell/document-stores/$storeId' })
  return <StoreDetails storeId={storeId} />
}
