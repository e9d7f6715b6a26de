import { useNavigate, useSearch } from '@tanstack/react-router'
import { FlowList } from '../features/flow-list/flow-list.tsx'
import { arrangeFlowFile } from './arrange-flow-file.ts'

/** The list of agent flows. */
export function AgentflowsPage() {
  const address = useSearch({ from: '/shell/agentflows' })
  const navigate = useNavigate({ from: '/agentflows' })
  return (
    <FlowList
      kind="agentflows"
      address={address}
      arrange={arrangeFlowFile}
      onAddress={(change) => void navigate({ search: { ...address, ...change }, replace: true })}
    />
  )
}
