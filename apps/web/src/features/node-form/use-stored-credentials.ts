import { useQuery } from '@tanstack/react-query'
import { useIsShown } from '../../session/use-viewer.ts'
import { credentialsQuery } from './credentials-query.ts'

interface WantedCredentials {
  /** Types of credentials. */
  names: readonly string[]
  /** The one that a node uses. */
  chosen: string | undefined
  isWanted: boolean
}

/** The stored credentials of some types, and whether the chosen one is none of them: deleted, or of another place. */
export function useStoredCredentials({ names, chosen, isWanted }: WantedCredentials) {
  const mayView = useIsShown({ permission: 'credentials:view' })
  const stored = useQuery({ ...credentialsQuery(names), enabled: isWanted && mayView })
  const isUnknown = chosen !== undefined && stored.isSuccess && !stored.data.some(({ id }) => id === chosen)
  return { stored, mayView, isUnknown }
}
