import { Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useViewer } from '../../session/use-viewer.ts'
import { Copyable } from '../../ui/copyable.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { GroupSection } from './group-section.tsx'
import { LastCalls } from './last-calls.tsx'
import './provisioning.css'
import { provisioningQuery } from './provisioning-queries.ts'
import { TokenSection } from './token-section.tsx'

/** How the provider of the organisation's identities is let in: its address, its tokens, its groups, its last calls. */
export function ProvisioningPanel() {
  const { t } = useTranslation('provisioning')
  const { data, error, isFetching, refetch } = useQuery(provisioningQuery)
  const { isGlobal } = useViewer()
  return (
    <section className="panel provisioning" aria-labelledby="provisioning-title">
      <Title order={2} id="provisioning-title">
        {t('title')}
      </Title>
      <Text c="dimmed">{t('text')}</Text>
      {error && !data ? <LoadFailure error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton height={240} /> : null}
      {data ? (
        <>
          <p className="provisioning-address">
            <span>{t('address')}</span> <Copyable text={data.scimURL} label={t('copyAddress')} />
          </p>
          <Text size="sm">{t('counts', { people: data.userCount, groups: data.groupCount })}</Text>
          {isGlobal ? null : <Text size="sm">{t('onlyAdministrators')}</Text>}
          <TokenSection tokens={data.tokens} mayChange={isGlobal} />
          <GroupSection mayChange={isGlobal} />
          <LastCalls calls={data.calls} isReading={isFetching} onRefresh={() => void refetch()} />
        </>
      ) : null}
    </section>
  )
}
