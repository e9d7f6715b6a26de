import { create } from 'zustand'
import { makeId } from '../../make-id.ts'

export type NotificationKind = 'success' | 'error' | 'info' | 'warning'

/** One message to the person. `isDismissed`: it is leaving the screen; `hideAfterMs` null: it stays until dismissed. */
export interface Notification {
  key: string
  kind: NotificationKind
  message: string
  hideAfterMs: number | null
  isDismissed: boolean
  /** The id of what it tells of: a later one about the same takes its place. */
  about?: string | undefined
}

/** How notifications behave, in milliseconds; constants of the product. */
export const NOTIFICATION = {
  maxAtOnce: 3,
  hideAfterMs: 5000,
  enterMs: 225,
  exitMs: 195,
  collapseDelayMs: 125,
  collapseMs: 175,
} as const

interface NotificationStore {
  notifications: readonly Notification[]
  enqueue: (notification: Omit<Notification, 'key' | 'isDismissed'>) => string
  /** Closes one, or all when no key is given. */
  close: (key?: string) => void
  /** Takes one away after it has left the screen. */
  remove: (key: string) => void
}

/** The queue of notifications; the host shows the first three. */
export const useNotificationStore = create<NotificationStore>()((set) => ({
  notifications: [],
  enqueue: (notification) => {
    const key = makeId()
    set(({ notifications }) => ({
      notifications: joined(notifications, { ...notification, key, isDismissed: false }),
    }))
    return key
  },
  close: (key) =>
    set(({ notifications }) => ({
      notifications: notifications.map((each) =>
        key === undefined || each.key === key ? { ...each, isDismissed: true } : each,
      ),
    })),
  remove: (key) =>
    set(({ notifications }) => ({ notifications: notifications.filter((each) => each.key !== key) })),
}))

/** What was told of a thing before holds no more: that it is made, once it is deleted. */
function joined(known: readonly Notification[], next: Notification): Notification[] {
  const at = next.about === undefined ? -1 : known.findIndex(({ about }) => about === next.about)
  return at === -1 ? [...known, next] : known.with(at, next)
}
