import { Alert, Button, Group } from '@mantine/core'
import type { LoginMethodConfig, SignOnProvider } from '@runnel/contract'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { apiErrorMessage } from '../../ui/api-error-message.ts'
import { providerNames } from './provider-fields.ts'

type Found = { entityId: string; signInUrl: string; certificate: string }

/** Asks the provider whether the fields are right, as they stand in the form. For SAML its metadata can be taken over. */
export function ConnectionTest({
  provider,
  config,
  onFound,
}: {
  provider: SignOnProvider
  config: () => LoginMethodConfig
  onFound: (found: Found) => void
}) {
  const { t } = useTranslation('sign-on')
  const test = useMutation({
    mutationFn: () =>
      api.testLoginMethod({ body: { providerName: provider, providers: [{ config: config() }] } }),
  })
  const { message, error, found } = test.data ?? {}
  const fault = test.error ? apiErrorMessage(test.error) : error
  return (
    <>
      <Group gap="xs">
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          {t('test', { name: providerNames[provider] })}
        </Button>
        {found && fault ? (
          <Button
            variant="default"
            onClick={() => {
              onFound(found)
              test.reset()
            }}
          >
            {t('takeOver')}
          </Button>
        ) : null}
      </Group>
      {fault ? (
        <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />}>
          {fault}
        </Alert>
      ) : null}
      {message && !fault ? (
        <Alert color="green" role="status" icon={<IconCircleCheck size={18} />}>
          {message}
        </Alert>
      ) : null}
    </>
  )
}
