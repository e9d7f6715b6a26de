import { IconBook2, IconLogout } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSignOut } from '../session/use-sign-out.ts'
import { MenuItem } from './menu-item.tsx'

/** What the menu has below its groups in the cloud. */
export function CloudLinks({ isCollapsed }: { isCollapsed: boolean }) {
  const { t } = useTranslation('shell')
  const signOut = useSignOut()
  return (
    <ul className="menu-list menu-cloud">
      <li>
        <MenuItem
          type="link"
          name={t('documentation')}
          icon={IconBook2}
          href="/api/docs"
          isCollapsed={isCollapsed}
        />
      </li>
      <li>
        <MenuItem
          type="action"
          name={t('user.logout')}
          icon={IconLogout}
          run={() => void signOut()}
          isCollapsed={isCollapsed}
        />
      </li>
    </ul>
  )
}
