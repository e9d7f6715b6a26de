import { useQuery } from '@tanstack/react-query'
import { useIsShown } from '../../session/use-viewer.ts'
import { variableNamesQuery } from './variable-queries.ts'

/** Names of the workspace's variables, for those who may see them; undefined for others, and while they come. */
export function useVariableNames(): string[] | undefined {
  const mayView = useIsShown({ permission: 'variables:view' })
  return useQuery({ ...variableNamesQuery, enabled: mayView }).data
}
