import { useTranslation } from 'react-i18next'
import { formatDateTime, formatRelativeTime } from './format-time.ts'
import './relative-time.css'

/** A time in words, with the exact one on hover. */
export function RelativeTime({ time }: { time: string }) {
  const { i18n } = useTranslation()
  return (
    <time dateTime={time} title={formatDateTime(time, i18n.language)} className="relative-time">
      {formatRelativeTime(time, i18n.language)}
    </time>
  )
}
