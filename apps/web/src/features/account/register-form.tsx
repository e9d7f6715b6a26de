import { Alert, Anchor, Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { AccountCard } from './account-card.tsx'
import { EmailField } from './email-field.tsx'
import { NameField } from './name-field.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { namedOrganization, OrganizationField } from './organization-field.tsx'
import { useAccountChecks } from './use-account-checks.ts'
import { useEnter } from './use-enter.ts'

interface RegisterFormProps {
  /** What the link of the invitation carries; both may be typed as well. */
  token: string | undefined
  email: string | undefined
  /** Whether everybody may register; else only with an invitation. */
  isOpen: boolean
}

/** Accepts an invitation and signs the person in; where everybody may register, it works without one. */
export function RegisterForm({ token, email, isOpen }: RegisterFormProps) {
  const { t } = useTranslation('account')
  const enter = useEnter()
  const checks = useAccountChecks()
  const isInvited = !isOpen || token !== undefined
  const form = useForm({
    initialValues: {
      name: '',
      email: email ?? '',
      token: token ?? '',
      organization: '',
      password: '',
      repeat: '',
    },
    validate: {
      name: checks.name,
      email: checks.email,
      token: (value) => (!isOpen && value.trim() === '' ? t('register.tokenMissing') : null),
      password: checks.password,
      repeat: checks.repeat,
    },
  })
  const register = useMutation({
    mutationFn: async (values: typeof form.values) => {
      const tempToken = values.token.trim()
      const account = { name: values.name.trim(), email: values.email.trim(), credential: values.password }
      if (tempToken === '') {
        await api.register({ body: { user: account, ...namedOrganization(values.organization) } })
        return undefined
      }
      await api.register({ body: { user: { ...account, tempToken } } })
      return api.login({ body: { email: account.email, password: values.password } })
    },
    onSuccess: (user) => (user ? enter(user, undefined) : undefined),
  })
  if (register.isSuccess && register.data === undefined)
    return (
      <AccountCard title={t('register.title')} text={t('register.openText')}>
        <Alert color="green" role="status">
          {t('register.mailed', { email: form.values.email.trim() })}
        </Alert>
      </AccountCard>
    )
  return (
    <AccountCard title={t('register.title')} text={t(isInvited ? 'register.text' : 'register.openText')}>
      <form noValidate onSubmit={form.onSubmit((values) => register.mutate(values))}>
        <FailureNote error={register.error} />
        <NameField autoFocus {...form.getInputProps('name')} />
        <EmailField {...form.getInputProps('email')} />
        {isInvited ? (
          <TextInput
            label={t('register.token')}
            description={t('register.tokenHelp')}
            required
            autoComplete="off"
            {...form.getInputProps('token')}
          />
        ) : (
          <OrganizationField {...form.getInputProps('organization')} />
        )}
        <NewPasswordFields
          password={form.values.password}
          passwordProps={form.getInputProps('password')}
          repeatProps={form.getInputProps('repeat')}
        />
        <Button type="submit" loading={register.isPending}>
          {t('register.submit')}
        </Button>
        <Anchor component={Link} to="/signin" className="account-link">
          {t('register.signIn')}
        </Anchor>
      </form>
    </AccountCard>
  )
}
