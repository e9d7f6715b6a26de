import { Button, Checkbox } from '@mantine/core'
import type { HistoryNode, RunStatus } from '@runnel/contract'
import { useTranslation } from 'react-i18next'
import { StatusText, type StatusTone } from '../../../ui/status-text.tsx'
import { UsedNodes } from '../../upserts/used-nodes.tsx'
import { isFilling, type StoreFill } from './fill-keeper.ts'
import { FillOutcome } from './fill-outcome.tsx'
import { FillProgress } from './fill-progress.tsx'
import '../../../ui/page-head.css'

const tones: Record<RunStatus, StatusTone> = {
  queued: 'waiting',
  running: 'running',
  waiting: 'waiting',
  finished: 'finished',
  error: 'failed',
  terminated: 'stopped',
  timeout: 'timeout',
}

interface FillBlockProps {
  store: { id: string; name: string }
  nodes: readonly HistoryNode[]
  fill: StoreFill | undefined
  /** Whether it is among those that are to be filled; without the way to change it there is no choice. */
  isChosen: boolean
  onChoose: ((isChosen: boolean) => void) | undefined
  /** Undefined for who may not fill it, or as long as it cannot be filled. */
  onFill: (() => void) | undefined
  onStop: (() => void) | undefined
}

/** One vector store of the flow: what takes part, how far it is, what came of it. */
export function FillBlock({ store, nodes, fill, isChosen, onChoose, onFill, onStop }: FillBlockProps) {
  const { t } = useTranslation('canvas')
  const { name } = store
  return (
    <section className="panel fill-block" aria-label={name}>
      <div className="fill-head">
        {onChoose ? (
          <Checkbox
            label={name}
            checked={isChosen}
            onChange={(event) => onChoose(event.currentTarget.checked)}
          />
        ) : (
          <h3>{name}</h3>
        )}
        {fill ? <FillStatus name={name} fill={fill} onStop={onStop} /> : null}
      </div>
      {fill ? <FillState name={name} fill={fill} onFill={onFill} /> : null}
      <details>
        <summary>{t('fill.parts', { count: nodes.length })}</summary>
        <UsedNodes nodes={nodes} />
      </details>
    </section>
  )
}

interface FillPartProps {
  name: string
  fill: StoreFill
}

function FillStatus({ name, fill, onStop }: FillPartProps & Pick<FillBlockProps, 'onStop'>) {
  const { t } = useTranslation('canvas')
  const isUnder = isFilling(fill)
  return (
    <>
      <StatusText tone={tones[fill.status]}>
        {t(fill.isStopping && isUnder ? 'fill.stopping' : `fill.status.${fill.status}`)}
      </StatusText>
      {isUnder && fill.run && onStop ? (
        <Button
          size="xs"
          variant="default"
          aria-label={t('fill.stopOf', { name })}
          // Not the attribute `disabled`: with it the button would lose the focus by its own click.
          data-disabled={fill.isStopping}
          aria-disabled={fill.isStopping}
          onClick={() => !fill.isStopping && onStop()}
        >
          {t('fill.stop')}
        </Button>
      ) : null}
    </>
  )
}

function FillState({ name, fill, onFill }: FillPartProps & Pick<FillBlockProps, 'onFill'>) {
  const { t } = useTranslation('canvas')
  if (!isFilling(fill)) return <FillOutcome name={name} fill={fill} onAgain={onFill} />
  // The run of somebody else, which not everybody may follow.
  if (fill.failure !== undefined) return <p className="upsert-note">{t('fill.elsewhere')}</p>
  return <FillProgress name={name} progress={fill.view.progress} />
}
