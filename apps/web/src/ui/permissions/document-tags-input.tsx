import { TagsInput } from '@mantine/core'
import { DOCUMENT_TAG, documentTagPermission, tagOfPermission } from '@runnel/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface DocumentTagsInputProps {
  label: ReactNode
  description?: ReactNode
  tags: readonly string[]
  onChange: (tags: string[]) => void
  /** Tags that may be meant. */
  known?: readonly string[]
  isReadOnly?: boolean
  error?: ReactNode
  /** Whether it has the focus in a dialog that opens. */
  'data-autofocus'?: boolean
}

/** Tags of documents, written as the server keeps them; what is no tag is not taken. */
export function DocumentTagsInput({
  tags,
  onChange,
  known = [],
  isReadOnly,
  ...input
}: DocumentTagsInputProps) {
  const { t } = useTranslation('permissions')
  return (
    <TagsInput
      {...input}
      maxTags={20}
      readOnly={isReadOnly === true}
      placeholder={isReadOnly ? undefined : t('tags.placeholder')}
      clearButtonProps={{ 'aria-label': t('tags.clear') }}
      data={[...known]}
      value={[...tags]}
      onChange={(values) => onChange([...new Set(values.map(asTag).filter((tag) => DOCUMENT_TAG.test(tag)))])}
    />
  )
}

/** What somebody typed, as a tag. */
const asTag = (text: string): string => text.trim().toLowerCase().replaceAll(/\s+/g, '-').slice(0, 40)

interface CarriedTagsProps {
  /** The permissions of a role or a key, its tags among them. */
  permissions: readonly string[]
  onChange: (permissions: string[]) => void
  isReadOnly?: boolean
}

/** The tags whose documents a role or a key may read. */
export function CarriedTags({ permissions, onChange, isReadOnly = false }: CarriedTagsProps) {
  const { t } = useTranslation('permissions')
  const others = permissions.filter((permission) => tagOfPermission(permission) === undefined)
  return (
    <DocumentTagsInput
      label={t('tags.label')}
      description={t('tags.help')}
      tags={permissions.flatMap((permission) => tagOfPermission(permission) ?? [])}
      isReadOnly={isReadOnly}
      onChange={(tags) => onChange([...others, ...tags.map(documentTagPermission)])}
    />
  )
}
