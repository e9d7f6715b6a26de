import { Button } from '@mantine/core'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyReasonContext } from './empty-reason.ts'

interface EmptyAnswerProps {
  labelOf: (nodeId: string) => string | undefined
  onShowNode: (nodeId: string) => void
}

/** So many steps are named; the panel of problems has them all. */
const NAMED = 3

/** That nothing came, and to who draws the flow what may be wrong with it and what to do. */
export function EmptyAnswer({ labelOf, onShowNode }: EmptyAnswerProps) {
  const { t } = useTranslation('chat')
  const { unconnected = [], isStartLoose = false } = useContext(EmptyReasonContext) ?? {}
  const [first] = unconnected
  if (first === undefined)
    return <p className="chat-note">{`${t('empty')}${isStartLoose ? ` ${t('emptyStartLoose')}` : ''}`}</p>
  const names = unconnected.slice(0, NAMED).map((id) => `“${labelOf(id) ?? id}”`)
  return (
    <div className="chat-note">
      <p>
        {t('empty')} {t('emptyUnconnected', { names: names.join(', '), count: unconnected.length })}
      </p>
      <Button size="compact-xs" variant="default" mt="xs" onClick={() => onShowNode(first)}>
        {t('failure.show', { label: labelOf(first) ?? first })}
      </Button>
    </div>
  )
}
