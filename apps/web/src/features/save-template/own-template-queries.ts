import { queryClient } from '../../app/query-client.ts'

/** Begins the key of each list of the workspace's own templates. */
export const OWN_TEMPLATES = 'own-templates'

/** The lists of the workspace's own templates are read anew: one was made or deleted. */
export function refreshOwnTemplates(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [OWN_TEMPLATES] })
}
