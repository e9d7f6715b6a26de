import { isApiError } from '@runnel/client'
import i18next from 'i18next'
import { confirm } from '../../ui/confirm/confirm-store.ts'

/** How many administrators an act would take the last way in from; undefined for any other failure. */
function countLockedOut(error: unknown): number | undefined {
  if (!isApiError(error) || error.reason !== 'ways_in_lost') return undefined
  const count = Number(error.details.count)
  return Number.isInteger(count) && count > 0 ? count : undefined
}

/**
 * Does what may take from administrators their last way to sign in: how many they are is asked about first. Undefined
 * where the person left it at that.
 */
export async function askBeforeLockOut<T>(
  act: (administratorsLockedOut: number | undefined) => Promise<T>,
): Promise<T | undefined> {
  let known: number | undefined
  for (;;) {
    try {
      return await act(known)
    } catch (error) {
      const count = countLockedOut(error)
      // The server says another number, or nothing was done.
      if (count === undefined || count === known) throw error
      if (!(await confirmLockOut(count))) return undefined
      known = count
    }
  }
}

const confirmLockOut = (count: number) =>
  confirm({
    title: i18next.t('lockOut.title', { ns: 'sign-on', count }),
    description: i18next.t('lockOut.text', { ns: 'sign-on', count }),
    confirmButtonName: i18next.t('lockOut.confirm', { ns: 'sign-on' }),
    isDangerous: true,
  })
