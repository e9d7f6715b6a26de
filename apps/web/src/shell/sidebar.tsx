import { Tooltip } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useViewer } from '../session/use-viewer.ts'
import { Logo } from './logo.tsx'
import { shownEntries } from './menu-entries.ts'

interface SidebarProps {
  /** Only icons, with their names as tooltips. */
  isCollapsed: boolean
  /** After a page was chosen: the drawer closes itself. */
  onChoose?: () => void
}

/** The main menu: logo and the entries that the person may open. */
export function Sidebar({ isCollapsed, onChoose }: SidebarProps) {
  const { t } = useTranslation('shell')
  const entries = shownEntries(useViewer())
  return (
    <nav className="sidebar-content" data-collapsed={isCollapsed || undefined} aria-label={t('menu.label')}>
      <Logo isCompact={isCollapsed} />
      <ul className="menu-list">
        {entries.map(({ id, path, icon: Icon }) => (
          <li key={id}>
            <Tooltip label={t(`entries.${id}`)} position="right" disabled={!isCollapsed}>
              <Link
                to={path}
                className="menu-entry"
                activeProps={{ 'aria-current': 'page' }}
                activeOptions={{ exact: false, includeSearch: false }}
                onClick={() => onChoose?.()}
                aria-label={isCollapsed ? t(`entries.${id}`) : undefined}
              >
                <Icon size={18} stroke={1.8} aria-hidden />
                {isCollapsed ? null : <span>{t(`entries.${id}`)}</span>}
              </Link>
            </Tooltip>
          </li>
        ))}
      </ul>
    </nav>
  )
}
