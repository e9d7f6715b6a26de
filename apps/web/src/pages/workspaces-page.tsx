import { useNavigate, useSearch } from '@tanstack/react-router'
import { WorkspaceList } from '../features/people/workspaces/workspace-list.tsx'

/** The workspaces of the organisation. */
export function WorkspacesPage() {
  const address = useSearch({ from: '/shell/workspaces' })
  const navigate = useNavigate({ from: '/workspaces' })
  return (
    <WorkspaceList
      address={address}
      onAddress={(change) => void navigate({ search: { ...address, ...change }, replace: true })}
    />
  )
}
