import { Menu } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSessionStore } from '../session/session-store.ts'
import { sortWorkspaces } from '../session/sort-workspaces.ts'
import { switchWorkspace } from '../session/switch-workspace.ts'
import { ButtonMenu } from '../ui/menu/button-menu.tsx'
import type { OpenMenu } from '../ui/menu/menu-button.tsx'

/** The open menu of the workspaces that the person may enter. */
export function WorkspaceItems({ menu }: { menu: OpenMenu }) {
  const { t } = useTranslation('shell')
  const user = useSessionStore((state) => state.user)
  return (
    <ButtonMenu {...menu} width={260} withinPortal={false}>
      <Menu.Label>{t('switch.label')}</Menu.Label>
      <div className="workspace-items">
        {sortWorkspaces(user?.assignedWorkspaces ?? []).map(({ id, name, role }) => {
          const isActive = id === user?.activeWorkspaceId
          return (
            <Menu.Item
              key={id}
              aria-current={isActive}
              leftSection={isActive ? <IconCheck size={16} /> : <span className="menu-space" />}
              rightSection={<span className="workspace-role">{role}</span>}
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
