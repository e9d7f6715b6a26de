import { useTranslation } from 'react-i18next'

/** Fields of audited things that have a name for people. */
const NAMED = [
  'account',
  'administrator',
  'description',
  'displayName',
  'email',
  'expiresDate',
  'flow',
  'hasApp',
  'hasPasskeys',
  'isOn',
  'isOrganizationAdmin',
  'isProved',
  'isPublic',
  'issuer',
  'keyName',
  'loaders',
  'maker',
  'name',
  'permissions',
  'provider',
  'role',
  'sharedWith',
  'status',
  'type',
  'vendor',
  'workspace',
] as const

/** What a field of an audited thing is called; one that has no name for people keeps its own. */
export function useFieldName(): (field: string) => string {
  const { t } = useTranslation('activity')
  return (field) => {
    const named = NAMED.find((each) => each === field)
    return named === undefined ? field : t(`audit.field.${named}`)
  }
}
