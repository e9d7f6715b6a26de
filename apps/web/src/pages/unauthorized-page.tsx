import { IconLock } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSessionStore } from '../session/session-store.ts'
import { PageMessage } from '../ui/page-message.tsx'

/** A page or an action that the person may not use. */
export function UnauthorizedPage() {
  const { t } = useTranslation('account')
  const navigate = useNavigate()
  const isSignedIn = useSessionStore((state) => state.isAuthenticated)
  return (
    <main>
      <PageMessage
        order={1}
        icon={IconLock}
        title={t('unauthorized.title')}
        text={t('unauthorized.text')}
        action={{
          label: t(isSignedIn ? 'unauthorized.home' : 'unauthorized.signIn'),
          run: () => void navigate({ to: isSignedIn ? '/' : '/login' }),
        }}
      />
    </main>
  )
}
