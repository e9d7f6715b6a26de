import { NOTIFICATION, type NotificationKind, useNotificationStore } from './notification-store.ts'

/**
 * Tells the person something, at the bottom left; returns the key for `notify.close`. Errors stay until they are
 * dismissed, everything else leaves by itself.
 */
export const notify = {
  success: (message: string) => enqueue('success', message),
  info: (message: string) => enqueue('info', message),
  warning: (message: string) => enqueue('warning', message),
  error: (message: string) => enqueue('error', message),
  close: (key?: string) => useNotificationStore.getState().close(key),
}

function enqueue(kind: NotificationKind, message: string): string {
  const hideAfterMs = kind === 'error' ? null : NOTIFICATION.hideAfterMs
  return useNotificationStore.getState().enqueue({ kind, message, hideAfterMs })
}
