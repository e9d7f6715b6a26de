import { ActionIcon, Button, Group } from '@mantine/core'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsShown } from '../../session/use-viewer.ts'
import { SearchableSelect } from '../../ui/searchable-select.tsx'
import { FieldFrame } from '../node-form/fields/field-frame.tsx'
import { type FieldProps, useFormModel } from '../node-form/form-model.ts'
import { useStoredCredentials } from '../node-form/use-stored-credentials.ts'
import { CredentialDialog } from './credential-dialog.tsx'

/** Which stored credential a node uses; one can be made or changed without leaving the form. */
export function CredentialField({ input, owner }: FieldProps) {
  const id = useId()
  const { t } = useTranslation(['node-form', 'sharing'])
  const model = useFormModel()
  const names = input.credentialNames ?? []
  const path = owner.path === '' ? 'credential' : owner.path
  const chosen = model.credentialAt(path)
  const [dialog, setDialog] = useState<{ id: string | undefined }>()
  const tellOrigin = ({ sharedFrom: name }: { sharedFrom?: string | undefined }) =>
    name === undefined ? t('sharing:fromOther') : t('sharing:from', { name })
  const { stored, mayView, isUnknown } = useStoredCredentials({ names, chosen, isWanted: true })
  const items = (stored.data ?? []).map((credential) => ({
    value: credential.id,
    label: credential.shared ? `${credential.name} (${tellOrigin(credential)})` : credential.name,
  }))
  if (isUnknown && chosen !== undefined) items.push({ value: chosen, label: t('credential.unknown') })
  return (
    <FieldFrame
      id={id}
      label={input.label}
      isOptional={input.optional}
      description={input.description}
      path={path}
    >
      <Group gap={6} wrap="nowrap" align="flex-start">
        <SearchableSelect
          id={id}
          flex={1}
          data={items}
          value={chosen ?? null}
          placeholder={stored.isLoading ? t('options.loading') : t('credential.choose')}
          choices={{
            isLoading: stored.isLoading,
            error: stored.error,
            onRetry: () => void stored.refetch(),
            empty: mayView ? t('credential.none') : '',
          }}
          clearable
          aria-describedby={`${id}-help`}
          disabled={model.isReadOnly || !mayView}
          onChange={(next) => model.setCredential(path, next ?? undefined)}
        />
        <CredentialActions
          canEdit={chosen !== undefined && !isUnknown}
          onEdit={() => setDialog({ id: chosen })}
          onCreate={() => setDialog({ id: undefined })}
        />
      </Group>
      {isUnknown ? <p className="field-error">{t('credential.unknownHelp')}</p> : null}
      {dialog === undefined ? null : (
        <CredentialDialog
          credentialId={dialog.id}
          types={names}
          onClose={() => setDialog(undefined)}
          onSaved={(savedId) => {
            setDialog(undefined)
            model.setCredential(path, savedId)
          }}
        />
      )}
    </FieldFrame>
  )
}

interface CredentialActionsProps {
  canEdit: boolean
  onEdit: () => void
  onCreate: () => void
}

function CredentialActions({ canEdit, onEdit, onCreate }: CredentialActionsProps) {
  const { t } = useTranslation('node-form')
  const { isReadOnly } = useFormModel()
  const mayCreate = useIsShown({ permission: 'credentials:create' })
  const mayUpdate = useIsShown({ permission: 'credentials:update' })
  return (
    <>
      {canEdit && mayUpdate ? (
        <ActionIcon variant="default" size="input-sm" aria-label={t('credential.edit')} onClick={onEdit}>
          <IconPencil size={16} stroke={1.8} />
        </ActionIcon>
      ) : null}
      {mayCreate && !isReadOnly ? (
        <Button
          variant="default"
          px="sm"
          leftSection={<IconPlus size={14} stroke={1.8} />}
          onClick={onCreate}
        >
          {t('credential.new')}
        </Button>
      ) : null}
    </>
  )
}
