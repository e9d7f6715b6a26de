import { Menu, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useViewer } from '../session/use-viewer.ts'
import { ButtonMenu } from '../ui/menu/button-menu.tsx'
import { MenuButton } from '../ui/menu/menu-button.tsx'
import { CloudLinks } from './cloud-links.tsx'
import { findCurrentEntry, type MenuEntry, type MenuGroup, pathFor, shownMenu } from './menu-entries.ts'
import { MenuItem } from './menu-item.tsx'

/** The main menu across the top: the main list in a line, each group as a menu of its own. */
export function MenuBar() {
  const { t } = useTranslation('shell')
  const viewer = useViewer()
  const current = useLocation({ select: ({ pathname }) => findCurrentEntry(pathname)?.id })
  return (
    <nav className="menu-bar" aria-label={t('menu.label')}>
      {shownMenu(viewer).map(({ group, entries }) =>
        group === undefined ? (
          <ul key="main" className="menu-bar-list">
            {entries.map((entry) => (
              <li key={entry.id}>
                <MenuItem
                  type="page"
                  name={t(`entries.${entry.id}`)}
                  icon={entry.icon}
                  path={pathFor(viewer, entry)}
                  isCurrent={entry.id === current}
                  isCollapsed={false}
                />
              </li>
            ))}
          </ul>
        ) : (
          <GroupMenu key={group} group={group} entries={entries} current={current} />
        ),
      )}
      {viewer.platformType === 'cloud' ? <CloudLinks isCollapsed={false} /> : null}
    </nav>
  )
}

interface GroupMenuProps {
  group: MenuGroup
  entries: readonly MenuEntry[]
  current: MenuEntry['id'] | undefined
}

function GroupMenu({ group, entries, current }: GroupMenuProps) {
  const { t } = useTranslation('shell')
  const viewer = useViewer()
  const navigate = useNavigate()
  return (
    <MenuButton
      onNear={() => undefined}
      renderButton={(props) => (
        <UnstyledButton
          {...props}
          className="menu-entry"
          data-current={entries.some(({ id }) => id === current) || undefined}
        >
          {t(`groups.${group}`)}
          <IconChevronDown size={15} stroke={1.8} aria-hidden />
        </UnstyledButton>
      )}
      renderMenu={(menu) => (
        <ButtonMenu {...menu} width={240} withinPortal={false}>
          {entries.map((entry) => {
            const { id, icon: Icon } = entry
            return (
              <Menu.Item
                key={id}
                aria-current={id === current ? 'page' : undefined}
                leftSection={<Icon size={16} stroke={1.8} aria-hidden />}
                onClick={() => void navigate({ to: pathFor(viewer, entry) })}
              >
                {t(`entries.${id}`)}
              </Menu.Item>
            )
          })}
        </ButtonMenu>
      )}
    />
  )
}
