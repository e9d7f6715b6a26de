import { isApiError } from '@runnel/client'
import type { SignedInUser } from '@runnel/contract'
import i18next from 'i18next'
import { api } from '../app/api.ts'
import { queryClient } from '../app/query-client.ts'
import { apiErrorMessage } from '../ui/api-error-message.ts'
import { useNotificationStore } from '../ui/notifications/notification-store.ts'
import { settleErrors } from '../ui/settled-errors.ts'
import { mayLeavePage } from './leave-question.ts'
import { listWorkspacesIn } from './organizations.ts'
import { useSessionStore } from './session-store.ts'
import { startAnew } from './start-anew.ts'
import { useWorkspaceStep } from './workspace-state.ts'

/**
 * Makes a workspace the active one. Another than the page shows replaces what is known of the person, goes to the start
 * and loads the app anew, after a question where work on the page would be lost; going back to the one that it shows
 * leaves the page, and what is typed in it, as it is. A failure stays on the screen.
 */
export async function switchWorkspace(id: string): Promise<void> {
  if (!(await mayEnter(id))) return
  useWorkspaceStep.setState({ step: { kind: 'switching', to: 'workspace' } })
  try {
    await enterWorkspace(id)
  } catch (error) {
    useWorkspaceStep.setState({ step: { kind: 'failed', message: messageOf(error) } })
  }
}

/**
 * Asks anew which workspaces the person has in an organisation, and makes the first of them the active one; as
 * `switchWorkspace` it asks before work on the page is lost.
 */
export async function switchOrganization(organizationId: string): Promise<void> {
  const [known] = listWorkspacesIn(useSessionStore.getState().user, organizationId)
  if (!(await mayEnter(known?.id))) return
  useWorkspaceStep.setState({ step: { kind: 'switching', to: 'organization' } })
  try {
    const user = await api.getSession({})
    const [first] = listWorkspacesIn(user, organizationId)
    if (!first) throw new Error(i18next.t('switch.noneThere', { ns: 'shell' }))
    await enterWorkspace(first.id)
  } catch (error) {
    useWorkspaceStep.setState({ step: { kind: 'failed', message: messageOf(error) } })
  }
}

/** A workspace that is not there any more for the person has no name to tell, and its id tells nobody anything. */
function messageOf(error: unknown): string {
  const isGone = isApiError(error) && error.code === 'not_found'
  return isGone ? i18next.t('switch.gone', { ns: 'shell' }) : apiErrorMessage(error, '')
}

/** The workspace that the page shows takes nothing from it. */
async function mayEnter(id: string | undefined): Promise<boolean> {
  return id === useSessionStore.getState().shownWorkspaceId || mayLeavePage()
}

/** The page is where it belongs again: that it was not, as calls were told meanwhile, stands nowhere any more. */
function settleLeft(): void {
  const mutations = queryClient.getMutationCache().getAll()
  settleErrors(mutations.map(({ state }) => state.error).filter(isOfLeftWorkspace))
  const told = i18next.t('workspace_left', { ns: 'refusals' })
  const { notifications, close } = useNotificationStore.getState()
  for (const { key, kind, message } of notifications)
    if (kind === 'error' && message.includes(told)) close(key)
}

const isOfLeftWorkspace = (error: unknown) => isApiError(error) && error.code === 'workspace_unavailable'

/** Pauses before a switch is sent again, in milliseconds. */
const AGAIN_AFTER_MS = [500, 2_000]

const isLost = (error: unknown) =>
  isApiError(error) && (error.status === 0 || error.status === 502 || error.status === 504)

/**
 * To go where one is already changes nothing: a switch whose answer was lost is sent again while its dialog says that one
 * waits, as the dialog of its failure has no other way on than the sign-out.
 */
async function sendSwitch(id: string, pauses: readonly number[] = AGAIN_AFTER_MS): Promise<SignedInUser> {
  try {
    return await api.switchWorkspace({ query: { id }, body: {} })
  } catch (error) {
    const [pause, ...others] = pauses
    if (pause === undefined || !isLost(error)) throw error
    await new Promise((resolve) => setTimeout(resolve, pause))
    return sendSwitch(id, others)
  }
}

async function enterWorkspace(id: string): Promise<void> {
  const user = await sendSwitch(id)
  const { shownWorkspaceId, enter } = useSessionStore.getState()
  if (shownWorkspaceId !== id) return startAnew(user)
  enter(user)
  settleLeft()
  await queryClient.invalidateQueries()
  useWorkspaceStep.setState({ step: { kind: 'none' } })
}
