import { afterEach, expect, test } from 'vitest'
import { useConfirmStore } from '../confirm/confirm-store.ts'
import { useNotificationStore } from '../notifications/notification-store.ts'
import { deleteRow, type RowDeletion } from './delete-row.ts'

const steps: string[] = []
const deletion = (changes: Partial<RowDeletion> = {}): RowDeletion => ({
  about: 'a-row',
  question: { title: 'Delete it?', description: 'It is lost.' },
  remove: async () => steps.push('removed'),
  refresh: async () => void steps.push('refreshed'),
  done: 'It is gone.',
  failed: (message) => `It stays: ${message}`,
  ...changes,
})

afterEach(() => {
  steps.length = 0
})

async function answer(isConfirmed: boolean, changes?: Partial<RowDeletion>) {
  const deleting = deleteRow(deletion(changes))
  expect(useConfirmStore.getState().question).toMatchObject({ title: 'Delete it?', isDangerous: true })
  useConfirmStore.getState().settle(isConfirmed)
  return deleting
}
const told = () => useNotificationStore.getState().notifications.at(-1)?.message

test('a row is deleted when that is confirmed, and the list read anew', async () => {
  expect(await answer(true)).toBe(true)
  expect([steps, told()]).toEqual([['removed', 'refreshed'], 'It is gone.'])
})

test('without a yes nothing happens', async () => {
  expect(await answer(false)).toBe(false)
  expect(steps).toEqual([])
})

test('why it was not deleted is told, and the list stays', async () => {
  const remove = () => Promise.reject(new Error('it is in use'))
  expect(await answer(true, { remove })).toBe(false)
  expect(steps).toEqual([])
  expect(told()).toContain('It stays: ')
})
