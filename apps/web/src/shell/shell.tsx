import { useDisclosure } from '@mantine/hooks'
import { Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFreshSession } from '../session/use-fresh-session.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'
import { useIsNarrow, useMenuState } from './use-menu-state.ts'
import './shell.css'

const MenuDrawer = lazyPart(async () => (await import('./menu-drawer.tsx')).MenuDrawer, {
  onFailed: ({ onClose }) => onClose(),
})
const MenuBar = lazyPart(async () => (await import('./menu-bar.tsx')).MenuBar)

/**
 * The frame of all pages with a menu: top bar, content, and the menu at the side or across the top, as the person has it;
 * on narrow screens in a drawer. Without children it frames the page of the address.
 */
export function Shell({ children }: { children?: ReactNode }) {
  const { t } = useTranslation('shell')
  useFreshSession()
  const isNarrow = useIsNarrow()
  const { isCollapsed, setIsCollapsed, isHorizontal } = useMenuState()
  const [isDrawerOpen, drawer] = useDisclosure(false)
  const isAcross = isHorizontal && !isNarrow
  const sidebar = isAcross ? null : (
    <div className="sidebar" data-collapsed={isCollapsed || undefined}>
      <Sidebar isCollapsed={isCollapsed} />
    </div>
  )
  const toggle = {
    isOpen: isNarrow ? isDrawerOpen : !isCollapsed,
    onToggle: isNarrow ? drawer.toggle : () => setIsCollapsed(!isCollapsed),
  }
  return (
    <div className="shell">
      <a className="skip-link" href="#content">
        {t('skip')}
      </a>
      {isNarrow ? isDrawerOpen && <MenuDrawer onClose={drawer.close} /> : sidebar}
      <div className="shell-body">
        <TopBar toggle={isAcross ? undefined : toggle} />
        {isAcross ? <MenuBar /> : null}
        <main id="content" tabIndex={-1} className="shell-main">
          <div className="page">{children ?? <Outlet />}</div>
        </main>
      </div>
    </div>
  )
}
