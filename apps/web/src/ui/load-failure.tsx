import { Button, Group, Text } from '@mantine/core'
import { isApiError } from '@runnel/client'
import { IconCloudOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { apiErrorMessage } from './api-error-message.ts'
import { PageMessage } from './page-message.tsx'

interface LoadFailureProps {
  error: unknown
  onRetry: () => void
  /** 1 where it is all that the page says. */
  order?: 1 | 2
  /** A way out, beside another try. */
  children?: ReactNode
}

/** In place of a list or page whose data did not come: why, the request's id for the log, another try. */
export function LoadFailure({ error, onRetry, order = 2, children }: LoadFailureProps) {
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
        <Group mt="xs" gap="xs" justify="center">
          {children}
          <Button variant="default" onClick={onRetry}>
            {t('retry')}
          </Button>
        </Group>
      </PageMessage>
    </div>
  )
}
