import { Button, Stack, TagsInput, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { notify } from '../../ui/notifications/notify.ts'
import { CancelButton, Unsaved } from '../../ui/unsaved.tsx'
import { refreshOwnTemplates } from './own-template-queries.ts'

interface SaveTemplateDialogProps {
  flowId: string
  /** What the flow is called: the name of the template unless another one is typed. */
  flowName: string
  onClose: () => void
}

/** Makes a template of a flow as it is saved. */
export function SaveTemplateDialog({ flowId, flowName, onClose }: SaveTemplateDialogProps) {
  const { t } = useTranslation('flows')
  const [name, setName] = useState(flowName)
  const [description, setDescription] = useState('')
  const [badge, setBadge] = useState('')
  const [usecases, setUsecases] = useState<string[]>([])
  const [wasTried, setWasTried] = useState(false)
  const wanted = name.trim()
  const save = useMutation({
    mutationFn: () => {
      const body = {
        name: wanted,
        description: description.trim(),
        badge: badge.trim(),
        usecases,
        chatflowId: flowId,
      }
      return api.createCustomTemplate({ body })
    },
    onSuccess: async () => {
      notify.success(t('template.saved', { name: wanted }))
      onClose()
      await refreshOwnTemplates()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A dialog opened from a form is a React child of it: the submit must not reach that form.
    event.stopPropagation()
    setWasTried(true)
    if (wanted !== '') save.mutate()
  }
  return (
    <Dialog onClose={onClose} title={t('template.title')} closesOutside={false}>
      <Unsaved isChanged={name !== flowName || description !== '' || badge !== '' || usecases.length > 0} />
      <form noValidate onSubmit={submit}>
        <Stack gap="sm">
          <Text c="dimmed">{t('template.text')}</Text>
          <TextInput
            label={t('template.name')}
            required
            maxLength={500}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={wasTried && wanted === '' ? t('template.nameNeeded') : undefined}
          />
          <Textarea
            label={t('template.description')}
            autosize
            minRows={2}
            maxRows={6}
            maxLength={10_000}
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
          <TextInput
            label={t('template.badge')}
            description={t('template.badgeHelp')}
            maxLength={100}
            value={badge}
            onChange={(event) => setBadge(event.currentTarget.value)}
          />
          <TagsInput
            label={t('template.usecases')}
            description={t('template.usecasesHelp')}
            maxTags={50}
            value={usecases}
            onChange={setUsecases}
          />
          <FailureNote error={save.error} />
          <DialogFoot>
            <CancelButton />
            <Button type="submit" loading={save.isPending}>
              {t('template.submit')}
            </Button>
          </DialogFoot>
        </Stack>
      </form>
    </Dialog>
  )
}
