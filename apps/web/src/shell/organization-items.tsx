import { Menu } from '@mantine/core'
import { IconCheck, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { listOrganizations } from '../session/organizations.ts'
import { useSessionStore } from '../session/session-store.ts'
import { switchOrganization } from '../session/switch-workspace.ts'
import { ButtonMenu } from '../ui/menu/button-menu.tsx'
import type { OpenMenu } from '../ui/menu/menu-button.tsx'

/** The open menu of the organisations of the person; another one is entered by its first workspace, or made. */
export function OrganizationItems({ menu, onMake }: { menu: OpenMenu; onMake: () => void }) {
  const { t } = useTranslation('shell')
  const user = useSessionStore((state) => state.user)
  return (
    <ButtonMenu {...menu} width={260} position="bottom-start" withinPortal={false}>
      <Menu.Label>{t('switch.organizationLabel')}</Menu.Label>
      <div className="workspace-items">
        {listOrganizations(user).map(({ id, name }) => {
          const isActive = id === user?.activeOrganizationId
          return (
            <Menu.Item
              key={id}
              aria-current={isActive}
              leftSection={isActive ? <IconCheck size={16} /> : <span className="menu-space" />}
              onClick={() => {
                if (!isActive) void switchOrganization(id)
              }}
            >
              {name}
            </Menu.Item>
          )
        })}
      </div>
      {user?.mayMakeOrganization ? (
        <>
          <Menu.Divider />
          <Menu.Item leftSection={<IconPlus size={16} />} onClick={onMake}>
            {t('newOrganization.open')}
          </Menu.Item>
        </>
      ) : null}
    </ButtonMenu>
  )
}
