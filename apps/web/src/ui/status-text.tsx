import {
  IconBan,
  IconCircleCheck,
  IconCircleMinus,
  IconCircleX,
  IconClockPause,
  IconClockX,
  IconHandStop,
  IconLoader2,
  IconMail,
  type TablerIcon,
} from '@tabler/icons-react'
import './status-text.css'

/** How something stands, in the words of the screen; each has its icon and colour. */
export type StatusTone =
  | 'running'
  | 'finished'
  | 'failed'
  | 'waiting'
  | 'stopped'
  | 'timeout'
  | 'invited'
  | 'barred'
  | 'off'

const icons: Record<StatusTone, TablerIcon> = {
  running: IconLoader2,
  finished: IconCircleCheck,
  failed: IconCircleX,
  waiting: IconClockPause,
  stopped: IconHandStop,
  timeout: IconClockX,
  invited: IconMail,
  barred: IconBan,
  off: IconCircleMinus,
}

/** A status as icon and word: never by colour alone. */
export function StatusText({ tone, children }: { tone: StatusTone; children: string }) {
  const Icon = icons[tone]
  return (
    <span className="status-text" data-tone={tone}>
      <Icon size={16} stroke={1.8} aria-hidden />
      {children}
    </span>
  )
}
