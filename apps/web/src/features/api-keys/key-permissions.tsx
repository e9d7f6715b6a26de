import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useViewer } from '../../session/use-viewer.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { grantablePermissions } from '../../ui/permissions/grantable-permissions.ts'
import { PermissionPicker } from '../../ui/permissions/permission-picker.tsx'
import { keyPermissionsQuery } from './api-key-queries.ts'

interface KeyPermissionsProps {
  chosen: readonly string[]
  onChange: (permissions: string[]) => void
  error: ReactNode
}

/** The permissions of a key; only those that the person holds are offered. */
export function KeyPermissions(picker: KeyPermissionsProps) {
  const { t } = useTranslation('api-keys')
  const viewer = useViewer()
  const { data, error: failure, refetch } = useQuery(keyPermissionsQuery)
  if (failure) return <LoadFailure error={failure} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton height={200} />
  const categories = grantablePermissions(data, viewer)
  return (
    <>
      <Text c="dimmed" fz="sm">
        {t('form.permissionsHelp')}
      </Text>
      <PermissionPicker {...picker} categories={categories} everything={t('form.everything')} />
    </>
  )
}
