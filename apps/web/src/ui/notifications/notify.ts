import { NOTIFICATION, type NotificationKind, useNotificationStore } from './notification-store.ts'

/**
 * Tells the person something, at the bottom left; returns the key for `notify.close`. Errors stay until they are
 * dismissed, everything else leaves by itself.
 * `about` is the id of what is told of: what stands there about the same goes, as it may hold no more.
 */
export const notify = {
  success: (message: string, about?: string) => enqueue('success', message, about),
  info: (message: string, about?: string) => enqueue('info', message, about),
  warning: (message: string, about?: string) => enqueue('warning', message, about),
  error: (message: string, about?: string) => enqueue('error', message, about),
  close: (key?: string) => useNotificationStore.getState().close(key),
}

function enqueue(kind: NotificationKind, message: string, about: string | undefined): string {
  const hideAfterMs = kind === 'error' ? null : NOTIFICATION.hideAfterMs
  return useNotificationStore.getState().enqueue({ kind, message, hideAfterMs, about })
}
