import type { Credential } from '@runnel/contract'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { useDeleteUsed } from '../../ui/list/use-delete-used.ts'
import { refreshCredentials } from './credential-queries.ts'

/** Deletes a credential after a question that names the flows which use it. */
export function useDeleteCredential(): (credential: Credential) => Promise<boolean> {
  const { t } = useTranslation('credentials')
  return useDeleteUsed({
    texts: (text, values) => t(`delete.${text}`, values),
    remove: ({ id }: Credential) => api.deleteCredential({ params: { id } }),
    refresh: refreshCredentials,
  })
}
