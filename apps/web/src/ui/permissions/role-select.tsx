import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import type { Role } from '@runnel/contract'
import { useTranslation } from 'react-i18next'
import { nameOfRole } from './name-of-role.ts'

interface RoleSelectProps extends Omit<NativeSelectProps, 'data' | 'description' | 'value'> {
  roles: readonly Pick<Role, 'id' | 'name' | 'builtIn' | 'description'>[]
  /** The id of the chosen one. */
  value: string
  /** Stands for no choice; without it there is always one. */
  none?: string
}

/** Chooses a role, and says below what somebody with it may do. */
export function RoleSelect({ roles, value, none, ...props }: RoleSelectProps) {
  const { t } = useTranslation('permissions')
  const chosen = roles.find(({ id }) => id === value)
  const about = chosen?.builtIn ? t(`builtIn.${chosen.builtIn}`) : chosen?.description
  const options = roles.map(({ id, name }) => ({ value: id, label: nameOfRole(name) }))
  return (
    <NativeSelect
      {...props}
      description={about || undefined}
      data={none === undefined ? options : [{ value: '', label: none }, ...options]}
      value={value}
    />
  )
}
