import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { apiErrorMessage } from './api-error-message.ts'
import { Dialog } from './dialog.tsx'
import { DialogFoot } from './dialog-foot.tsx'
import { SavedMeanwhile, type Standing } from './saved-meanwhile/saved-meanwhile.tsx'
import { otherFailure, useRevision } from './saved-meanwhile/use-revision.ts'
import { CancelButton, Unsaved } from './unsaved.tsx'

interface NameDialogProps {
  title: string
  label: string
  submitLabel: string
  initialName: string
  /** 200 unless said otherwise. */
  maxLength?: number
  /** Saves the name; its error is shown under the field. `options` are what a save of a thing with a revision carries. */
  onSubmit: (name: string, options: { ifMatch?: number }) => Promise<void>
  /** Of a thing that counts its revisions: the one that was read, and how what stands now is read. */
  revised?: { revision: number; read: () => Promise<Standing<string> | undefined> }
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
  revised,
  onClose,
  children,
}: NameDialogProps) {
  const [name, setName] = useState(initialName)
  const revision = useRevision(revised?.revision)
  const save = useMutation({
    mutationFn: (wish: string) => onSubmit(wish, revision.options()),
    onSuccess: onClose,
  })
  const failure = revised ? otherFailure(save.error) : save.error
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
        {revised ? (
          <SavedMeanwhile
            error={save.error}
            revision={revision}
            read={revised.read}
            differences={(theirs) => (theirs === name ? [] : [{ label, theirs }])}
            onTake={(theirs) => {
              setName(theirs)
              save.reset()
            }}
            onOverwrite={() => save.mutate(wanted)}
            isSaving={save.isPending}
          />
        ) : null}
        <TextInput
          label={label}
          required
          maxLength={maxLength}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={failure ? apiErrorMessage(failure) : undefined}
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
