import { Menu } from '@mantine/core'
import { IconCheck, IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { listWorkspacesIn, tellsOrganization } from '../session/organizations.ts'
import { useSessionStore } from '../session/session-store.ts'
import { sortWorkspaces } from '../session/sort-workspaces.ts'
import { switchWorkspace } from '../session/switch-workspace.ts'
import { useViewer } from '../session/use-viewer.ts'
import { ButtonMenu } from '../ui/menu/button-menu.tsx'
import type { OpenMenu } from '../ui/menu/menu-button.tsx'
import { nameOfRole } from '../ui/permissions/name-of-role.ts'

/** The open menu of the workspaces that the person may enter; those of the organisation alone that stands beside it. */
export function WorkspaceItems({ menu, onFind }: { menu: OpenMenu; onFind: () => void }) {
  const { t } = useTranslation('shell')
  const user = useSessionStore((state) => state.user)
  const isOfTrail = tellsOrganization(useViewer().platformType, user)
  const workspaces = isOfTrail
    ? listWorkspacesIn(user, user?.activeOrganizationId ?? '')
    : sortWorkspaces(user?.assignedWorkspaces ?? [])
  return (
    <ButtonMenu {...menu} width={260} position="bottom-start" withinPortal={false}>
      <Menu.Label>{t('switch.label')}</Menu.Label>
      {user?.hasMoreWorkspaces ? (
        <Menu.Item leftSection={<IconSearch size={16} />} onClick={onFind}>
          {t('switch.find')}
        </Menu.Item>
      ) : null}
      <div className="workspace-items">
        {workspaces.map(({ id, name, role }) => {
          const isActive = id === user?.activeWorkspaceId
          return (
            <Menu.Item
              key={id}
              aria-current={isActive}
              leftSection={isActive ? <IconCheck size={16} /> : <span className="menu-space" />}
              rightSection={<span className="workspace-role">{role === null ? null : nameOfRole(role)}</span>}
              onClick={() => {
                if (!isActive) void switchWorkspace(id)
              }}
            >
              {name}
            </Menu.Item>
          )
        })}
      </div>
    </ButtonMenu>
  )
}
