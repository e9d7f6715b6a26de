import { apiErrorMessage } from '../api-error-message.ts'
import { type ConfirmQuestion, confirm } from '../confirm/confirm-store.ts'
import { keepFocusOnPage } from '../keep-focus-on-page.ts'
import { notify } from '../notifications/notify.ts'

type RowQuestion = Omit<ConfirmQuestion, 'isDangerous'>

/** The deletion of one row of a list. */
export interface RowDeletion {
  /** Names what will be lost; a function where that has to be looked up. */
  question: RowQuestion | (() => Promise<RowQuestion>)
  remove: () => Promise<unknown>
  /** Reads the list anew. */
  refresh: () => Promise<void>
  done: string
  failed: (message: string) => string
}

/** Deletes a row after a question and tells the outcome; true when it is gone. */
export async function deleteRow({ question, remove, refresh, done, failed }: RowDeletion): Promise<boolean> {
  try {
    const asked = typeof question === 'function' ? await question() : question
    if (!(await confirm({ ...asked, isDangerous: true }))) return false
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
