import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { apiErrorMessage } from './api-error-message.ts'
import { Dialog } from './dialog.tsx'
import { DialogFoot } from './dialog-foot.tsx'
import { CancelButton, Unsaved } from './unsaved.tsx'

interface NameDialogProps {
  title: string
  label: string
  submitLabel: string
  initialName: string
  /** 200 unless said otherwise. */
  maxLength?: number
  /** Saves the name; its error is shown under the field. */
  onSubmit: (name: string) => Promise<void>
  onClose: () => void
  /** What stands above the field. */
  children?: ReactNode
}

/** Asks for one name; closes itself when it was saved. */
export function NameDialog({
  title,
  label,
  submitLabel,
  initialName,
  maxLength = 200,
  onSubmit,
  onClose,
  children,
}: NameDialogProps) {
  const [name, setName] = useState(initialName)
  const save = useMutation({ mutationFn: onSubmit, onSuccess: onClose })
  const wanted = name.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (wanted !== '') save.mutate(wanted)
  }
  return (
    <Dialog onClose={onClose} title={title}>
      <form onSubmit={submit}>
        <Unsaved isChanged={name !== initialName} />
        {children}
        <TextInput
          label={label}
          required
          maxLength={maxLength}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={save.error ? apiErrorMessage(save.error) : undefined}
        />
        <DialogFoot>
          <CancelButton />
          <Button type="submit" loading={save.isPending} disabled={wanted === ''}>
            {submitLabel}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
