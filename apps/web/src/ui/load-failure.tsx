import { Button, Text } from '@mantine/core'
import { isApiError } from '@runnel/client'
import { IconCloudOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { apiErrorMessage } from './api-error-message.ts'
import { PageMessage } from './page-message.tsx'

interface LoadFailureProps {
  error: unknown
  onRetry: () => void
  /** 1 where it is all that the page says. */
  order?: 1 | 2
}

/** In place of a list or page whose data did not come: why, the request's id for the log, another try. */
export function LoadFailure({ error, onRetry, order = 2 }: LoadFailureProps) {
  const { t } = useTranslation()
  const requestId = isApiError(error) ? error.requestId : undefined
  return (
    <div role="alert">
      <PageMessage order={order} icon={IconCloudOff} title={t('error.title')} text={apiErrorMessage(error)}>
        {requestId ? (
          <Text c="dimmed" ff="monospace" size="xs">
            {t('error.requestId', { id: requestId })}
          </Text>
        ) : null}
        <Button variant="default" mt="xs" onClick={onRetry}>
          {t('retry')}
        </Button>
      </PageMessage>
    </div>
  )
}
