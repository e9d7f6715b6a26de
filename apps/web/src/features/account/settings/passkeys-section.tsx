import { Button, Group, Skeleton, Text } from '@mantine/core'
import type { Passkey } from '@runnel/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { NameDialog } from '../../../ui/name-dialog.tsx'
import { OutsideLink } from '../../../ui/outside-link.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { addressByName, passkeyHindrance } from '../passkey-hindrance.ts'
import { passkeysQuery, refreshAccount } from './account-queries.ts'
import { AddPasskeyDialog } from './add-passkey-dialog.tsx'
import { RemovePasskeyDialog } from './remove-passkey-dialog.tsx'
import { SettingsSection } from './settings-section.tsx'

/** The own passkeys; each can be renamed and removed. */
export function PasskeysSection() {
  const { t } = useTranslation('account-settings')
  const { data, error, refetch } = useQuery(passkeysQuery)
  const [isAdding, setIsAdding] = useState(false)
  const hindrance = passkeyHindrance()
  return (
    <SettingsSection title={t('passkeys.title')} text={t('passkeys.text')}>
      {error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton height={60} /> : null}
      {data?.length === 0 ? <Text c="dimmed">{t('passkeys.none')}</Text> : null}
      {data && data.length > 0 ? (
        <ul className="session-list" aria-label={t('passkeys.title')}>
          {data.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      ) : null}
      {hindrance ? (
        <Hindrance kind={hindrance} />
      ) : (
        <Button onClick={() => setIsAdding(true)}>{t('passkeys.add')}</Button>
      )}
      {isAdding ? <AddPasskeyDialog onClose={() => setIsAdding(false)} /> : null}
    </SettingsSection>
  )
}

/** Why there are no passkeys at this address, and at which there are, where that is known. */
function Hindrance({ kind }: { kind: 'byNumber' | 'unsupported' }) {
  const { t } = useTranslation('account-settings')
  const named = kind === 'byNumber' ? addressByName(window.location) : undefined
  return (
    <>
      <Text size="sm">{t(`passkeys.${kind}`)}</Text>
      {named === undefined ? null : (
        <OutsideLink address={named} className="settings-link">
          {t('passkeys.openByName')}
        </OutsideLink>
      )}
    </>
  )
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const { t } = useTranslation('account-settings')
  const [task, setTask] = useState<'rename' | 'remove'>()
  const { id, name, createdAt, lastUsedAt } = passkey
  const close = () => setTask(undefined)
  return (
    <li>
      <div>
        <span>{name}</span>
        <small>
          {t('passkeys.made')} <RelativeTime time={createdAt} /> ·{' '}
          {lastUsedAt === null ? (
            t('passkeys.neverUsed')
          ) : (
            <>
              {t('passkeys.lastUsed')} <RelativeTime time={lastUsedAt} />
            </>
          )}
        </small>
      </div>
      <Group gap="xs">
        <Button
          variant="default"
          size="xs"
          aria-label={t('passkeys.renameLabel', { name })}
          onClick={() => setTask('rename')}
        >
          {t('passkeys.rename')}
        </Button>
        <Button
          variant="default"
          size="xs"
          aria-label={t('passkeys.removeLabel', { name })}
          onClick={() => setTask('remove')}
        >
          {t('passkeys.remove')}
        </Button>
      </Group>
      {task === 'rename' ? (
        <NameDialog
          title={t('passkeys.renameTitle')}
          label={t('passkeys.name')}
          submitLabel={t('passkeys.rename')}
          initialName={name}
          onSubmit={async (wanted) => {
            await api.renamePasskey({ params: { id }, body: { name: wanted } })
            await refreshAccount()
          }}
          onClose={close}
        />
      ) : null}
      {task === 'remove' ? <RemovePasskeyDialog passkey={passkey} onClose={close} /> : null}
    </li>
  )
}
