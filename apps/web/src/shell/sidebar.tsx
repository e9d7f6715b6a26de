import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useViewer } from '../session/use-viewer.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { CloudLinks } from './cloud-links.tsx'
import { Logo } from './logo.tsx'
import { type MenuEntry, type MenuGroup, shownMenu } from './menu-entries.ts'

const EntryTip = lazyPart(async () => (await import('./entry-tip.tsx')).EntryTip, {
  waiting: ({ children }) => children,
})

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
  return (
    <nav className="sidebar-content" data-collapsed={isCollapsed || undefined} aria-label={t('menu.label')}>
      <Logo isCompact={isCollapsed} />
      {menu.map(({ group, entries }) => (
        <MenuList key={group ?? 'main'} group={group} isCollapsed={isCollapsed}>
          {entries.map((entry) => (
            <li key={entry.id}>
              <Entry entry={entry} isCollapsed={isCollapsed} onChoose={onChoose} />
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

function Entry({ entry, isCollapsed, onChoose }: { entry: MenuEntry } & SidebarProps) {
  const { t } = useTranslation('shell')
  const { id, path, icon: Icon } = entry
  const name = t(`entries.${id}`)
  const link = (
    <Link
      to={path}
      className="menu-entry"
      activeProps={{ 'aria-current': 'page' }}
      activeOptions={{ exact: false, includeSearch: false }}
      onClick={() => onChoose?.()}
      aria-label={isCollapsed ? name : undefined}
    >
      <Icon size={18} stroke={1.8} aria-hidden />
      {isCollapsed ? null : <span>{name}</span>}
    </Link>
  )
  if (!isCollapsed) return link
  return <EntryTip label={name}>{link}</EntryTip>
}
