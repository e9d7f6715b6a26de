import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { listWorkspacesIn, tellsOrganization } from '../session/organizations.ts'
import { useSessionStore } from '../session/session-store.ts'
import { useIsShown, useViewer } from '../session/use-viewer.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { PlaceSwitcher } from './place-switcher.tsx'

const loadItems = async () => (await import('./workspace-items.tsx')).WorkspaceItems
const WorkspaceItems = lazyPart(loadItems, { onFailed: ({ menu }) => menu.onClose() })
const FindWorkspaceDialog = lazyPart(
  async () => (await import('./find-workspace-dialog.tsx')).FindWorkspaceDialog,
  { onFailed: ({ onClose }) => onClose() },
)

/** The workspace that the page shows, and where the person has more than one, the choice of another. */
export function WorkspaceSwitcher() {
  const { t } = useTranslation('shell')
  const user = useSessionStore((state) => state.user)
  const [isFinding, finding] = useDisclosure(false)
  const hasFeature = useIsShown({ feature: 'feat:workspaces' })
  const isOfTrail = tellsOrganization(useViewer().platformType, user)
  const name = user?.activeWorkspace
  if (!user || !name) return null
  const choices = isOfTrail ? listWorkspacesIn(user, user.activeOrganizationId) : user.assignedWorkspaces
  return (
    <>
      <PlaceSwitcher
        label={t('workspace')}
        name={name}
        hasChoice={hasFeature && choices.length > 1}
        onNear={() => void loadItems().catch(() => undefined)}
        renderMenu={(menu) => <WorkspaceItems menu={menu} onFind={finding.open} />}
      />
      {isFinding ? <FindWorkspaceDialog onClose={finding.close} /> : null}
    </>
  )
}
