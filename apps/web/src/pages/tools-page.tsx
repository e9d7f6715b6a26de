import { useNavigate, useSearch } from '@tanstack/react-router'
import { ToolList } from '../features/custom-tools/tool-list.tsx'

/** The list of custom tools. */
export function ToolsPage() {
  const address = useSearch({ from: '/shell/tools' })
  const navigate = useNavigate({ from: '/tools' })
  return (
    <ToolList
      address={address}
      onAddress={(change) => void navigate({ search: { ...address, ...change }, replace: true })}
    />
  )
}
