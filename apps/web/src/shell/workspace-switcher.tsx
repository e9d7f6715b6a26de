import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { listWorkspacesIn } from '../session/organizations.ts'
import { useSessionStore } from '../session/session-store.ts'
import { useIsShown, useViewer } from '../session/use-viewer.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { MenuButton } from '../ui/menu/menu-button.tsx'

const loadItems = async () => (await import('./workspace-items.tsx')).WorkspaceItems
const WorkspaceItems = lazyPart(loadItems, { onFailed: ({ menu }) => menu.onClose() })

/** The workspace that the page shows: its name, and where the person has more than one, the choice of another. */
export function WorkspaceSwitcher() {
  const { t } = useTranslation('shell')
  const user = useSessionStore((state) => state.user)
  const hasFeature = useIsShown({ feature: 'feat:workspaces' })
  const isCloud = useViewer().platformType === 'cloud'
  const name = user?.activeWorkspace
  if (!user || !name) return null
  const choices = isCloud ? listWorkspacesIn(user, user.activeOrganizationId) : user.assignedWorkspaces
  if (!hasFeature || choices.length < 2)
    return (
      <p className="workspace-name" title={name}>
        <span className="visually-hidden">{t('workspace')}: </span>
        {name}
      </p>
    )
  return (
    <MenuButton
      onNear={() => void loadItems().catch(() => undefined)}
      renderButton={(props) => (
        <UnstyledButton {...props} className="workspace-switcher" title={name}>
          <span className="visually-hidden">{t('workspace')}: </span>
          <span className="workspace-name">{name}</span>
          <IconChevronDown size={15} stroke={1.8} aria-hidden />
        </UnstyledButton>
      )}
      renderMenu={(menu) => <WorkspaceItems menu={menu} />}
    />
  )
}
