import { Alert, Collapse } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { costOf } from '@runnel/contract'
import { IconChevronRight } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCost } from '../../ui/format-cost.ts'
import { formatDuration } from '../../ui/format-time.ts'
import { JsonView } from '../../ui/json-view.tsx'
import { StatusText, type StatusTone } from '../../ui/status-text.tsx'
import { ArtifactList } from '../chat/artifacts/artifact-list.tsx'
import { findArtifacts } from '../chat/artifacts/read-artifacts.ts'
import { findThoughts } from '../chat/thoughts/thoughts.ts'
import { ThoughtsCard } from '../chat/thoughts/thoughts-card.tsx'
import type { StepRow } from './step-tree.ts'
import { isUnpriced } from './sum-costs.ts'

const tones: Record<string, StatusTone> = {
  started: 'running',
  finished: 'finished',
  failed: 'failed',
  waiting: 'waiting',
}
const kinds = [
  'step',
  'model',
  'tool',
  'code',
  'http',
  'retrieval',
  'toolServer',
  'dataServer',
  'browser',
  'transcription',
  'image',
] as const
const statuses = ['started', 'finished', 'failed', 'waiting'] as const

/** One record of the journal: a line that opens. */
export function StepItem({ row: { step, depth, label, input } }: { row: StepRow }) {
  const { t, i18n } = useTranslation('executions')
  const [isOpen, { toggle }] = useDisclosure(false)
  const contentId = useId()
  const kind = kinds.find((each) => each === step.kind)
  const status = statuses.find((each) => each === step.status) ?? 'finished'
  const duration = step.finishedAt === null ? undefined : step.finishedAt - step.startedAt
  return (
    <li className="step-item">
      <button
        type="button"
        className="step-line"
        style={{ paddingInlineStart: 14 + depth * 20 }}
        aria-expanded={isOpen}
        aria-controls={contentId}
        onClick={toggle}
      >
        <IconChevronRight size={15} className="step-chevron" data-open={isOpen || undefined} aria-hidden />
        <span className="step-name">
          {depth === 0 && kind !== 'transcription' ? label : t(`kind.${kind ?? 'step'}`)}
          <span className="step-type">
            {step.attempt > 1 ? t('steps.attempt', { count: step.attempt }) : step.nodeType}
          </span>
        </span>
        <StatusText tone={tones[status] ?? 'finished'}>{t(`status.${status}`)}</StatusText>
        <span className="step-figure">
          {duration === undefined ? '–' : formatDuration(duration, i18n.language)}
        </span>
        <StepUse step={step} />
      </button>
      <Collapse expanded={isOpen} id={contentId}>
        <StepContent step={step} input={input} />
      </Collapse>
    </li>
  )
}

/** Tokens, and what they cost. */
function StepUse({ step }: Pick<StepRow, 'step'>) {
  const { t, i18n } = useTranslation('executions')
  const cost = step.usage ? costOf(step.usage) : undefined
  return (
    <span className="step-figure step-use">
      {step.usage ? t('steps.tokens', { count: step.usage.totalTokens }) : ''}
      {cost === undefined ? '' : ` · ${formatCost(cost, i18n.language)}`}
      {isUnpriced(step) ? ` · ${t('cost.unknown')}` : ''}
    </span>
  )
}

function StepContent({ step, input }: Pick<StepRow, 'step' | 'input'>) {
  const { t } = useTranslation('executions')
  const hasInput = input !== undefined
  const thoughts = findThoughts(step.output)
  const hasOutput = step.output !== undefined && step.output !== null
  return (
    <div className="step-content">
      {step.error ? (
        <Alert color="red" className="preserve-lines">
          {step.error}
        </Alert>
      ) : null}
      {hasInput ? <JsonView label={t('steps.input')} value={input} /> : null}
      {thoughts ? <ThoughtsCard thoughts={thoughts} /> : null}
      <ArtifactList artifacts={findArtifacts(step.output)} />
      {hasOutput ? <JsonView label={t('steps.output')} value={step.output} /> : null}
      {step.error || hasInput || hasOutput ? null : <p>{t('steps.nothing')}</p>}
      <p className="step-path">{step.path}</p>
    </div>
  )
}
