import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react'
import { Copyable } from '../../ui/copyable.tsx'
import './people.css'

const ICONS = { good: IconCheck, plain: IconInfoCircle, bad: IconAlertTriangle }

/** What became of one of several people. */
export interface ToldOutcome {
  id: string
  name: string
  kind: keyof typeof ICONS
  text: string
  /** What is to be copied and handed over, and how that is called. */
  copy?: { text: string; label: string } | undefined
}

/** What became of each of several people, in words. */
export function OutcomeList({ outcomes }: { outcomes: readonly ToldOutcome[] }) {
  return (
    <ul className="invitation-results">
      {outcomes.map(({ id, name, kind, text, copy }) => {
        const Icon = ICONS[kind]
        return (
          <li key={id} data-kind={kind}>
            <Icon size={18} aria-hidden />
            <div>
              <strong>{name}</strong>
              <span>{text}</span>
              {copy ? <Copyable {...copy} /> : null}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
