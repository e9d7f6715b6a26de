import { Alert, Button, Radio, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Variable } from '@runnel/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { notify } from '../../ui/notifications/notify.ts'
import { showIssues, unplaced } from '../../ui/show-issues.ts'
import { CancelButton, Unsaved } from '../../ui/unsaved.tsx'
import { isPlainName, referenceTo } from './reference-to.ts'
import { ValueFields } from './value-fields.tsx'
import {
  bodyOf,
  draftOf,
  fieldOf,
  keepsSecret,
  readHosts,
  VARIABLE_TYPES,
  type VariableDraft,
} from './variable-draft.ts'
import { refreshVariables } from './variable-queries.ts'

interface VariableDialogProps {
  /** The variable to change; without it a new one is made. */
  variable?: Variable
  onClose: () => void
}

/** Makes a variable, or changes one. A change that someone else made meanwhile is not overwritten. */
export function VariableDialog({ variable, onClose }: VariableDialogProps) {
  const { t } = useTranslation('variables')
  const form = useForm<VariableDraft>({
    initialValues: draftOf(variable),
    validate: {
      name: (name) => {
        const wanted = name.trim()
        if (wanted === '') return t('form.nameMissing')
        return wanted === variable?.name || isPlainName(wanted) ? null : t('form.nameOdd')
      },
      secret: (secret, { type }) =>
        type === 'secret' && secret === '' && !keepsSecret(variable) ? t('form.secretMissing') : null,
      hosts: (hosts, { type }) =>
        type === 'secret' && readHosts(hosts).length === 0 ? t('form.hostsMissing') : null,
    },
  })
  const places = { fieldOf: (path: string) => fieldOf(path, form.values.type) }
  const save = useMutation({
    mutationFn: (values: VariableDraft) => saveVariable(variable, values),
    onSuccess: async ({ id, name }) => {
      notify.success(t(variable ? 'form.changed' : 'form.made', { name }), id)
      onClose()
      await refreshVariables()
    },
    onError: (error) => showIssues(form, error, places),
  })
  const name = form.values.name.trim()
  return (
    <Dialog
      onClose={onClose}
      closesOutside={false}
      size="lg"
      title={variable ? t('form.changeTitle') : t('form.newTitle')}
    >
      <Unsaved isChanged={form.isDirty()} />
      <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <Stack gap="md">
          <FailureNote error={unplaced(save.error, places)} />
          <TextInput
            label={t('form.name')}
            description={t('form.nameHelp', { reference: referenceTo(name || t('form.nameExample')) })}
            required
            maxLength={200}
            data-autofocus
            autoComplete="off"
            {...form.getInputProps('name')}
          />
          <RenameWarning variable={variable} name={name} />
          <Radio.Group label={t('form.type')} {...form.getInputProps('type')}>
            <Stack gap="xs" mt={6}>
              {VARIABLE_TYPES.map((type) => (
                <Radio
                  key={type}
                  value={type}
                  label={t(`type.${type}`)}
                  description={t(`form.about.${type}`)}
                />
              ))}
            </Stack>
          </Radio.Group>
          <ValueFields form={form} variable={variable} />
          <DialogFoot>
            <CancelButton />
            <Button type="submit" loading={save.isPending}>
              {variable ? t('form.save') : t('form.create')}
            </Button>
          </DialogFoot>
        </Stack>
      </form>
    </Dialog>
  )
}

/** Flows go on to name a variable as it was called. */
function RenameWarning({ variable, name }: { variable: Variable | undefined; name: string }) {
  const { t } = useTranslation('variables')
  const count = variable?.usedBy?.total ?? 0
  if (variable === undefined || count === 0 || name === variable.name) return null
  return (
    <Alert color="orange" role="status">
      {t('form.renamed', { count, reference: referenceTo(variable.name) })}
    </Alert>
  )
}

function saveVariable(variable: Variable | undefined, draft: VariableDraft): Promise<Variable> {
  const body = bodyOf(draft)
  return variable === undefined
    ? api.createVariable({ body })
    : api.updateVariable({ params: { id: variable.id }, body }, { ifMatch: variable.revision })
}
