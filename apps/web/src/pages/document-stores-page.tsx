import { useNavigate, useSearch } from '@tanstack/react-router'
import { StoreList } from '../features/document-stores/list/store-list.tsx'

/** The list of document stores. */
export function DocumentStoresPage() {
  const address = useSearch({ from: '/shell/document-stores' })
  const navigate = useNavigate({ from: '/document-stores' })
  return (
    <StoreList
      address={address}
      onAddress={(change) => void navigate({ search: { ...address, ...change }, replace: true })}
    />
  )
}
