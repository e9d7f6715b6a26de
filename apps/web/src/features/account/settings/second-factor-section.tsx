import { Button, Group, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { StatusText } from '../../../ui/status-text.tsx'
import { secondFactorQuery } from './account-queries.ts'
import type { Factors } from './factor-fields.tsx'
import { SecondFactorDialog, type SecondFactorTask } from './second-factor-dialog.tsx'
import { SettingsSection } from './settings-section.tsx'

/** Whether the sign-in asks for a code of an app, and what can be done about it. */
export function SecondFactorSection() {
  const { t } = useTranslation('account-settings')
  const { data, error, refetch } = useQuery(secondFactorQuery)
  const [task, setTask] = useState<SecondFactorTask>()
  return (
    <SettingsSection title={t('secondFactor.title')} text={t('secondFactor.text')}>
      {error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton height={60} /> : null}
      {data ? <FactorState factors={data} onTask={setTask} /> : null}
      {task ? <SecondFactorDialog task={task} factors={data} onClose={() => setTask(undefined)} /> : null}
    </SettingsSection>
  )
}

function FactorState({
  factors,
  onTask,
}: {
  factors: Factors & { recoveryCodesLeft: number }
  onTask: (task: SecondFactorTask) => void
}) {
  const { t } = useTranslation('account-settings')
  const { isOn, hasPasskeys, recoveryCodesLeft } = factors
  const isAsked = isOn || hasPasskeys
  return (
    <>
      <StatusText tone={isAsked ? 'finished' : 'off'}>
        {t(statusOf(factors), { count: recoveryCodesLeft })}
      </StatusText>
      <Group gap="xs">
        {isOn ? null : (
          <Button onClick={() => onTask('turnOn')}>
            {t(hasPasskeys ? 'secondFactor.addApp' : 'secondFactor.turnOn')}
          </Button>
        )}
        {isAsked ? (
          <Button variant="default" onClick={() => onTask('newCodes')}>
            {t('secondFactor.newCodes')}
          </Button>
        ) : null}
        {isOn ? (
          <Button variant="default" onClick={() => onTask('turnOff')}>
            {t('secondFactor.turnOff')}
          </Button>
        ) : null}
      </Group>
    </>
  )
}

function statusOf({ isOn, hasPasskeys }: Factors) {
  if (isOn) return 'secondFactor.isOn'
  return hasPasskeys ? 'secondFactor.passkeysOnly' : 'secondFactor.isOff'
}
