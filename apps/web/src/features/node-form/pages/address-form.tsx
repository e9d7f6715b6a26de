import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AddressFault } from './pages-draft.ts'

interface AddressFormProps {
  label: string
  submit: string
  initial: string
  /** It stands in a row, where the label is not shown. */
  isInline?: boolean
  findFault: (address: string) => AddressFault | undefined
  onSubmit: (address: string) => void
  onCancel?: () => void
}

/** One address of a page, which is taken when it is one. */
export function AddressForm({
  label,
  submit,
  initial,
  isInline = false,
  findFault,
  onSubmit,
  onCancel,
}: AddressFormProps) {
  const { t } = useTranslation('node-form')
  const [address, setAddress] = useState(initial)
  const [fault, setFault] = useState<AddressFault>()
  const field = useRef<HTMLInputElement>(null)
  const take = (event: FormEvent) => {
    event.preventDefault()
    // The form of a node may stand around the dialog.
    event.stopPropagation()
    const found = findFault(address)
    setFault(found)
    field.current?.focus()
    if (found) return
    onSubmit(address.trim())
    setAddress('')
  }
  return (
    <form className="pages-form" noValidate onSubmit={take}>
      <TextInput
        ref={field}
        type="url"
        {...(isInline ? { 'aria-label': label } : { label })}
        placeholder={t('pages.example')}
        value={address}
        // A row that is changed begins in its field.
        autoFocus={isInline}
        error={fault && t(`pages.fault.${fault}`)}
        onChange={({ currentTarget }) => {
          setAddress(currentTarget.value)
          setFault(undefined)
        }}
      />
      <Button type="submit" variant="default">
        {submit}
      </Button>
      {onCancel ? (
        <Button variant="subtle" color="gray" onClick={onCancel}>
          {t('cancel')}
        </Button>
      ) : null}
    </form>
  )
}
