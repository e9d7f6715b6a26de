import { Alert, Button, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Variable } from '@runnel/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { makeId } from '../../make-id.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { notify } from '../../ui/notifications/notify.ts'
import { CancelButton, Unsaved } from '../../ui/unsaved.tsx'
import { environmentNameOf, isPlainName, referenceTo } from './reference-to.ts'
import { refreshVariables } from './variable-queries.ts'

const TYPES = ['static', 'runtime'] as const
type Values = Pick<Variable, 'name' | 'type'> & { value: string }

interface VariableDialogProps {
  /** The variable to change; without it a new one is made. */
  variable?: Variable
  onClose: () => void
}

/** Makes a variable, or changes one. A change that someone else made meanwhile is not overwritten. */
export function VariableDialog({ variable, onClose }: VariableDialogProps) {
  const { t } = useTranslation('variables')
  const form = useForm<Values>({
    initialValues: {
      name: variable?.name ?? '',
      type: variable?.type ?? 'static',
      value: variable?.value ?? '',
    },
    validate: {
      name: (name) => {
        const wanted = name.trim()
        if (wanted === '') return t('form.nameMissing')
        return wanted === variable?.name || isPlainName(wanted) ? null : t('form.nameOdd')
      },
    },
  })
  const save = useMutation({
    mutationFn: (values: Values) => saveVariable(variable, values),
    onSuccess: async ({ name }) => {
      notify.success(t(variable ? 'form.changed' : 'form.made', { name }))
      onClose()
      await refreshVariables()
    },
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
          <FailureNote error={save.error} />
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
              {TYPES.map((type) => (
                <Radio
                  key={type}
                  value={type}
                  label={t(`type.${type}`)}
                  description={t(`form.about.${type}`)}
                />
              ))}
            </Stack>
          </Radio.Group>
          {form.values.type === 'static' ? (
            <Textarea
              label={t('form.value')}
              description={t('form.valueHelp')}
              autosize
              minRows={3}
              maxRows={12}
              {...form.getInputProps('value')}
            />
          ) : (
            <Text c="dimmed">
              {t('form.runtimeHelp', { name: environmentNameOf(name || t('form.nameExample')) })}
            </Text>
          )}
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

/** One that becomes `runtime` keeps the value that it had, should it become `static` again. */
function saveVariable(variable: Variable | undefined, { name, type, value }: Values): Promise<Variable> {
  const body = { name: name.trim(), type, ...(type === 'static' && { value }) }
  return variable === undefined
    ? api.createVariable({ body }, { idempotencyKey: makeId() })
    : api.updateVariable({ params: { id: variable.id }, body }, { ifMatch: variable.revision })
}
