import { CloseButton } from '@mantine/core'
import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleXFilled,
  IconInfoCircleFilled,
} from '@tabler/icons-react'
import { type CSSProperties, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NOTIFICATION, type Notification, useNotificationStore } from './notification-store.ts'

const icons = {
  success: IconCircleCheckFilled,
  error: IconCircleXFilled,
  info: IconInfoCircleFilled,
  warning: IconAlertTriangleFilled,
}

const LEAVE_MS = Math.max(NOTIFICATION.exitMs, NOTIFICATION.collapseDelayMs + NOTIFICATION.collapseMs)

const timings = {
  '--notification-enter': `${NOTIFICATION.enterMs}ms`,
  '--notification-exit': `${NOTIFICATION.exitMs}ms`,
  '--notification-collapse-delay': `${NOTIFICATION.collapseDelayMs}ms`,
  '--notification-collapse': `${NOTIFICATION.collapseMs}ms`,
} as CSSProperties

/** One notification: enters, hides by itself unless it persists or the pointer rests on it, leaves and is removed. */
export function NotificationCard({ notification }: { notification: Notification }) {
  const { t } = useTranslation()
  const { close, remove } = useNotificationStore.getState()
  const { key, kind, message, hideAfterMs, isDismissed } = notification
  const [isHeld, setIsHeld] = useState(false)
  const Icon = icons[kind]

  useEffect(() => {
    if (hideAfterMs === null || isDismissed || isHeld) return
    const timer = setTimeout(() => close(key), hideAfterMs)
    return () => clearTimeout(timer)
  }, [close, key, hideAfterMs, isDismissed, isHeld])

  useEffect(() => {
    if (!isDismissed) return
    const timer = setTimeout(() => remove(key), LEAVE_MS)
    return () => clearTimeout(timer)
  }, [remove, key, isDismissed])

  return (
    <div className="notification-row" data-leaving={isDismissed || undefined} style={timings}>
      <div
        className="notification"
        data-kind={kind}
        role={kind === 'error' ? 'alert' : 'status'}
        onPointerEnter={() => setIsHeld(true)}
        onPointerLeave={() => setIsHeld(false)}
      >
        <Icon size={18} className="notification-icon" aria-hidden />
        <p className="notification-message">{message}</p>
        <CloseButton size="sm" aria-label={t('notifications.dismiss')} onClick={() => close(key)} />
      </div>
    </div>
  )
}
