import { useParams } from '@tanstack/react-router'
import { ExecutionDetails } from '../features/executions/execution-details.tsx'

/** The page of one run. */
export function ExecutionPage() {
  const { id } = useParams({ from: '/shell/executions/$id' })
  return <ExecutionDetails id={id} />
}
