import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { WorkspaceUserList } from '../features/people/workspaces/workspace-user-list.tsx'

/** The people of one workspace. */
export function WorkspaceUsersPage() {
  const { id } = useParams({ from: '/shell/workspace-users/$id' })
  const address = useSearch({ from: '/shell/workspace-users/$id' })
  const navigate = useNavigate({ from: '/workspace-users/$id' })
  return (
    <WorkspaceUserList
      workspaceId={id}
      address={address}
      onAddress={(change) => void navigate({ search: { ...address, ...change }, replace: true })}
    />
  )
}
