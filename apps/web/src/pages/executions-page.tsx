import { useNavigate, useSearch } from '@tanstack/react-router'
import { ExecutionList } from '../features/executions/execution-list.tsx'

/** The list of runs. */
export function ExecutionsPage() {
  const address = useSearch({ from: '/shell/executions' })
  const navigate = useNavigate({ from: '/executions' })
  return (
    <ExecutionList
      address={address}
      onAddress={(change) => void navigate({ search: { ...address, ...change }, replace: true })}
    />
  )
}
