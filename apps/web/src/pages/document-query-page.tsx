import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { QueryScreen } from '../features/document-stores/query/query-screen.tsx'

/** The page that asks a document store, and tests how well it finds. */
export function DocumentQueryPage() {
  const { storeId } = useParams({ from: '/shell/document-stores/query/$storeId' })
  const { tab } = useSearch({ from: '/shell/document-stores/query/$storeId' })
  const navigate = useNavigate({ from: '/document-stores/query/$storeId' })
  return (
    <QueryScreen
      storeId={storeId}
      tab={tab ?? 'ask'}
      onTab={(chosen) => void navigate({ search: chosen === 'tests' ? { tab: 'tests' } : {} })}
    />
  )
}
