import { apiErrorMessage } from '../api-error-message.ts'
import { type ConfirmQuestion, confirm } from '../confirm/confirm-store.ts'
import { notify } from '../notifications/notify.ts'

type RowQuestion = Omit<ConfirmQuestion, 'isDangerous'>

/** The deletion of one row of a list. */
export interface RowDeletion {
  /** The id of what is deleted: its outcome takes the place of what was told of the same before. */
  about: string
  /** Names what will be lost; a function where that has to be looked up. */
  question: RowQuestion | (() => Promise<RowQuestion>)
  remove: () => Promise<unknown>
  /** Reads the list anew. */
  refresh: () => Promise<void>
  done: string
  failed: (message: string) => string
}

/** Deletes a row after a question and tells the outcome; true when it is gone. */
export async function deleteRow(deletion: RowDeletion): Promise<boolean> {
  const { about, question, remove, refresh, done, failed } = deletion
  try {
    const asked = typeof question === 'function' ? await question() : question
    if (!(await confirm({ ...asked, isDangerous: true }))) return false
    await remove()
    notify.success(done, about)
    await refresh()
    return true
  } catch (error) {
    notify.error(failed(apiErrorMessage(error)), about)
    return false
  }
}
