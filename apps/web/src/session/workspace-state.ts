import { create } from 'zustand'
import { useSessionStore } from './session-store.ts'

/** How far a switch of the workspace is; `failed` holds the server's words, empty when it said none. */
export type WorkspaceStep =
  | { kind: 'none' }
  | { kind: 'switching'; to: 'workspace' | 'organization' }
  | { kind: 'failed'; message: string }

/** The switch of the workspace that is under way, for the dialogs that show it. */
export const useWorkspaceStep = create<{ step: WorkspaceStep }>()(() => ({ step: { kind: 'none' } }))

/** Where the workspace that the page shows stands: there, gone for this person, or left in another tab. */
export type WorkspacePlace = 'here' | 'gone' | 'left'

/**
 * Judges the workspace that the page shows: it is `gone` when the person is not in it any more, and `left` when their
 * session is in another one, as after a switch in another tab.
 */
export function useWorkspacePlace(): WorkspacePlace {
  return useSessionStore(({ user, shownWorkspaceId }) => {
    if (user === null || shownWorkspaceId === null) return 'here'
    if (!user.assignedWorkspaces.some(({ id }) => id === shownWorkspaceId)) return 'gone'
    return user.activeWorkspaceId === shownWorkspaceId ? 'here' : 'left'
  })
}
