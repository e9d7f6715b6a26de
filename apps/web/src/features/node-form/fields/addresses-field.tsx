import { Button } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FieldProps, setValue, useFormModel } from '../form-model.ts'
import { PagesDialog } from '../pages/pages-dialog.tsx'
import { readPageSearch } from '../pages/read-page-search.ts'
import { listOf } from '../read-value.ts'
import { FieldFrame } from './field-frame.tsx'
import '../pages/pages.css'

const NAMED = 3

/** A list of pages: how many were chosen and the first of them, and a dialog in which they are chosen. */
export function AddressesField(props: FieldProps) {
  const { input, path, value } = props
  const id = useId()
  const { t } = useTranslation('node-form')
  const model = useFormModel()
  const [isOpen, setIsOpen] = useState(false)
  const chosen = listOf(value).filter((address) => address.trim() !== '')
  const keep = (addresses: string[]) => {
    setValue(model, path, addresses)
    setIsOpen(false)
  }
  return (
    <FieldFrame
      id={id}
      label={input.label}
      isOptional={input.optional}
      description={input.description}
      path={path}
    >
      <div className="pages-value">
        <p>{t('pages.chosen', { count: chosen.length })}</p>
        {chosen.length === 0 ? null : (
          <ul>
            {chosen.slice(0, NAMED).map((address) => (
              <li key={address}>{address}</li>
            ))}
            {chosen.length > NAMED ? <li>{t('pages.more', { count: chosen.length - NAMED })}</li> : null}
          </ul>
        )}
        <Button
          id={id}
          size="compact-sm"
          variant="default"
          disabled={model.isReadOnly}
          leftSection={<IconListCheck size={14} stroke={1.8} aria-hidden />}
          aria-labelledby={`${id}-label ${id}`}
          aria-describedby={`${id}-help`}
          aria-haspopup="dialog"
          onClick={() => setIsOpen(true)}
        >
          {t('pages.choose')}
        </Button>
      </div>
      {isOpen ? (
        <PagesDialog
          initial={chosen}
          search={readPageSearch(props)}
          onKeep={keep}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </FieldFrame>
  )
}
