import type { CustomTool } from '@runnel/contract'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { useDeleteUsed } from '../../ui/list/use-delete-used.ts'
import { refreshTools } from './tool-queries.ts'

/** Deletes a custom tool after a question that names the flows which use it. */
export function useDeleteTool(): (tool: CustomTool) => Promise<boolean> {
  const { t } = useTranslation('custom-tools')
  return useDeleteUsed({
    texts: (text, values) => t(`delete.${text}`, values),
    remove: ({ id }: CustomTool) => api.deleteCustomTool({ params: { id } }),
    refresh: refreshTools,
  })
}
