import type { Execution } from '@runnel/contract'
import { useTranslation } from 'react-i18next'
import { StatusText, type StatusTone } from '../../ui/status-text.tsx'

const tones = {
  INPROGRESS: 'running',
  FINISHED: 'finished',
  ERROR: 'failed',
  STOPPED: 'waiting',
  TERMINATED: 'stopped',
  TIMEOUT: 'timeout',
} as const satisfies Record<Execution['state'], StatusTone>

/** How a run stands. */
export function ExecutionState({ state }: { state: Execution['state'] }) {
  const { t } = useTranslation('executions')
  return <StatusText tone={tones[state]}>{t(`state.${state}`)}</StatusText>
}
