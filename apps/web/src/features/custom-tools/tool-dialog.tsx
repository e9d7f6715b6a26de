import { Button, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type CustomTool, callNameOf, LONGEST_TOOL_CODE } from '@runnel/contract'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { notify } from '../../ui/notifications/notify.ts'
import { CancelButton, Unsaved } from '../../ui/unsaved.tsx'
import { InputRows } from './input-rows.tsx'
import { ToolCode } from './tool-code.tsx'
import { bodyOf, findRowFaults, isCallable, type ToolDraft } from './tool-draft.ts'
import { refreshTools } from './tool-queries.ts'
import { ToolTrial } from './tool-trial.tsx'

/** What is written: a change of a tool, or a new one. */
export interface ToolWork {
  tool?: CustomTool
  draft: ToolDraft
}

interface ToolDialogProps {
  work: ToolWork
  onClose: () => void
}

/** Makes a tool, or changes one, and tries it out. A change that someone else made meanwhile is not overwritten. */
export function ToolDialog({ work: { tool, draft }, onClose }: ToolDialogProps) {
  const { t } = useTranslation('custom-tools')
  const formId = useId()
  const form = useForm<ToolDraft>({
    initialValues: draft,
    validate: {
      name: (name) => (isCallable(name) ? null : t(name.trim() === '' ? 'form.nameMissing' : 'form.nameOdd')),
      description: (text) => (text.trim() === '' ? t('form.descriptionMissing') : null),
      rows: (rows) => (findRowFaults(rows).size > 0 ? t('rows.faulty') : null),
      func: (code) => {
        if (code.trim() === '') return t('code.missing')
        return code.length > LONGEST_TOOL_CODE ? t('code.long', { count: LONGEST_TOOL_CODE }) : null
      },
    },
  })
  const save = useMutation({
    mutationFn: (values: ToolDraft) => saveTool(tool, values),
    onSuccess: async ({ id, name }) => {
      notify.success(t(tool ? 'form.changed' : 'form.made', { name }), id)
      onClose()
      await refreshTools()
    },
  })
  const { rows, func, name } = form.values
  return (
    <Dialog
      onClose={onClose}
      closesOutside={false}
      size="xl"
      title={tool ? t('form.changeTitle') : t('form.newTitle')}
    >
      <Unsaved isChanged={form.isDirty()} />
      <form id={formId} noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <Stack gap="md">
          <FailureNote error={save.error} />
          <TextInput
            label={t('form.name')}
            description={t('form.nameHelp', { name: callNameOf(name) || t('form.nameExample') })}
            required
            maxLength={200}
            data-autofocus
            autoComplete="off"
            {...form.getInputProps('name')}
          />
          <Textarea
            label={t('form.description')}
            description={t('form.descriptionHelp')}
            required
            autosize
            minRows={2}
            maxRows={8}
            maxLength={10_000}
            {...form.getInputProps('description')}
          />
          <InputRows
            rows={rows}
            showsFaults={form.errors.rows !== undefined}
            onChange={(next) => form.setFieldValue('rows', next)}
          />
          <ToolCode
            rows={rows}
            code={func}
            error={form.errors.func}
            onChange={(next) => form.setFieldValue('func', next)}
          />
        </Stack>
      </form>
      <ToolTrial rows={rows} code={func} />
      <DialogFoot>
        <CancelButton />
        <Button type="submit" form={formId} loading={save.isPending}>
          {tool ? t('form.save') : t('form.create')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

function saveTool(tool: CustomTool | undefined, values: ToolDraft): Promise<CustomTool> {
  const body = bodyOf(values)
  return tool === undefined
    ? api.createCustomTool({ body })
    : api.updateCustomTool({ params: { id: tool.id }, body }, { ifMatch: tool.revision })
}
