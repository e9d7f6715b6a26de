import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMenu2, IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { tellsOrganization } from '../session/organizations.ts'
import { useSessionStore } from '../session/session-store.ts'
import { useViewer } from '../session/use-viewer.ts'
import { Logo } from './logo.tsx'
import { PlaceTrail } from './place-trail.tsx'
import { UserMenu } from './user-menu.tsx'
import { WorkspaceSwitcher } from './workspace-switcher.tsx'

interface TopBarProps {
  /** Of the menu at the side or in the drawer; without it the menu stands across the top, below the bar. */
  toggle: { isOpen: boolean; onToggle: () => void } | undefined
}

/** The bar above every page: menu toggle or logo, workspace, colours, account. */
export function TopBar({ toggle }: TopBarProps) {
  const { t } = useTranslation('shell')
  const { platformType } = useViewer()
  const hasTrail = useSessionStore(({ user }) => tellsOrganization(platformType, user))
  return (
    <header className="top-bar">
      {toggle ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          onClick={toggle.onToggle}
          aria-expanded={toggle.isOpen}
          aria-label={t(toggle.isOpen ? 'menu.collapse' : 'menu.expand')}
        >
          <IconMenu2 size={18} stroke={1.8} />
        </ActionIcon>
      ) : (
        <Logo />
      )}
      {hasTrail ? <PlaceTrail /> : <WorkspaceSwitcher />}
      <div className="top-bar-end">
        <DarkModeSwitch />
        <UserMenu />
      </div>
    </header>
  )
}

function DarkModeSwitch() {
  const { t } = useTranslation('shell')
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark'
  const label = t(isDark ? 'darkMode.toLight' : 'darkMode.toDark')
  return (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      {isDark ? <IconSun size={17} stroke={1.8} /> : <IconMoon size={17} stroke={1.8} />}
    </ActionIcon>
  )
}
