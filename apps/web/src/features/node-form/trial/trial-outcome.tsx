import { Loader } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { apiErrorMessage } from '../../../ui/api-error-message.ts'
import { formatDuration } from '../../../ui/format-time.ts'
import { JsonView } from '../../../ui/json-view.tsx'
import type { TrialResult } from './use-function-trial.ts'

interface TrialOutcomeProps {
  isRunning: boolean
  result: TrialResult | undefined
  error: Error | null
  /** The code as it is now: a result may be that of an earlier one. */
  code: string
}

/** What came of a trial: what the function returned, or why it failed. It is read out when it arrives. */
export function TrialOutcome({ isRunning, result, error, code }: TrialOutcomeProps) {
  const { t, i18n } = useTranslation('node-form')
  return (
    <div className="trial-outcome" aria-live="polite" aria-busy={isRunning}>
      {isRunning ? (
        <p className="field-help trial-running">
          <Loader size={14} aria-hidden />
          {t('trial.running')}
        </p>
      ) : null}
      {error ? (
        <div className="trial-error">
          <IconAlertTriangle size={16} stroke={1.8} aria-hidden />
          <p>{apiErrorMessage(error)}</p>
        </div>
      ) : null}
      {result === undefined ? null : (
        <>
          {result.value === null || result.value === '' ? (
            <p className="field-help">{t(result.value === null ? 'trial.nothing' : 'trial.emptyText')}</p>
          ) : (
            <JsonView
              label={t('trial.result', { duration: formatDuration(result.durationMs, i18n.language) })}
              value={result.value}
            />
          )}
          {result.code === code ? null : <p className="field-help">{t('trial.outdated')}</p>}
        </>
      )}
    </div>
  )
}
