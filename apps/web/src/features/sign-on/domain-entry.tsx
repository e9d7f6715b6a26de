import { Button, Group, Text } from '@mantine/core'
import type { OrganizationDomain } from '@runnel/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { apiErrorMessage } from '../../ui/api-error-message.ts'
import { Copyable } from '../../ui/copyable.tsx'
import { deleteRow } from '../../ui/list/delete-row.ts'
import { notify } from '../../ui/notifications/notify.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StatusText } from '../../ui/status-text.tsx'
import { refreshDomains } from './sign-on-queries.ts'

/** A domain: whether it is proved, and by which record. */
export function DomainEntry({ entry }: { entry: OrganizationDomain }) {
  const { t } = useTranslation('sign-on')
  const { domain, record, provedDate, checkedDate } = entry
  const check = useMutation({
    mutationFn: () => api.checkOrganizationDomain({ params: { domain } }),
    onSuccess: async (checked) => {
      if (checked.provedDate === null) notify.warning(t('domains.notFound', { domain }), domain)
      else notify.success(t('domains.found', { domain }), domain)
      await refreshDomains()
    },
    onError: (error) => notify.error(apiErrorMessage(error)),
  })
  const remove = () =>
    deleteRow({
      about: domain,
      question: {
        title: t('domains.removeTitle', { domain }),
        description: t('domains.removeText'),
        confirmButtonName: t('domains.remove'),
      },
      remove: () => api.deleteOrganizationDomain({ params: { domain } }),
      refresh: refreshDomains,
      done: t('domains.removed', { domain }),
      failed: (message) => message,
    })
  const parts = [
    { name: t('domains.recordName'), text: record.name },
    { name: t('domains.recordText'), text: record.text },
  ]
  return (
    <li className="sign-on-domain">
      <Group justify="space-between" gap="xs">
        <span className="sign-on-domain-name">
          <strong>{domain}</strong>{' '}
          <StatusText tone={provedDate === null ? 'waiting' : 'finished'}>
            {t(provedDate === null ? 'domains.waits' : 'domains.proved')}
          </StatusText>
        </span>
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            loading={check.isPending}
            aria-label={t('domains.checkOne', { domain })}
            onClick={() => check.mutate()}
          >
            {t('domains.check')}
          </Button>
          <Button
            size="xs"
            variant="subtle"
            color="red"
            aria-label={t('domains.removeOne', { domain })}
            onClick={() => void remove()}
          >
            {t('domains.remove')}
          </Button>
        </Group>
      </Group>
      <div className="sign-on-callback">
        <Text size="sm">{t('domains.record')}</Text>
        <dl>
          {parts.map(({ name, text }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <Copyable text={text} label={t('copyAddress', { name })} />
              </dd>
            </div>
          ))}
        </dl>
        {checkedDate === null ? null : (
          <Text size="sm" c="dimmed">
            {t('domains.checked')} <RelativeTime time={checkedDate} />
          </Text>
        )}
      </div>
    </li>
  )
}
