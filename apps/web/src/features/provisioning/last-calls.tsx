import { Button, Text, Title } from '@mantine/core'
import type { ProvisioningCall } from '@runnel/contract'
import { useTranslation } from 'react-i18next'
import { RowTable } from '../../ui/list/row-table.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StatusText } from '../../ui/status-text.tsx'

interface LastCallsProps {
  calls: readonly ProvisioningCall[]
  isReading: boolean
  onRefresh: () => void
}

const FIRST_REFUSAL = 400

/** What the provider asked last, and why it was refused: for who sets it up. */
export function LastCalls({ calls, isReading, onRefresh }: LastCallsProps) {
  const { t } = useTranslation('provisioning')
  return (
    <div className="provisioning-part">
      <div className="provisioning-head">
        <Title order={3}>{t('calls.title')}</Title>
        <Button variant="default" loading={isReading} onClick={onRefresh}>
          {t('calls.refresh')}
        </Button>
      </div>
      <Text size="sm" c="dimmed">
        {t('calls.text')}
      </Text>
      {calls.length === 0 ? (
        <Text>{t('calls.empty')}</Text>
      ) : (
        <div className="provisioning-calls">
          <RowTable
            label={t('calls.title')}
            minWidth={640}
            rows={calls}
            name={{
              head: t('calls.call'),
              cell: ({ method, path }) => (
                <code>
                  {method} {path}
                </code>
              ),
            }}
            columns={[
              { head: t('calls.answer'), cell: (call) => <Answer call={call} />, staysNarrow: true },
              { head: t('calls.token'), cell: ({ tokenName }) => tokenName },
              { head: t('calls.time'), cell: ({ date }) => <RelativeTime time={date} />, staysNarrow: true },
            ]}
          />
        </div>
      )}
    </div>
  )
}

/** Whether a call was let through, and why not. */
function Answer({ call: { status, detail } }: { call: ProvisioningCall }) {
  const { t } = useTranslation('provisioning')
  const isDone = status < FIRST_REFUSAL
  return (
    <>
      <StatusText tone={isDone ? 'finished' : 'failed'}>
        {t(isDone ? 'calls.ok' : 'calls.refused', { status })}
      </StatusText>
      {detail ? <span className="row-more">{detail}</span> : null}
    </>
  )
}
