import { Button, Tooltip } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { useIsShown } from '../../../session/use-viewer.ts'
import { apiErrorMessage } from '../../../ui/api-error-message.ts'
import { notify } from '../../../ui/notifications/notify.ts'
import { findDescribeSource } from '../describe-source.ts'
import { type FieldProps, setValue, useFormModel } from '../form-model.ts'
import { TextField } from './text-field.tsx'

/** What a document store holds, in words for a model; the model of the node can write them from the store's first chunks. */
export function StoreDescriptionField(props: FieldProps) {
  const { isReadOnly } = useFormModel()
  const maySee = useIsShown({ permission: 'documentStores:view' })
  return <TextField {...props} action={maySee && !isReadOnly ? <WriteButton {...props} /> : null} />
}

function WriteButton({ input, owner, path }: FieldProps) {
  const { t } = useTranslation('node-form')
  const form = useFormModel()
  const source = findDescribeSource(owner, { path, name: input.name, find: form.find })
  const write = useMutation({
    mutationFn: ({ storeId, model: { name, inputs, configPath } }: NonNullable<typeof source>) => {
      const credential = form.credentialAt(configPath)
      const selectedChatModel = { name, inputs, ...(credential !== undefined && { credential }) }
      return api.generateToolDescription({ params: { id: storeId }, body: { selectedChatModel } })
    },
    onSuccess: ({ content }) => setValue(form, path, content),
    onError: (error) => notify.error(t('describe.failed', { reason: apiErrorMessage(error) })),
  })
  return (
    <Tooltip label={t(source ? 'describe.help' : 'describe.needs')} withinPortal={false} multiline w={240}>
      <Button
        size="compact-xs"
        variant="subtle"
        leftSection={<IconSparkles size={14} stroke={1.8} />}
        loading={write.isPending}
        // Not the attribute `disabled`: with it the button would lose the focus by its own click, and hide its words.
        data-disabled={source === undefined}
        aria-disabled={source === undefined}
        onClick={() => source && write.mutate(source)}
      >
        {t('describe.write')}
      </Button>
    </Tooltip>
  )
}
