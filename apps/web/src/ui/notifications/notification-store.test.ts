import { beforeEach, expect, test } from 'vitest'
import { NOTIFICATION, useNotificationStore } from './notification-store.ts'
import { notify } from './notify.ts'

const shown = () => useNotificationStore.getState().notifications
beforeEach(() => useNotificationStore.setState({ notifications: [] }))

test('the constants of the product hold [S9-SNACK-02 S9-SNACK-08 S9-SNACK-10..13]', () => {
  expect(NOTIFICATION).toEqual({
    maxAtOnce: 3,
    hideAfterMs: 5000,
    enterMs: 225,
    exitMs: 195,
    collapseDelayMs: 125,
    collapseMs: 175,
  })
})

test('errors persist, everything else hides by itself [S9-SNACK-01..03]', () => {
  notify.error('a')
  notify.success('b')
  notify.info('c')
  notify.warning('d')
  expect(shown().map(({ kind, hideAfterMs }) => [kind, hideAfterMs])).toEqual([
    ['error', null],
    ['success', 5000],
    ['info', 5000],
    ['warning', 5000],
  ])
})

test('one or all are marked dismissed, and go when they have left the screen [S4-NOTIF-01..04 S3-STATE-04]', () => {
  const first = notify.error('a')
  notify.error('b')
  notify.close(first)
  expect(shown().map(({ isDismissed }) => isDismissed)).toEqual([true, false])
  notify.close()
  expect(shown().every(({ isDismissed }) => isDismissed)).toBe(true)
  useNotificationStore.getState().remove(first)
  expect(shown().map(({ message }) => message)).toEqual(['b'])
})

test('what is told about a thing takes the place of what was told about it before', () => {
  notify.success('The role Reader is made.', 'role-1')
  notify.success('The role Writer is made.', 'role-2')
  notify.success('Copied')
  const last = notify.error('The role Reader could not be deleted.', 'role-1')
  expect(shown().map(({ message }) => message)).toEqual([
    'The role Reader could not be deleted.',
    'The role Writer is made.',
    'Copied',
  ])
  notify.close(last)
  notify.success('The role Reader is deleted.', 'role-1')
  expect(shown()[0]).toMatchObject({ message: 'The role Reader is deleted.', isDismissed: false })
  notify.success('Copied')
  expect(shown()).toHaveLength(4)
})
