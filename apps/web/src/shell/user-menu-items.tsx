import { Menu } from '@mantine/core'
import {
  IconCheck,
  IconInfoCircle,
  IconLayoutNavbar,
  IconLayoutSidebar,
  IconLogout,
  IconUserCog,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type Language, languages, storeLanguage } from '../i18n/languages.ts'
import { useSessionStore } from '../session/session-store.ts'
import { useSignOut } from '../session/use-sign-out.ts'
import { useViewer } from '../session/use-viewer.ts'
import { ButtonMenu } from '../ui/menu/button-menu.tsx'
import type { OpenMenu } from '../ui/menu/menu-button.tsx'
import { useIsNarrow, useMenuState } from './use-menu-state.ts'

interface UserMenuItemsProps {
  menu: OpenMenu
  onShowVersion: () => void
}

/** The open menu of the person. */
export function UserMenuItems({ menu, onShowVersion }: UserMenuItemsProps) {
  const { t, i18n } = useTranslation('shell')
  const user = useSessionStore((state) => state.user)
  const signOut = useSignOut()
  const navigate = useNavigate()
  const { platformType } = useViewer()
  const isNarrow = useIsNarrow()
  const { isHorizontal, setIsHorizontal } = useMenuState()
  const choose = (language: Language) => {
    storeLanguage(localStorage, language)
    void i18n.changeLanguage(language)
  }
  return (
    <ButtonMenu {...menu} width={220} withinPortal={false}>
      <div className="user-card">
        <strong>{user?.name}</strong>
        <span>{user?.email}</span>
      </div>
      <Menu.Divider />
      {user?.isSSO || platformType === 'cloud' ? null : (
        <Menu.Item
          leftSection={<IconUserCog size={16} stroke={1.8} />}
          onClick={() => void navigate({ to: '/user-profile' })}
        >
          {t('user.account')}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconInfoCircle size={16} stroke={1.8} />} onClick={onShowVersion}>
        {t('user.version')}
      </Menu.Item>
      {isNarrow ? null : (
        <Menu.Item
          leftSection={
            isHorizontal ? (
              <IconLayoutSidebar size={16} stroke={1.8} />
            ) : (
              <IconLayoutNavbar size={16} stroke={1.8} />
            )
          }
          onClick={() => setIsHorizontal(!isHorizontal)}
        >
          {t(isHorizontal ? 'menu.toSide' : 'menu.toTop')}
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Label>{t('user.language')}</Menu.Label>
      {(Object.keys(languages) as Language[]).map((language) => (
        <Menu.Item
          key={language}
          lang={language}
          aria-current={i18n.language === language}
          leftSection={i18n.language === language ? <IconCheck size={16} /> : <span className="menu-space" />}
          onClick={() => choose(language)}
        >
          {languages[language]}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item leftSection={<IconLogout size={16} stroke={1.8} />} onClick={() => void signOut()}>
        {t('user.logout')}
      </Menu.Item>
    </ButtonMenu>
  )
}
