import { Button, Group, Skeleton, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { apiErrorMessage, issuesOf } from '../../ui/api-error-message.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { DomainEntry } from './domain-entry.tsx'
import { domainsQuery, refreshDomains } from './sign-on-queries.ts'

/** The domains whose people the providers of the organisation may bring; shown where that has to be proved. */
export function DomainSection() {
  const { t } = useTranslation('sign-on')
  const { data, error, refetch } = useQuery(domainsQuery)
  if (data && !data.isNeeded && data.domains.length === 0) return null
  return (
    <section className="panel sign-on-domains" aria-labelledby="domains-title">
      <Title order={2} id="domains-title">
        {t('domains.title')}
      </Title>
      <Text c="dimmed">{t('domains.text')}</Text>
      {error && !data ? <LoadFailure error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton height={120} /> : null}
      {data ? (
        <>
          <NewDomain />
          {data.domains.length === 0 ? <Text>{t('domains.empty')}</Text> : null}
          <ul className="sign-on-domain-list">
            {data.domains.map((each) => (
              <DomainEntry key={each.domain} entry={each} />
            ))}
          </ul>
        </>
      ) : null}
    </section>
  )
}

function NewDomain() {
  const { t } = useTranslation('sign-on')
  const [domain, setDomain] = useState('')
  const add = useMutation({
    mutationFn: () => api.addOrganizationDomain({ body: { domain: domain.trim() } }),
    onSuccess: async () => {
      setDomain('')
      await refreshDomains()
    },
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (domain.trim() !== '') add.mutate()
      }}
    >
      <Group align="flex-end" gap="xs" className="sign-on-domain-new">
        <TextInput
          label={t('domains.new')}
          maxLength={253}
          autoComplete="off"
          value={domain}
          error={add.error ? (issuesOf(add.error)[0]?.message ?? apiErrorMessage(add.error)) : null}
          onChange={(event) => {
            setDomain(event.currentTarget.value)
            add.reset()
          }}
        />
        <Button type="submit" variant="default" loading={add.isPending} disabled={domain.trim() === ''}>
          {t('domains.add')}
        </Button>
      </Group>
    </form>
  )
}
