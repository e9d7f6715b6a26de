import { Portal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { NotificationCard } from './notification-card.tsx'
import './notifications.css'
import { NOTIFICATION, useNotificationStore } from './notification-store.ts'

/** Shows the first notifications of the queue; the rest waits for its turn. Stands once in the app. */
export function NotificationHost() {
  const { t } = useTranslation()
  const notifications = useNotificationStore((state) => state.notifications)
  return (
    <Portal>
      <section className="notifications" aria-label={t('notifications.label')}>
        {notifications.slice(0, NOTIFICATION.maxAtOnce).map((notification) => (
          <NotificationCard key={notification.key} notification={notification} />
        ))}
      </section>
    </Portal>
  )
}
