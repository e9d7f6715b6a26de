import { Button, Group, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { StatusText } from '../../../ui/status-text.tsx'
import { secondFactorQuery } from './account-queries.ts'
import type { SecondFactorTask } from './proof-form.tsx'
import { SecondFactorDialog } from './second-factor-dialog.tsx'
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
      {data ? (
        <>
          <StatusText tone={data.isOn ? 'finished' : 'waiting'}>
            {data.isOn ? t('secondFactor.isOn', { count: data.recoveryCodesLeft }) : t('secondFactor.isOff')}
          </StatusText>
          <Group gap="xs">
            {data.isOn ? (
              <>
                <Button variant="default" onClick={() => setTask('newCodes')}>
                  {t('secondFactor.newCodes')}
                </Button>
                <Button variant="default" onClick={() => setTask('turnOff')}>
                  {t('secondFactor.turnOff')}
                </Button>
              </>
            ) : (
              <Button onClick={() => setTask('turnOn')}>{t('secondFactor.turnOn')}</Button>
            )}
          </Group>
        </>
      ) : null}
      {task ? <SecondFactorDialog task={task} onClose={() => setTask(undefined)} /> : null}
    </SettingsSection>
  )
}
