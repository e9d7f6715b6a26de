import { Button, Text } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { apiErrorMessage } from './api-error-message.ts'

/** How it stands with what there is to choose from. */
export interface Choices {
  isLoading?: boolean
  /** Why it could not be loaded. */
  error?: unknown
  onRetry?: (() => void) | undefined
  /** Said where there is nothing to choose from. */
  empty?: string | undefined
  /** Said where nothing fits what is written. */
  noMatch?: string | undefined
}

interface ChoiceStateProps extends Choices {
  /** What is written into the field of the choice. */
  text: string
  labels: readonly string[]
}

/**
 * Says below a choice with a search that its options are on their way, did not come, are none, or that none fits. It stands
 * outside of the list of options: a list without any is no list, and is not opened.
 */
export function ChoiceState({ error, onRetry, ...choices }: ChoiceStateProps) {
  const { t } = useTranslation('ui')
  const told = error ? '' : tell(t, choices)
  return (
    <>
      <Text role="status" c="dimmed" fz="sm" mt={told === '' ? 0 : 6}>
        {told}
      </Text>
      {error ? (
        <Text role="alert" c="var(--r-error)" fz="sm" mt={6}>
          {t('choices.failed', { reason: apiErrorMessage(error) })}{' '}
          {onRetry ? (
            <Button size="compact-xs" variant="subtle" onClick={onRetry}>
              {t('retry')}
            </Button>
          ) : null}
        </Text>
      ) : null}
    </>
  )
}

/** Nothing where there is something to choose. */
function tell(
  t: TFunction<'ui'>,
  { text, labels, isLoading, empty, noMatch }: Omit<ChoiceStateProps, 'error' | 'onRetry'>,
): string {
  if (isLoading) return t('choices.loading')
  if (fits(labels, text)) return ''
  return text.trim() === '' ? (empty ?? t('choices.empty')) : (noMatch ?? t('choices.noMatch'))
}

/** Whether one of these holds what is written. */
export function fits(labels: readonly string[], text: string): boolean {
  const wanted = text.trim().toLowerCase()
  return labels.some((label) => label.toLowerCase().includes(wanted))
}
