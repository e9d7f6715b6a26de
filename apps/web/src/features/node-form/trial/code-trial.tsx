import { Button, Group } from '@mantine/core'
import type { JsonObject } from '@runnel/contract'
import { IconPlayerPlay } from '@tabler/icons-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { TrialOutcome } from './trial-outcome.tsx'
import { useFunctionTrial } from './use-function-trial.ts'
import '../node-form-texts.ts'
import './function-trial.css'

interface CodeTrialProps {
  code: string
  /** What the code reads, as the API takes it. */
  variables: () => JsonObject
  /** Fields for what the code reads. */
  children: ReactNode
}

/** Tries code out in the sandbox of the server, and shows what it returned. */
export function CodeTrial({ code, variables, children }: CodeTrialProps) {
  const { t } = useTranslation('node-form')
  const { run, cancel, isRunning, result, error } = useFunctionTrial()
  const canRun = code.trim() !== '' && !isRunning
  const start = () => {
    if (canRun) run({ code, variables: variables() })
  }
  const runByKeys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    start()
  }
  return (
    <section className="function-trial" aria-label={t('trial.title')} onKeyDown={runByKeys}>
      <h3>{t('trial.title')}</h3>
      <p className="field-help">{t('trial.help')}</p>
      {children}
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconPlayerPlay size={14} stroke={1.8} />}
          loading={isRunning}
          disabled={code.trim() === ''}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          onClick={start}
        >
          {t('trial.run')}
        </Button>
        {isRunning ? (
          <Button variant="subtle" color="gray" onClick={cancel}>
            {t('cancel')}
          </Button>
        ) : null}
      </Group>
      {code.trim() === '' ? <p className="field-help">{t('trial.noCode')}</p> : null}
      <TrialOutcome isRunning={isRunning} result={result} error={error} code={code} />
    </section>
  )
}
