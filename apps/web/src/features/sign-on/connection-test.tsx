import { Alert, Button, Group } from '@mantine/core'
import { type LoginMethodConfig, loginProviders, type SignOnProvider } from '@runnel/contract'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { apiErrorMessage, inPageWords, toldInPageWords } from '../../ui/api-error-message.ts'
import { sentenceOf, showIssues, unplaced } from '../../ui/show-issues.ts'

type Found = { entityId: string; signInUrl: string; certificate: string }

interface ConnectionTestProps {
  provider: SignOnProvider
  config: () => LoginMethodConfig
  onFound: (found: Found) => void
  /** The form around it, whose fields say what is wrong with them. */
  form: { clearErrors: () => void; setFieldError: (field: string, message: string) => void }
  /** The field that a path of the request stands for. */
  fieldOf: (path: string) => string | undefined
}

/** Asks the provider whether the fields are right, as they stand in the form. For SAML its metadata can be taken over. */
export function ConnectionTest({ provider, config, onFound, form, fieldOf }: ConnectionTestProps) {
  const { t } = useTranslation('sign-on')
  const test = useMutation({
    mutationFn: (tried: LoginMethodConfig) =>
      api.testLoginMethod({ body: { providerName: provider, providers: [{ config: tried }] } }),
    onMutate: form.clearErrors,
    onSuccess: ({ issues = [] }) => {
      for (const { path, message } of inPageWords(issues)) form.setFieldError(path, sentenceOf(message))
    },
    onError: (error) => showIssues(form, error, { fieldOf }),
  })
  // What was said of other values than those of now would be taken for these.
  const isOfNow = JSON.stringify(test.variables) === JSON.stringify(config())
  const { message, found, reason, details } = (isOfNow && test.data) || {}
  const fault = useFault(isOfNow ? test : NOT_TRIED, fieldOf)
  return (
    <>
      <Group gap="xs">
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate(config())}>
          {t('test', { name: loginProviders[provider].name })}
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
          {toldInPageWords({ message, reason, details })}
        </Alert>
      ) : null}
    </>
  )
}

interface Tried {
  error: unknown
  data:
    | {
        error?: string | undefined
        code?: string | undefined
        issues?: unknown[] | undefined
        reason?: string | undefined
        details?: Record<string, string> | undefined
      }
    | undefined
}

const NOT_TRIED: Tried = { error: null, data: undefined }

/** What is to be said below the form: of faults that stand at their fields only that they do. */
function useFault({ error, data }: Tried, fieldOf: ConnectionTestProps['fieldOf']): string | undefined {
  const { t } = useTranslation('sign-on')
  if (error) return unplaced(error, { fieldOf }) ? apiErrorMessage(error) : t('fieldsOdd')
  if (!data?.error) return undefined
  if (data.issues) return t('fieldsOdd')
  const { error: message, code, reason, details } = data
  // Fields are called as the form calls them.
  const names = ['entityId', 'signInUrl', 'certificate'] as const
  const differing = names.filter((name) => details?.names?.split(',').includes(name))
  const fields = differing.map((name) => t(`field.${name}`)).join(', ')
  return toldInPageWords({ message, code, reason, details: { ...details, ...(fields && { fields }) } })
}
