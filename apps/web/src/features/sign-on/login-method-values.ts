import type { LoginMethod, LoginMethodConfig, ProviderField } from '@runnel/contract'

/** What the form of a login method holds. */
export type LoginMethodValues = Record<ProviderField['name'], string> & {
  isEnabled: boolean
  label: string
  /** Domains with commas between them. */
  emailDomains: string
  trustEmail: boolean
  autoProvision: boolean
  workspaceId: string
  roleId: string
}

/** The form of a login method as it is kept; an empty one where there is none. */
export function toValues(
  method: LoginMethod | undefined,
  usual: { workspaceId: string; roleId: string },
): LoginMethodValues {
  const config: LoginMethodConfig = method?.config ?? {}
  const { clientID = '', tenantID = '', domain = '', issuer = '' } = config
  const { entityId = '', signInUrl = '', certificate = '', metadataUrl = '' } = config
  return {
    isEnabled: method?.status === 'enable',
    clientID,
    clientSecret: '',
    tenantID,
    domain,
    issuer,
    entityId,
    signInUrl,
    certificate,
    metadataUrl,
    label: config.label ?? '',
    emailDomains: (config.emailDomains ?? []).join(', '),
    trustEmail: config.trustEmail === true,
    autoProvision: config.autoProvision === true,
    workspaceId: config.workspaceId ?? usual.workspaceId,
    roleId: config.roleId ?? usual.roleId,
  }
}

/** The settings that a form says. */
export function toConfig(values: LoginMethodValues): LoginMethodConfig {
  const { isEnabled: _status, emailDomains, workspaceId, roleId, ...plain } = values
  const domains = emailDomains.split(/[\s,;]+/).map((each) => each.replace(/^@/, ''))
  return {
    ...plain,
    emailDomains: domains.filter((each) => each !== ''),
    workspaceId: workspaceId === '' ? null : workspaceId,
    roleId: roleId === '' ? null : roleId,
  }
}
