import { Button } from '@mantine/core'
import { createContext, useContext, useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { holdPage } from '../session/held-pages.ts'

/** What would be lost with a dialog: what was typed, or what is shown this once. */
export type Loss = 'typed' | 'shownOnce'

/** What the parts of a dialog tell it, and the way out of it. */
interface DialogLosses {
  note: (part: string, loss: Loss | undefined) => void
  /** Closes the dialog; asks first where something would be lost. */
  leave: () => void
}

/** Given by each dialog to what stands in it. */
export const LossContext = createContext<DialogLosses | undefined>(undefined)

/** Tells the dialog around it what would be lost with it; the page stays where it is should the session end meanwhile. */
export function useLoss(loss: Loss | undefined): void {
  const note = useContext(LossContext)?.note
  const part = useId()
  useEffect(() => {
    note?.(part, loss)
    return () => note?.(part, undefined)
  }, [note, part, loss])
  useEffect(() => (loss === undefined ? undefined : holdPage(() => undefined)), [loss])
}

/** Stands in a form that has changes which are not saved: the dialog around it asks before it closes. Draws nothing. */
export function Unsaved({ isChanged }: { isChanged: boolean }) {
  useLoss(isChanged ? 'typed' : undefined)
  return null
}

/** Leaves the dialog around it without saving, by the same way as Esc. */
export function CancelButton() {
  const { t } = useTranslation('ui')
  const dialog = useContext(LossContext)
  return (
    <Button variant="default" onClick={dialog?.leave}>
      {t('confirm.cancel')}
    </Button>
  )
}
