import { Button } from '@mantine/core'
import { createContext, useContext, useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'

/** What the forms inside of a dialog tell it, and the way out of it. */
interface UnsavedForms {
  note: (form: string, isChanged: boolean) => void
  /** Closes the dialog; asks first where something would be lost. */
  leave: () => void
}

/** Given by each dialog to what stands in it. */
export const UnsavedContext = createContext<UnsavedForms | undefined>(undefined)

/** Stands in a form that has changes which are not saved: the dialog around it asks before it closes. Draws nothing. */
export function Unsaved({ isChanged }: { isChanged: boolean }) {
  const note = useContext(UnsavedContext)?.note
  const form = useId()
  useEffect(() => {
    note?.(form, isChanged)
    return () => note?.(form, false)
  }, [note, form, isChanged])
  return null
}

/** Leaves the dialog around it without saving, by the same way as Esc. */
export function CancelButton() {
  const { t } = useTranslation('ui')
  const dialog = useContext(UnsavedContext)
  return (
    <Button variant="default" onClick={dialog?.leave}>
      {t('confirm.cancel')}
    </Button>
  )
}
