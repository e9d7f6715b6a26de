import { useNavigate, useSearch } from '@tanstack/react-router'
import { ApiKeyList } from '../features/api-keys/api-key-list.tsx'

/** The list of API keys. */
export function ApiKeysPage() {
  const address = useSearch({ from: '/shell/apikey' })
  const navigate = useNavigate({ from: '/apikey' })
  return (
    <ApiKeyList
      address={address}
      onAddress={(change) => void navigate({ search: { ...address, ...change }, replace: true })}
    />
  )
}
