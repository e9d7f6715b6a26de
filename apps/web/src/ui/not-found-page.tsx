import { IconMapQuestion } from '@tabler/icons-react'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PageMessage } from './page-message.tsx'

/** An address that leads nowhere. */
export function NotFoundPage() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  return (
    <main>
      <PageMessage
        order={1}
        icon={IconMapQuestion}
        title={t('notFound.title')}
        text={t('notFound.text', { path: pathname })}
        action={{ label: t('notFound.home'), run: () => void navigate({ to: '/' }) }}
      />
    </main>
  )
}
