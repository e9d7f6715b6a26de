import { useNavigate, useSearch } from '@tanstack/react-router'
import { FlowList } from '../features/flow-list/flow-list.tsx'
import { arrangeFlowFile } from './arrange-flow-file.ts'

/** The list of chat flows. */
export function ChatflowsPage() {
  const address = useSearch({ from: '/shell/chatflows' })
  const navigate = useNavigate({ from: '/chatflows' })
  return (
    <FlowList
      kind="chatflows"
      address={address}
      arrange={arrangeFlowFile}
      onAddress={(change) => void navigate({ search: { ...address, ...change }, replace: true })}
    />
  )
}
