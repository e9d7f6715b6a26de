import { UnstyledButton } from '@mantine/core'
import { IconBook2, IconLogout } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSignOut } from '../session/use-sign-out.ts'

/** What the menu has below its groups in the cloud. */
export function CloudLinks({ isCollapsed }: { isCollapsed: boolean }) {
  const { t } = useTranslation('shell')
  const signOut = useSignOut()
  const text = (name: string) =>
    isCollapsed ? <span className="visually-hidden">{name}</span> : <span>{name}</span>
  return (
    <ul className="menu-list menu-cloud">
      <li>
        <a
          className="menu-entry"
          href="/api/docs"
          target="_blank"
          rel="noreferrer"
          title={isCollapsed ? t('documentation') : undefined}
        >
          <IconBook2 size={18} stroke={1.8} aria-hidden />
          {text(t('documentation'))}
        </a>
      </li>
      <li>
        <UnstyledButton
          className="menu-entry"
          w="100%"
          fz="inherit"
          title={isCollapsed ? t('user.logout') : undefined}
          onClick={() => void signOut()}
        >
          <IconLogout size={18} stroke={1.8} aria-hidden />
          {text(t('user.logout'))}
        </UnstyledButton>
      </li>
    </ul>
  )
}
