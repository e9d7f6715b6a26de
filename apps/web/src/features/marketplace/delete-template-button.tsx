import { ActionIcon } from '@mantine/core'
import type { Template } from '@runnel/contract'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { ShownIf } from '../../session/shown-if.tsx'
import { deleteRow } from '../../ui/list/delete-row.ts'
import { refreshOwnTemplates } from '../save-template/own-template-queries.ts'

/** Deletes a template of the workspace after a question. */
export function DeleteTemplateButton({ template: { id, templateName: name } }: { template: Template }) {
  const { t } = useTranslation('marketplace')
  const remove = () =>
    deleteRow({
      about: id,
      question: {
        title: t('delete.title', { name }),
        description: t('delete.text'),
        confirmButtonName: t('delete.confirm'),
      },
      remove: () => api.deleteCustomTemplate({ params: { id } }),
      refresh: refreshOwnTemplates,
      done: t('delete.done', { name }),
      failed: (message) => t('delete.failed', { name, message }),
    })
  return (
    <ShownIf permission="templates:custom-delete">
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('delete.label', { name })}
        onClick={() => void remove()}
      >
        <IconTrash size={17} stroke={1.8} />
      </ActionIcon>
    </ShownIf>
  )
}
