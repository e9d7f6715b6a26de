import { Anchor, Skeleton, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../app/api.ts'
import { LATEST_RELEASE_ADDRESS } from '../app/product.ts'
import { Dialog } from '../ui/dialog.tsx'
import { formatRelativeTime } from '../ui/format-time.ts'
import { findLatestRelease } from './find-latest-release.ts'

/** Which version runs here and which is the newest. The look-up is made only while this dialog is open. */
export function VersionDialog({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation('shell')
  const current = useQuery({ queryKey: ['version'], queryFn: ({ signal }) => api.getVersion({}, { signal }) })
  const latest = useQuery({
    queryKey: ['latest-release'],
    queryFn: async ({ signal }) => (await findLatestRelease(LATEST_RELEASE_ADDRESS, signal)) ?? null,
    retry: false,
    staleTime: 600_000,
  })
  const release = latest.data
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
              <Table.Td>
                {latest.isPending ? <Skeleton h={16} w={80} /> : null}
                {release ? (
                  <Anchor href={release.htmlUrl} target="_blank" rel="noreferrer" size="sm">
                    {release.name}
                  </Anchor>
                ) : null}
                {release === null ? t('version.none') : null}
                {latest.isError ? t('version.unknown') : null}
              </Table.Td>
              <Table.Td>{release ? formatRelativeTime(release.publishedAt, i18n.language) : '–'}</Table.Td>
            </Table.Tr>
          </Table.Tbody>
        </Table>
      </div>
      {latest.isError ? (
        <Text c="dimmed" mt="sm">
          {t('version.offline')}
        </Text>
      ) : null}
    </Dialog>
  )
}
