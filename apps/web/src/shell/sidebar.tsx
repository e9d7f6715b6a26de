import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useViewer } from '../session/use-viewer.ts'
import { CloudLinks } from './cloud-links.tsx'
import { Logo } from './logo.tsx'
import { findCurrentEntry, type MenuGroup, pathFor, shownMenu } from './menu-entries.ts'
import { MenuItem } from './menu-item.tsx'

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
        <MenuList key={group ?? 'main'} group={group} isCollapsed={isCollapsed}>
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
  children: ReactNode
}

/** One list of the menu; a group has its title above it. */
function MenuList({ group, isCollapsed, children }: MenuListProps) {
  const { t } = useTranslation('shell')
  const id = useId()
  if (group === undefined) return <ul className="menu-list">{children}</ul>
  const title = t(`groups.${group}`)
  return (
    <>
      <p className="menu-group-title" id={id}>
        {isCollapsed ? <span className="visually-hidden">{title}</span> : title}
      </p>
      <ul className="menu-list" aria-labelledby={id}>
        {children}
      </ul>
    </>
  )
}
