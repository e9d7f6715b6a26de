import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useViewer } from '../session/use-viewer.ts'
import { CloudLinks } from './cloud-links.tsx'
import { Logo } from './logo.tsx'
import { findCurrentEntry, type MenuGroup, pathFor, shownMenu } from './menu-entries.ts'
import { MenuItem } from './menu-item.tsx'
import { useMenuState } from './use-menu-state.ts'

interface SidebarProps {
  /** Only icons, with their names as tooltips. */
  isCollapsed: boolean
  /** After a page was chosen: the drawer closes itself. */
  onChoose?: (() => void) | undefined
}

/** The main menu: logo and the entries that the person may open. */
export function Sidebar({ isCollapsed, onChoose }: SidebarProps) {
  const { t } = useTranslation('shell')
  const viewer = useViewer()
  const menu = shownMenu(viewer)
  const current = useLocation({ select: ({ pathname }) => findCurrentEntry(pathname)?.id })
  return (
    <nav className="sidebar-content" data-collapsed={isCollapsed || undefined} aria-label={t('menu.label')}>
      <Logo isCompact={isCollapsed} />
      {menu.map(({ group, entries }) => (
        <MenuList
          key={group ?? 'main'}
          group={group}
          isCollapsed={isCollapsed}
          hasCurrent={entries.some(({ id }) => id === current)}
        >
          {entries.map((entry) => (
            <li key={entry.id}>
              <MenuItem
                type="page"
                name={t(`entries.${entry.id}`)}
                icon={entry.icon}
                path={pathFor(viewer, entry)}
                isCurrent={entry.id === current}
                isCollapsed={isCollapsed}
                onChoose={onChoose}
              />
            </li>
          ))}
        </MenuList>
      ))}
      {viewer.platformType === 'cloud' ? <CloudLinks isCollapsed={isCollapsed} /> : null}
    </nav>
  )
}

interface MenuListProps {
  group: MenuGroup | undefined
  isCollapsed: boolean
  /** The page that is shown belongs to it. */
  hasCurrent: boolean
  children: ReactNode
}

/** One list of the menu; a group has its title above it, which folds it. With icons alone all groups stand open. */
function MenuList({ group, isCollapsed, hasCurrent, children }: MenuListProps) {
  const { t } = useTranslation('shell')
  const id = useId()
  const { isFolded, toggleFold } = useMenuState()
  if (group === undefined) return <ul className="menu-list">{children}</ul>
  const title = t(`groups.${group}`)
  const isOpen = isCollapsed || !isFolded(group)
  return (
    <>
      {isCollapsed ? (
        <p className="menu-group-title" id={id}>
          <span className="visually-hidden">{title}</span>
        </p>
      ) : (
        <UnstyledButton
          className="menu-group-title"
          id={id}
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          data-current={(hasCurrent && !isOpen) || undefined}
          onClick={() => toggleFold(group)}
        >
          {title}
          <IconChevronDown size={14} stroke={1.8} aria-hidden />
        </UnstyledButton>
      )}
      <ul className="menu-list" id={`${id}-list`} aria-labelledby={id} hidden={!isOpen}>
        {children}
      </ul>
    </>
  )
}
