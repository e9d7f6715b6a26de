import { useParams } from '@tanstack/react-router'
import { LoaderScreen } from '../features/document-stores/loader/loader-screen.tsx'

/** The page of a loader of a document store, or of one that is to be added. */
export function DocumentLoaderPage() {
  const { storeId, name } = useParams({ from: '/shell/document-stores/$storeId/$name' })
  return <LoaderScreen storeId={storeId} name={name} />
}
