import { useDisclosure, useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFreshSession } from '../session/use-fresh-session.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'
import './shell.css'

const MenuDrawer = lazyPart(async () => (await import('./menu-drawer.tsx')).MenuDrawer, {
  onFailed: ({ onClose }) => onClose(),
})

const NARROW = '(max-width: 899.9px)'

/** The frame of all pages with a menu: sidebar (a drawer on narrow screens), top bar, content. */
export function Shell() {
  const { t } = useTranslation('shell')
  useFreshSession()
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false }) === true
  const [isCollapsed, setIsCollapsed] = useLocalStorage({
    key: 'isMenuCollapsed',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const [isDrawerOpen, drawer] = useDisclosure(false)
  const toggle = isNarrow ? drawer.toggle : () => setIsCollapsed(!isCollapsed)
  const isOpen = isNarrow ? isDrawerOpen : !isCollapsed
  return (
    <div className="shell">
      <a className="skip-link" href="#content">
        {t('skip')}
      </a>
      {isNarrow ? (
        isDrawerOpen && <MenuDrawer onClose={drawer.close} />
      ) : (
        <div className="sidebar" data-collapsed={isCollapsed || undefined}>
          <Sidebar isCollapsed={isCollapsed} />
        </div>
      )}
      <div className="shell-body">
        <TopBar isMenuOpen={isOpen} onToggleMenu={toggle} />
        <main id="content" tabIndex={-1} className="shell-main">
          <div className="page">
            <Outlet />
          </div>
        </main>
      </div>
    </div>
  )
}
