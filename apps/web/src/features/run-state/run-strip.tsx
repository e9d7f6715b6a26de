import { ActionIcon } from '@mantine/core'
import { findRunUsage, type RunView, type StepView } from '@runnel/client'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { formatDuration } from '../../ui/format-time.ts'
import { placeSteps } from './place-steps.ts'
import type { RunStore } from './run-store.ts'
import { useRunClock } from './use-run-clock.ts'
import './run-strip.css'

interface RunStripProps {
  run: RunStore
  onShowNode: (nodeId: string) => void
  onClose: () => void
}

/** The steps of the run on the screen, along its time. */
export function RunStrip({ run, onShowNode, onClose }: RunStripProps) {
  const { t, i18n } = useTranslation('canvas')
  const view = useStore(run, (state) => state.view)
  const now = useRunClock(run, view?.status === 'running')
  if (view === undefined || view.steps.length === 0) return null
  const placed = placeSteps(view.steps)
  return (
    <section className="run-strip" aria-label={t('run.title')}>
      <header className="panel-head">
        <h2>{t('run.title')}</h2>
        <span className="run-status" data-status={view.status}>
          {t(`run.status.${view.status}`)}
        </span>
        <span className="run-sum">
          {summary(view, { now, language: i18n.language, tokens: (count) => t('run.tokens', { count }) })}
        </span>
        <ActionIcon variant="subtle" color="gray" aria-label={t('run.close')} onClick={onClose}>
          <IconX size={16} stroke={1.8} />
        </ActionIcon>
      </header>
      <ol className="run-steps">
        {placed.map(({ step, start, length }) => (
          <li key={step.path}>
            <button type="button" className="run-step" onClick={() => onShowNode(step.nodeId)}>
              <span className="run-step-label">{step.nodeLabel}</span>
              <span className="run-step-track" aria-hidden>
                <span
                  data-state={step.state}
                  style={{ left: `${start * 100}%`, width: `${length * 100}%` }}
                />
              </span>
              <span className="run-step-time">
                <span className="visually-hidden">{t(`run.step.${step.state}`)} </span>
                {timeOf(step, { now, language: i18n.language })}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}

interface Telling {
  /** On the clock of the server. */
  now: number
  language: string
}

function timeOf({ state, startedAt, durationMs }: StepView, { now, language }: Telling): string {
  if (durationMs !== undefined) return formatDuration(durationMs, language)
  return state === 'running' ? formatDuration(Math.max(now - startedAt, 0), language) : '…'
}

function summary(
  view: RunView,
  { now, language, tokens }: Telling & { tokens: (count: number) => string },
): string {
  const starts = view.steps.map(({ startedAt }) => startedAt)
  const ends = view.steps.map(({ startedAt, durationMs }) => startedAt + (durationMs ?? 0))
  const last = view.status === 'running' ? Math.max(now, ...ends) : Math.max(...ends)
  const time = formatDuration(last - Math.min(...starts), language)
  const usage = findRunUsage(view)
  return usage ? `${time} · ${tokens(usage.totalTokens)}` : time
}
