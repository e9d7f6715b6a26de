import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { listWorkspacesIn } from '../../session/organizations.ts'
import { useSessionStore } from '../../session/session-store.ts'

const WAIT_MS = 250
/** The server looks for no more. */
const MOST_CHARACTERS = 200
/** As many as a list shows at once. */
const MOST_FOUND = 50

/** A workspace that somebody may choose. */
export interface WorkspaceChoice {
  id: string
  name: string
}

async function findWorkspaces(
  userId: string,
  search: string,
  signal: AbortSignal,
): Promise<WorkspaceChoice[]> {
  const query = { userId, search, sort: 'name', page: 1, limit: MOST_FOUND } as const
  const answer = await api.listWorkspaceUsers({ query }, { signal })
  const places = Array.isArray(answer) ? answer : 'data' in answer ? answer.data : [answer]
  return places.map(({ workspace: { id, name } }) => ({ id, name }))
}

/**
 * The person's workspaces of the organisation to choose from: those that the session tells and, where there are more,
 * those whose names hold what is written.
 */
export function useWorkspaceChoices() {
  const user = useSessionStore((state) => state.user)
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim().slice(0, MOST_CHARACTERS), WAIT_MS)
  const known: WorkspaceChoice[] = listWorkspacesIn(user, user?.activeOrganizationId ?? '')
  const hasMore = user?.hasMoreWorkspaces === true
  // The field holds the name of the chosen one while nothing is looked for.
  const isSought = (name: string) => hasMore && name !== '' && !known.some((each) => each.name === name)
  const isWanted = isSought(search)
  const userId = user?.id ?? ''
  const found = useQuery({
    queryKey: ['workspaces', 'own', userId, search],
    queryFn: ({ signal }) => findWorkspaces(userId, search, signal),
    enabled: isWanted,
  })
  const others = (isWanted ? (found.data ?? []) : []).filter(
    ({ id }) => !known.some((each) => each.id === id),
  )
  return {
    choices: [...known, ...others],
    hasMore,
    isSearching: (isWanted && found.isFetching) || (text.trim() !== search && isSought(text.trim())),
    error: found.error,
    retry: () => void found.refetch(),
    setSearch: setText,
  }
}
