import type { Execution } from '@runnel/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Copyable } from '../../ui/copyable.tsx'
import { formatDateTime, formatDuration } from '../../ui/format-time.ts'
import { ExecutionState } from './execution-state.tsx'
import { RunCost } from './run-cost.tsx'
import './executions.css'

/** The facts of a run in one row: state, flow, session, time, tokens. */
export function ExecutionFacts({ run }: { run: Execution }) {
  const { t, i18n } = useTranslation('executions')
  const language = i18n.language
  return (
    <dl className="facts panel">
      <Fact name={t('column.state')}>
        <ExecutionState state={run.state} />
      </Fact>
      <Fact name={t('column.started')}>{formatDateTime(run.createdDate, language)}</Fact>
      <Fact name={t('column.duration')}>
        {run.durationMs == null ? '–' : formatDuration(run.durationMs, language)}
      </Fact>
      <Fact name={t('column.tokens')}>
        {run.totalTokens ? new Intl.NumberFormat(language).format(run.totalTokens) : '–'}
      </Fact>
      <Fact name={t('column.cost')}>
        <RunCost run={run} />
      </Fact>
      <Fact name={t('column.session')}>
        <Copyable text={run.sessionId} />
      </Fact>
      {run.agentflowId !== null && (
        <Fact name={t('column.flow')}>
          <Link
            to={run.agentflow?.type === 'CHATFLOW' ? '/canvas/$id' : '/v2/agentcanvas/$id'}
            params={{ id: run.agentflowId }}
          >
            {t('run.openFlow')}
          </Link>
        </Fact>
      )}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
