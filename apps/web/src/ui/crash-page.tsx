import { errorMessage } from '@runnel/contract'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PageMessage } from './page-message.tsx'

/** What browsers and Vite say where the code of a page could not be fetched: the server is away, or was upgraded. */
const UNLOADED =
  /Unable to preload|dynamically imported module|Importing a module script failed|error loading dynamically/i

const isUnloaded = (error: unknown) => UNLOADED.test(errorMessage(error))

/** Stands in for a page whose code failed; the rest of the app goes on. */
export function CrashPage({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation()
  const router = useRouter()
  const reopen = () => {
    reset()
    void router.invalidate()
  }
  return (
    <PageMessage
      order={1}
      icon={IconAlertTriangle}
      title={t('crash.title')}
      text={isUnloaded(error) ? t('crash.unloaded') : t('crash.text', { message: errorMessage(error) })}
      action={{ label: t('crash.retry'), run: reopen }}
    />
  )
}
