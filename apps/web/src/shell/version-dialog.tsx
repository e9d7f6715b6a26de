import { Skeleton, Table, Text } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../app/api.ts'
import { Dialog } from '../ui/dialog.tsx'
import { formatRelativeTime } from '../ui/format-time.ts'
import { OutsideLink } from '../ui/outside-link.tsx'
import { FailedLately } from './failed-lately.tsx'
import { findLatestRelease, type Release } from './find-latest-release.ts'
import { StarCount } from './star-count.tsx'

/**
 * Which version runs here and, where the operator named a place to ask, which is the newest. The look-up is made only
 * while this dialog is open.
 */
export function VersionDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell')
  const current = useQuery({ queryKey: ['version'], queryFn: ({ signal }) => api.getVersion({}, { signal }) })
  const settings = useQuery({
    queryKey: ['releases'],
    queryFn: ({ signal }) => api.getSettings({}, { signal }),
  })
  const address = settings.data?.RELEASES_URL
  const starsAddress = settings.data?.STARS_URL
  const latest = useQuery({
    queryKey: ['latest-release', address],
    queryFn: async ({ signal }) => (await findLatestRelease(address ?? '', signal)) ?? null,
    enabled: address !== undefined,
    retry: false,
    staleTime: 600_000,
  })
  return (
    <Dialog onClose={onClose} title={t('productName')} size="lg">
      <div className="table-scroll">
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('version.current')}</Table.Th>
              <Table.Th>{t('version.latest')}</Table.Th>
              <Table.Th>{t('version.published')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            <Table.Tr>
              <Table.Td>
                {current.isPending ? (
                  <Skeleton h={16} w={60} />
                ) : (
                  (current.data?.version ?? t('version.unknown'))
                )}
              </Table.Td>
              <LatestRelease latest={latest} isAsked={settings.isPending || address !== undefined} />
            </Table.Tr>
          </Table.Tbody>
        </Table>
      </div>
      {latest.isError ? (
        <Text c="dimmed" mt="sm">
          {t('version.offline')}
        </Text>
      ) : null}
      {starsAddress === undefined ? null : <StarCount address={starsAddress} />}
      <FailedLately />
    </Dialog>
  )
}

/** The cells of the newest release: its name, which leads to its page, and its age. */
function LatestRelease({ latest, isAsked }: { latest: UseQueryResult<Release | null>; isAsked: boolean }) {
  const { t, i18n } = useTranslation('shell')
  const release = latest.data
  return (
    <>
      <Table.Td>
        {isAsked ? null : t('version.notAsked')}
        {isAsked && latest.isPending ? <Skeleton h={16} w={80} /> : null}
        {release ? <OutsideLink address={release.htmlUrl}>{release.name}</OutsideLink> : null}
        {release === null ? t('version.none') : null}
        {latest.isError ? t('version.unknown') : null}
      </Table.Td>
      <Table.Td>{release ? formatRelativeTime(release.publishedAt, i18n.language) : '–'}</Table.Td>
    </>
  )
}
