import { useNavigate, useSearch } from '@tanstack/react-router'
import { VariableList } from '../features/variables/variable-list.tsx'

/** The list of variables. */
export function VariablesPage() {
  const address = useSearch({ from: '/shell/variables' })
  const navigate = useNavigate({ from: '/variables' })
  return (
    <VariableList
      address={address}
      onAddress={(change) => void navigate({ search: { ...address, ...change }, replace: true })}
    />
  )
}
