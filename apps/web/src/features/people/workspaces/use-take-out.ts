import type { WorkspaceUser } from '@runnel/contract'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { deleteRow } from '../../../ui/list/delete-row.ts'
import { isOnlyPlace, placeId, refreshPeople } from '../people-queries.ts'

/** Takes somebody out of a workspace after a question that says who is left without one. */
export function useTakeOut(): (place: WorkspaceUser) => Promise<boolean> {
  const { t } = useTranslation('people')
  return ({ workspaceId, userId, user, workspace }) => {
    const names = { name: user.name || user.email, workspace: workspace.name }
    return deleteRow({
      about: placeId({ workspaceId, userId }),
      question: async () => {
        const isLeft = await isOnlyPlace({ workspaceId, userId })
        return {
          title: t('places.remove.title', names),
          description: [
            t('places.remove.text', names),
            ...(isLeft ? [t('places.remove.left', names)] : []),
          ].join(' '),
          confirmButtonName: t('places.remove.confirm'),
        }
      },
      remove: () => api.deleteWorkspaceUser({ query: { workspaceId, userId } }),
      refresh: refreshPeople,
      done: t('places.remove.done', names),
      failed: (message) => t('places.remove.failed', { ...names, message }),
    })
  }
}
