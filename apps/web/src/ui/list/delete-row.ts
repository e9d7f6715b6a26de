import { apiErrorMessage } from '../api-error-message.ts'
import { type ConfirmQuestion, confirm } from '../confirm/confirm-store.ts'
import { keepFocusOnPage } from '../keep-focus-on-page.ts'
import { notify } from '../notifications/notify.ts'

/** The deletion of one row of a list. */
export interface RowDeletion {
  /** Names what will be lost. */
  question: Omit<ConfirmQuestion, 'isDangerous'>
  remove: () => Promise<unknown>
  /** Reads the list anew. */
  refresh: () => Promise<void>
  done: string
  failed: (message: string) => string
}

/** Deletes a row after a question and tells the outcome; true when it is gone. */
export async function deleteRow({ question, remove, refresh, done, failed }: RowDeletion): Promise<boolean> {
  if (!(await confirm({ ...question, isDangerous: true }))) return false
  try {
    await remove()
    notify.success(done)
    await refresh()
    keepFocusOnPage()
    return true
  } catch (error) {
    notify.error(failed(apiErrorMessage(error)))
    return false
  }
}
