import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMenu2, IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useViewer } from '../session/use-viewer.ts'
import { PlaceTrail } from './place-trail.tsx'
import { UserMenu } from './user-menu.tsx'
import { WorkspaceSwitcher } from './workspace-switcher.tsx'

interface TopBarProps {
  isMenuOpen: boolean
  onToggleMenu: () => void
}

/** The bar above every page: menu toggle, workspace, colours, account. */
export function TopBar({ isMenuOpen, onToggleMenu }: TopBarProps) {
  const { t } = useTranslation('shell')
  const { platformType } = useViewer()
  return (
    <header className="top-bar">
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        onClick={onToggleMenu}
        aria-expanded={isMenuOpen}
        aria-label={t(isMenuOpen ? 'menu.collapse' : 'menu.expand')}
      >
        <IconMenu2 size={18} stroke={1.8} />
      </ActionIcon>
      {platformType === 'cloud' ? <PlaceTrail /> : <WorkspaceSwitcher />}
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
