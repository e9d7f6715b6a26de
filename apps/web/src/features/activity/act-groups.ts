import type { AuditAction } from '@runnel/contract'

type Kind<Action> = Action extends `${infer Before}.${string}` ? Before : never

/** What acts are about, in the order in which they are offered. */
export const ACT_GROUPS = ['people', 'accounts', 'organization', 'flows', 'documents', 'secrets'] as const

/** What acts of a kind, which stands before the dot of their name, are about. */
const groupOfKind: Record<Kind<AuditAction>, (typeof ACT_GROUPS)[number]> = {
  user: 'people',
  invitation: 'people',
  administrator: 'people',
  'workspace-user': 'people',
  account: 'accounts',
  email: 'accounts',
  'email-change': 'accounts',
  identity: 'accounts',
  name: 'accounts',
  passkey: 'accounts',
  password: 'accounts',
  'password-reset': 'accounts',
  'recovery-codes': 'accounts',
  'second-factor': 'accounts',
  session: 'accounts',
  domain: 'organization',
  group: 'organization',
  'login-method': 'organization',
  organization: 'organization',
  'provisioning-token': 'organization',
  role: 'organization',
  shares: 'organization',
  workspace: 'organization',
  'chat-messages': 'flows',
  'custom-tool': 'flows',
  execution: 'flows',
  flow: 'flows',
  'mcp-server': 'flows',
  template: 'flows',
  variable: 'flows',
  'document-chunk': 'documents',
  'document-loader': 'documents',
  'document-store': 'documents',
  'retrieval-question': 'documents',
  'retrieval-test': 'documents',
  'upsert-history': 'documents',
  'api-key': 'secrets',
  credential: 'secrets',
}

/** What an act is about. */
export function actGroupOf(action: AuditAction): (typeof ACT_GROUPS)[number] {
  return groupOfKind[action.slice(0, action.indexOf('.')) as Kind<AuditAction>]
}
