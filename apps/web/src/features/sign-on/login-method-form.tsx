import { Button, Group, Stack, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type LoginMethod, loginProviders, type SignOnProvider } from '@runnel/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { useSessionStore } from '../../session/session-store.ts'
import { apiErrorMessage } from '../../ui/api-error-message.ts'
import { confirm, useConfirmStore } from '../../ui/confirm/confirm-store.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { notify } from '../../ui/notifications/notify.ts'
import { ownFailure } from '../../ui/saved-meanwhile/deleted-meanwhile.tsx'
import type { DeletedThing } from '../../ui/saved-meanwhile/deleted-note.tsx'
import { FormSavedMeanwhile } from '../../ui/saved-meanwhile/form-saved-meanwhile.tsx'
import { useRevision } from '../../ui/saved-meanwhile/use-revision.ts'
import { showIssues, unplaced } from '../../ui/show-issues.ts'
import { askBeforeLockOut } from './ask-before-lock-out.ts'
import { CallbackAddress } from './callback-address.tsx'
import { ConnectionTest } from './connection-test.tsx'
import { type LoginMethodValues, toConfig, toValues } from './login-method-values.ts'
import { NewPeopleFields } from './new-people-fields.tsx'
import { ProviderFieldInput } from './provider-field-input.tsx'
import { refreshLoginMethods } from './sign-on-queries.ts'
import { useMethodDifferences } from './use-method-differences.ts'

interface LoginMethodFormProps {
  provider: SignOnProvider
  /** What is kept; undefined where nothing is yet. */
  method: LoginMethod | undefined
  callback: { callbackURL: string; entityId?: string | undefined } | undefined
  onChanged: (provider: SignOnProvider, isChanged: boolean) => void
}

/** The field of the form that a path of the request stands for. */
const fieldOf = (path: string) => /\.config\.(\w+)/.exec(path)?.[1]

/** A method that is off may be incomplete. */
const needsPlace = ({ isEnabled, autoProvision }: LoginMethodValues) => isEnabled && autoProvision

/** One login method: what to register with the provider, what it gave, a test, who may come by it. */
export function LoginMethodForm({ provider, method, callback, onChanged }: LoginMethodFormProps) {
  const { t } = useTranslation('sign-on')
  const workspaceId = useSessionStore(({ user }) => user?.activeWorkspaceId ?? '')
  const usual = { workspaceId, roleId: '' }
  const form = useForm<LoginMethodValues>({
    initialValues: toValues(method, usual),
    validate: {
      workspaceId: (id, values) => (needsPlace(values) && id === '' ? t('newWorkspaceMissing') : null),
      roleId: (id, values) => (needsPlace(values) && id === '' ? t('newRoleMissing') : null),
    },
  })
  const isDirty = form.isDirty()
  useEffect(() => {
    onChanged(provider, isDirty)
    return () => onChanged(provider, false)
  }, [onChanged, provider, isDirty])
  const name = loginProviders[provider].name
  const isWorking = useIsWorking()
  const revision = useRevision(method?.revision ?? 0)
  const differences = useMethodDifferences(provider)
  const save = useMutation({
    mutationFn: (values: LoginMethodValues) => {
      const status = values.isEnabled ? ('enable' as const) : ('disable' as const)
      const providers = [{ providerName: provider, config: toConfig(values), status }]
      return askBeforeLockOut((administratorsLockedOut) =>
        api.updateLoginMethods({ body: { providers, administratorsLockedOut } }, revision.options()),
      )
    },
    onSuccess: async (saved) => {
      if (!saved) return
      notify.success(t('saved', { name }), provider)
      form.resetDirty()
      await refreshLoginMethods()
    },
    onError: (error) => showIssues(form, error, { fieldOf }),
  })
  // What others delete meanwhile goes from the list as well.
  const [opened] = useState(method)
  const thing: DeletedThing | undefined = opened && {
    kind: 'loginMethod',
    id: opened.id,
    onMakeAnew: () => {
      revision.standOn(0)
      save.mutate(form.values)
    },
    isMaking: save.isPending,
    onLeave: () => {
      form.reset()
      void refreshLoginMethods()
    },
  }
  return (
    <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack gap="md" className="sign-on-form">
        <Switch
          label={t('enable', { name })}
          description={t('enableHelp')}
          {...form.getInputProps('isEnabled', { type: 'checkbox' })}
        />
        {callback ? <CallbackAddress {...callback} /> : null}
        {loginProviders[provider].fields.map((field) => (
          <ProviderFieldInput
            key={field.name}
            field={field}
            isKept={field.kind === 'secret' && method?.hasSecret === true}
            {...form.getInputProps(field.name)}
          />
        ))}
        <TextInput
          label={t('field.label')}
          description={t('help.label')}
          maxLength={60}
          {...form.getInputProps('label')}
        />
        {loginProviders[provider].asksTrust ? (
          <Switch
            label={t('trustEmail')}
            description={t('trustEmailHelp')}
            {...form.getInputProps('trustEmail', { type: 'checkbox' })}
          />
        ) : null}
        <NewPeopleFields form={form} />
        <FailureNote error={ownFailure(unplaced(save.error, { fieldOf }), thing)} />
        <FormSavedMeanwhile
          form={form}
          save={save}
          thing={thing}
          revision={revision}
          read={() => readStanding(provider, usual)}
          differences={(theirs) => differences({ mine: form.values, theirs })}
        />
        <ConnectionTest
          provider={provider}
          config={() => toConfig(form.getValues())}
          onFound={(found) => form.setValues(found)}
          form={form}
          fieldOf={fieldOf}
        />
        <Group gap="xs">
          <Button type="submit" loading={isWorking(save)} disabled={!isDirty}>
            {t('save')}
          </Button>
          {method ? <DeleteButton provider={provider} onDeleted={() => form.reset()} /> : null}
        </Group>
      </Stack>
    </form>
  )
}

/** What the form would hold of a login method as it stands now; undefined where it is gone. */
async function readStanding(provider: SignOnProvider, usual: { workspaceId: string; roleId: string }) {
  const { providers } = await api.listLoginMethods({ query: {} })
  const method = providers.find(({ providerName }) => providerName === provider)
  return method && { revision: method.revision, values: toValues(method, usual) }
}

/** Whether the server is at work: while a question is open, it waits for the person. */
function useIsWorking() {
  const isAsked = useConfirmStore(({ show }) => show)
  return ({ isPending }: { isPending: boolean }) => isPending && !isAsked
}

function DeleteButton({ provider, onDeleted }: { provider: SignOnProvider; onDeleted: () => void }) {
  const { t } = useTranslation('sign-on')
  const name = loginProviders[provider].name
  const isWorking = useIsWorking()
  const remove = useMutation({
    mutationFn: () =>
      askBeforeLockOut((administratorsLockedOut) =>
        api.deleteLoginMethod({ params: { providerName: provider }, query: { administratorsLockedOut } }),
      ),
    onSuccess: async (deleted) => {
      if (!deleted) return
      notify.success(t('deleted', { name }), provider)
      onDeleted()
      await refreshLoginMethods()
    },
    onError: (error) => notify.error(apiErrorMessage(error), provider),
  })
  const ask = async () => {
    const question = { title: t('deleteTitle', { name }), description: t('deleteText'), isDangerous: true }
    if (await confirm({ ...question, confirmButtonName: t('delete') })) remove.mutate()
  }
  return (
    <Button variant="default" loading={isWorking(remove)} onClick={() => void ask()}>
      {t('delete')}
    </Button>
  )
}
