import { useNavigate, useSearch } from '@tanstack/react-router'
import { RoleList } from '../features/people/roles/role-list.tsx'

/** The roles of the organisation. */
export function RolesPage() {
  const address = useSearch({ from: '/shell/roles' })
  const navigate = useNavigate({ from: '/roles' })
  return (
    <RoleList
      address={address}
      onAddress={(change) => void navigate({ search: { ...address, ...change }, replace: true })}
    />
  )
}
