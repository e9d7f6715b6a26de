import { Button, Table, Text, Title } from '@mantine/core'
import type { ProvisioningCall } from '@runnel/contract'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StatusText } from '../../ui/status-text.tsx'
import { TablePanel } from '../../ui/table-panel.tsx'

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
          <TablePanel label={t('calls.title')} minWidth={640}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('calls.time')}</Table.Th>
                <Table.Th>{t('calls.call')}</Table.Th>
                <Table.Th>{t('calls.answer')}</Table.Th>
                <Table.Th>{t('calls.token')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {calls.map(({ id, date, method, path, status, detail, tokenName }) => (
                <Table.Tr key={id}>
                  <Table.Td>
                    <RelativeTime time={date} />
                  </Table.Td>
                  <Table.Td className="provisioning-call">
                    <code>
                      {method} {path}
                    </code>
                  </Table.Td>
                  <Table.Td>
                    <StatusText tone={status < FIRST_REFUSAL ? 'finished' : 'failed'}>
                      {t(status < FIRST_REFUSAL ? 'calls.ok' : 'calls.refused', { status })}
                    </StatusText>
                    {detail ? <Text size="sm">{detail}</Text> : null}
                  </Table.Td>
                  <Table.Td className="provisioning-name">{tokenName}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </TablePanel>
        </div>
      )}
    </div>
  )
}
