import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { LostTryNote } from '../../ui/lost-try-note.tsx'
import { AccountCard } from './account-card.tsx'
import { EmailField } from './email-field.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { namedOrganization, OrganizationField } from './organization-field.tsx'
import { useAccountChecks } from './use-account-checks.ts'
import { useEnter } from './use-enter.ts'

interface SetUpFormProps {
  /** Whether the token of the console is asked for. */
  needsToken: boolean
  /** Whether several people see what the organisation is called: in invitations, and where they choose among theirs. */
  namesOrganization: boolean
}

/** Makes the first administrator and signs them in. */
export function SetUpForm({ needsToken, namesOrganization }: SetUpFormProps) {
  const { t } = useTranslation('account')
  const enter = useEnter()
  const checks = useAccountChecks()
  const form = useForm({
    initialValues: { name: '', email: '', organization: '', password: '', repeat: '', token: '' },
    validate: {
      name: checks.name,
      email: checks.email,
      password: checks.password,
      repeat: checks.repeat,
      token: (token) => (needsToken && token.trim() === '' ? t('setUp.tokenMissing') : null),
    },
  })
  const setUp = useMutation({
    mutationFn: async ({ name, email, organization, password, token }: typeof form.values) => {
      const account = { name: name.trim(), email: email.trim(), credential: password }
      const user = needsToken ? { ...account, tempToken: token.trim() } : account
      await api.register({ body: { user, ...namedOrganization(organization) } })
      return api.login({ body: { email: account.email, password } })
    },
    onSuccess: (user) => enter(user, undefined),
  })
  return (
    <AccountCard title={t('setUp.title')} text={t('setUp.text')}>
      <form noValidate onSubmit={form.onSubmit((values) => setUp.mutate(values))}>
        <FailureNote error={setUp.error} />
        <LostTryNote error={setUp.error} text={t('lostTry')} />
        <TextInput
          label={t('name.label')}
          required
          autoComplete="name"
          autoFocus
          {...form.getInputProps('name')}
        />
        <EmailField description={t('setUp.emailHelp')} {...form.getInputProps('email')} />
        {namesOrganization ? <OrganizationField {...form.getInputProps('organization')} /> : null}
        <NewPasswordFields
          password={form.values.password}
          passwordProps={form.getInputProps('password')}
          repeatProps={form.getInputProps('repeat')}
        />
        {needsToken ? (
          <TextInput
            label={t('setUp.token')}
            required
            autoComplete="off"
            description={t('setUp.tokenHelp')}
            {...form.getInputProps('token')}
          />
        ) : null}
        <Button type="submit" loading={setUp.isPending}>
          {t('setUp.submit')}
        </Button>
      </form>
    </AccountCard>
  )
}
