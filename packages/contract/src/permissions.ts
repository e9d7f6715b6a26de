/** One permission as the catalogue lists it, with the platforms on which it can be given. */
export interface PermissionEntry {
  key: string
  value: string
  isOpenSource: boolean
  isEnterprise: boolean
  isCloud: boolean
}

/** `governed`: where several people work. */
type Platforms = 'all' | 'governed'

const entry = <Key extends string>(
  key: Key,
  value: string,
  platforms: Platforms = 'all',
): PermissionEntry & { key: Key } => ({
  key,
  value,
  isOpenSource: platforms === 'all',
  isEnterprise: true,
  isCloud: true,
})

const verbs = <Resource extends string, Verb extends string>(
  resource: Resource,
  list: Readonly<Record<Verb, string>>,
  platforms: Platforms = 'all',
) =>
  (Object.entries(list) as [Verb, string][]).map(([verb, value]) =>
    entry(`${resource}:${verb}`, value, platforms),
  )

const crud = { view: 'View', create: 'Create', update: 'Update', delete: 'Delete' }
const flow = {
  ...crud,
  duplicate: 'Duplicate',
  export: 'Export',
  import: 'Import',
  config: 'Edit configuration',
  domains: 'Allowed domains',
}

const catalogue = {
  chatflows: verbs('chatflows', flow),
  agentflows: verbs('agentflows', flow),
  tools: verbs('tools', { ...crud, export: 'Export' }),
  assistants: verbs('assistants', crud),
  variables: verbs('variables', crud),
  apikeys: verbs('apikeys', crud),
  credentials: [...verbs('credentials', crud), entry('credentials:share', 'Share', 'governed')],
  documentStores: verbs('documentStores', {
    ...crud,
    'add-loader': 'Add loader',
    'delete-loader': 'Delete loader',
    'preview-process': 'Preview and process',
    'upsert-config': 'Upsert configuration',
  }),
  executions: verbs('executions', { view: 'View', update: 'Update', delete: 'Delete' }),
  templates: [
    ...verbs('templates', {
      marketplace: 'View marketplace',
      custom: 'View own templates',
      'custom-delete': 'Delete own templates',
      toolexport: 'Export tools as templates',
      flowexport: 'Export flows as templates',
    }),
    entry('templates:custom-share', 'Share own templates', 'governed'),
  ],
  datasets: verbs('datasets', crud, 'governed'),
  evaluators: verbs('evaluators', crud, 'governed'),
  evaluations: verbs('evaluations', { ...crud, run: 'Run again' }, 'governed'),
  workspace: verbs(
    'workspace',
    {
      view: 'View',
      create: 'Create',
      update: 'Update',
      'add-user': 'Add users',
      'unlink-user': 'Remove users',
      delete: 'Delete',
      export: 'Export data',
      import: 'Import data',
    },
    'governed',
  ),
  admin: [
    entry('users:manage', 'Manage users', 'governed'),
    entry('roles:manage', 'Manage roles', 'governed'),
    entry('sso:manage', 'Manage single sign-on', 'governed'),
  ],
  logs: [entry('logs:view', 'View logs', 'governed')],
  loginActivity: [entry('loginActivity:view', 'View login activity', 'governed')],
}

/**
 * A permission of the catalogue: what policies, operations and pages ask for, so that a slip of the pen does not compile.
 * What roles and keys hold comes from outside and is text.
 */
export type Permission = (typeof catalogue)[keyof typeof catalogue][number]['key']

/** Every permission by category (those of Flowise 3.1). Roles and API keys hold a subset of the keys. */
export const permissionCatalogue: Readonly<Record<string, PermissionEntry[]>> = catalogue

/**
 * What a category is about. `content`: what a workspace holds; editors may have all of it, viewers what is looked at.
 * `people`: who may be where; never given to an API key. `records`: what happened in the organisation.
 */
export type PermissionSubject = 'content' | 'people' | 'records'

const subjects: Record<keyof typeof catalogue, PermissionSubject> = {
  chatflows: 'content',
  agentflows: 'content',
  tools: 'content',
  assistants: 'content',
  variables: 'content',
  apikeys: 'content',
  credentials: 'content',
  documentStores: 'content',
  executions: 'content',
  templates: 'content',
  datasets: 'content',
  evaluators: 'content',
  evaluations: 'content',
  workspace: 'people',
  admin: 'people',
  logs: 'records',
  loginActivity: 'records',
}

/** The keys of all categories about a subject, in the order of the catalogue. */
export function permissionsAbout(subject: PermissionSubject): readonly string[] {
  const categories = Object.keys(catalogue) as (keyof typeof catalogue)[]
  return keysOf(categories.filter((category) => subjects[category] === subject))
}

/** The keys of some categories. */
function keysOf(categories: (keyof typeof catalogue)[]): readonly string[] {
  return categories.flatMap((category) => catalogue[category].map(({ key }) => key))
}

/** Whether a permission can be given on a platform. */
export function isGivenOn(
  platform: 'enterprise' | 'cloud' | 'open source',
  { isCloud, isEnterprise, isOpenSource }: PermissionEntry,
): boolean {
  return { enterprise: isEnterprise, cloud: isCloud, 'open source': isOpenSource }[platform]
}

/** All permission keys, in the order of the catalogue. */
export const allPermissions: readonly string[] = Object.values(catalogue).flatMap((entries) =>
  entries.map(({ key }) => key),
)

const OF_ORGANIZATION: readonly Permission[] = ['sso:manage']

/**
 * Whether a permission counts in the whole organisation: whatever route asks for it, it opens something to who holds it in
 * every workspace, and nothing to who holds it in some.
 */
export function countsInOrganization(permission: string): boolean {
  return (OF_ORGANIZATION as readonly string[]).includes(permission)
}

/** Those of actions that this version does not have, in categories of which it has others. */
const SINGLE_TO_COME: readonly Permission[] = ['assistants:create', 'workspace:export', 'workspace:import']

/**
 * Permissions of what this version does not have: roles and keys may hold them, and nothing asks for them yet. Every other
 * one is asked for by a call, or shapes a page and is named for that in `asked-permissions.test.ts`.
 */
export const permissionsToCome: readonly string[] = [
  ...keysOf(['datasets', 'evaluators', 'evaluations', 'logs']),
  ...SINGLE_TO_COME,
]

/** Feature flags, as keys of the features map. */
const allFeatures = [
  'feat:datasets',
  'feat:evaluators',
  'feat:evaluations',
  'feat:sso-config',
  'feat:roles',
  'feat:users',
  'feat:workspaces',
  'feat:login-activity',
  'feat:logs',
  'feat:account',
  'feat:files',
] as const

/** A feature flag: what policies and pages ask for, so that a slip of the pen does not compile. */
export type Feature = (typeof allFeatures)[number]

/** The flags of what stands in this version; the others are off until their pages come. */
const standing: readonly Feature[] = [
  'feat:sso-config',
  'feat:roles',
  'feat:users',
  'feat:workspaces',
  'feat:login-activity',
  'feat:account',
]

/** The features map of a signed-in user: `'true'` for what stands, as the reference writes it. */
export const standingFeatures: Readonly<Record<string, string>> = Object.fromEntries(
  allFeatures.map((feature) => [feature, String(standing.includes(feature))]),
)
