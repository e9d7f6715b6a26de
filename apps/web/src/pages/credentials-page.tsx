import { useNavigate, useSearch } from '@tanstack/react-router'
import { CredentialList } from '../features/credentials/credential-list.tsx'

/** The list of credentials. */
export function CredentialsPage() {
  const address = useSearch({ from: '/shell/credentials' })
  const navigate = useNavigate({ from: '/credentials' })
  return (
    <CredentialList
      address={address}
      onAddress={(change) => void navigate({ search: { ...address, ...change }, replace: true })}
    />
  )
}
