import { Checkbox, Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useViewer } from '../../session/use-viewer.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { keyPermissionsQuery } from './api-key-queries.ts'
import { grantablePermissions, type PermissionCategory, withCategory } from './grantable-permissions.ts'
import './api-keys.css'

interface PermissionPickerProps {
  chosen: readonly string[]
  onChange: (permissions: string[]) => void
  error: ReactNode
}

/** Permissions by category, each with a box for all of it; only those that the person holds are offered. */
export function PermissionPicker({ chosen, onChange, error }: PermissionPickerProps) {
  const { t } = useTranslation('api-keys')
  const viewer = useViewer()
  const { data, error: failure, refetch } = useQuery(keyPermissionsQuery)
  const errorId = useId()
  if (failure) return <LoadFailure error={failure} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton height={200} />
  const categories = grantablePermissions(data, viewer)
  const all = categories.flatMap(({ entries }) => entries.map(({ key }) => key))
  const hasAll = all.every((key) => chosen.includes(key))
  return (
    <fieldset className="permission-picker" aria-describedby={error ? errorId : undefined}>
      <legend>{t('form.permissions')}</legend>
      {error ? (
        <Text c="red" mb="xs" id={errorId} role="alert">
          {error}
        </Text>
      ) : null}
      <Checkbox
        label={t('form.everything')}
        checked={hasAll}
        indeterminate={!hasAll && chosen.length > 0}
        onChange={() => onChange(hasAll ? [] : all)}
      />
      <div className="permission-list">
        {categories.map((category) => (
          <CategoryPicker key={category.name} category={category} chosen={chosen} onChange={onChange} />
        ))}
      </div>
    </fieldset>
  )
}

interface CategoryPickerProps {
  category: PermissionCategory
  chosen: readonly string[]
  onChange: (permissions: string[]) => void
}

function CategoryPicker({ category, chosen, onChange }: CategoryPickerProps) {
  const { t } = useTranslation('api-keys')
  const { name, entries } = category
  const held = entries.filter(({ key }) => chosen.includes(key)).length
  const toggle = (key: string) =>
    onChange(chosen.includes(key) ? chosen.filter((each) => each !== key) : [...chosen, key])
  return (
    <fieldset>
      <legend>
        <Checkbox
          label={t(`category.${name}`, { defaultValue: name })}
          checked={held === entries.length}
          indeterminate={held > 0 && held < entries.length}
          onChange={() => onChange(withCategory(chosen, category, held < entries.length))}
        />
      </legend>
      <Group gap="8px 20px" pl={28} pt={8}>
        {entries.map(({ key, value }) => (
          <Checkbox
            key={key}
            label={t(`permission.${wordOf(key)}`, { defaultValue: value })}
            checked={chosen.includes(key)}
            onChange={() => toggle(key)}
          />
        ))}
      </Group>
    </fieldset>
  )
}

/** The name of a permission's text: its verb, and for "manage" with what is managed. */
function wordOf(key: string): string {
  const [resource = '', verb = ''] = key.split(':')
  return verb === 'manage' ? `manage-${resource}` : verb
}
