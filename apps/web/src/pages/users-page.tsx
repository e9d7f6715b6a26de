import { useNavigate, useSearch } from '@tanstack/react-router'
import { UserList } from '../features/people/users/user-list.tsx'

/** The people of the organisation. */
export function UsersPage() {
  const address = useSearch({ from: '/shell/users' })
  const navigate = useNavigate({ from: '/users' })
  return (
    <UserList
      address={address}
      onAddress={(change) => void navigate({ search: { ...address, ...change }, replace: true })}
    />
  )
}
