import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { focusAdded } from '../../ui/focus-added.ts'
import { SecretInput } from '../../ui/secret-input.tsx'
import './mcp-servers.css'
import { type DraftHeader, newHeader } from './server-draft.ts'

interface HeaderRowsProps {
  headers: readonly DraftHeader[]
  /** From the first refused save on. */
  showsFaults: boolean
  onChange: (headers: DraftHeader[]) => void
}

/** What is sent to a server with every request. */
export function HeaderRows({ headers, showsFaults, onChange }: HeaderRowsProps) {
  const { t } = useTranslation('mcp-servers')
  const change = (header: DraftHeader, fields: Partial<DraftHeader>) =>
    onChange(headers.map((each) => (each === header ? { ...each, ...fields } : each)))
  return (
    <fieldset className="server-headers">
      <legend>{t('headers.title')}</legend>
      {headers.map((header, index) => (
        <fieldset
          key={header.key}
          className="server-headers"
          aria-label={t('headers.row', { name: header.name.trim() || String(index + 1) })}
        >
          <div className="server-header">
            <TextInput
              label={t('headers.name')}
              value={header.name}
              maxLength={200}
              autoComplete="off"
              error={showsFaults && header.name.trim() === '' ? t('headers.nameMissing') : null}
              onChange={(event) => change(header, { name: event.currentTarget.value })}
            />
            <SecretInput
              label={t('headers.value')}
              toggleLabel={t('headers.show')}
              value={header.value}
              maxLength={10_000}
              autoComplete="off"
              onChange={(event) => change(header, { value: event.currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('headers.remove', { name: header.name.trim() || String(index + 1) })}
              onClick={() => onChange(headers.filter((each) => each !== header))}
            >
              <IconTrash size={17} stroke={1.8} />
            </ActionIcon>
          </div>
        </fieldset>
      ))}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={14} stroke={1.8} />}
          onClick={({ currentTarget }) => {
            onChange([...headers, newHeader()])
            focusAdded(currentTarget.closest('fieldset'), 'fieldset')
          }}
        >
          {t('headers.add')}
        </Button>
      </div>
    </fieldset>
  )
}
