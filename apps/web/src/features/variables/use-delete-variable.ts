import type { Variable } from '@runnel/contract'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { useDeleteUsed } from '../../ui/list/use-delete-used.ts'
import { refreshVariables } from './variable-queries.ts'

/** Deletes a variable after a question that names the flows which use it. */
export function useDeleteVariable(): (variable: Variable) => Promise<boolean> {
  const { t } = useTranslation('variables')
  return useDeleteUsed({
    texts: (text, values) => t(`delete.${text}`, values),
    remove: ({ id }: Variable) => api.deleteVariable({ params: { id } }),
    refresh: refreshVariables,
  })
}
