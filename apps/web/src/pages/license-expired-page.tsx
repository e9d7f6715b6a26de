import { IconCertificate } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PageMessage } from '../ui/page-message.tsx'

/** Where addresses of before lead: nothing expires here, and the page says so. */
export function LicenseExpiredPage() {
  const { t } = useTranslation('account')
  const navigate = useNavigate()
  return (
    <main>
      <PageMessage
        order={1}
        icon={IconCertificate}
        title={t('license.title')}
        text={t('license.text')}
        action={{ label: t('unauthorized.signIn'), run: () => void navigate({ to: '/login' }) }}
      />
    </main>
  )
}
