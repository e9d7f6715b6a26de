import { randomUUID } from 'node:crypto'
import type { Principal } from '@runnel/access'
import {
  type ErrorIssue,
  isoTime,
  type LoginMethodConfig,
  RunnelError,
  refusalOf,
  type SignOnProvider,
  tellWhy,
} from '@runnel/contract'
import type { LoginMethodRow, SavedLoginMethod } from '@runnel/db'
import { auditEntry } from '../audit-entry.ts'
import { findTakenAlong, listMoved } from '../bound-fields.ts'
import { checkActor } from '../check-actor.ts'
import { findChangedEchoes } from '../check-echoes.ts'
import type { OperationContext } from '../context.ts'
import {
  assertHolds,
  assertHoldsEverywhere,
  assertOwnOrganization,
  getRole,
  type Person,
  permissionsIn,
  personOf,
  type RightsSource,
} from '../people-rights.ts'
import { stillAllowed } from '../still-allowed.ts'
import { toldOf } from './audited-settings.ts'
import {
  findSettingsFaults,
  isOtherProvider,
  keepKnown,
  loginMethodContext,
  openSettings,
  TRUST_FIELDS,
} from './provider-settings.ts'
import { providerOf } from './providers/login-providers.ts'
import { assertWayIn } from './require-sign-on.ts'

/** A login method as somebody sends it. */
export interface GivenLoginMethod {
  providerName: SignOnProvider
  config: LoginMethodConfig
  status: 'enable' | 'disable'
}

/** What of a login method asks for rights: places for new people, and other keys. */
interface SavingWish {
  config: LoginMethodConfig
  /** Where the settings stand in the request. */
  path: string
  changesKeys: boolean
}

/** A login method that is to be kept, and what it asks for. */
interface PreparedMethod {
  method: SavedLoginMethod
  wish: SavingWish
}

const HIDDEN = '•••'
/** What says to whom the client secret goes, and of which client it is. */
const DESTINATIONS = ['issuer', 'domain', 'tenantID', 'clientID'] as const

/**
 * Keeps login methods, all or none. A secret that is not sent stays. Nobody lets people in with more than they hold, and
 * only an administrator changes by which keys people are known who came already.
 * @throws RunnelError `invalid_input` naming the field, `forbidden`, `not_found`, `conflict` where administrators would have
 * no way in any more, `stale_revision` where somebody saved one meanwhile
 */
export async function saveLoginMethods(
  context: OperationContext,
  principal: Principal,
  input: {
    organizationId?: string | undefined
    /** Who acts, as other clients write it. */
    userId?: string | null | undefined
    /** How many administrators are known to have no way in any more. */
    administratorsLockedOut?: number | undefined
    /** The revision of the only one that was read, 0 for none; without it the last one to save counts. */
    expectedRevision?: number | undefined
    providers: GivenLoginMethod[]
  },
) {
  const person = personOf(principal)
  assertOwnOrganization(person, input.organizationId)
  const { organizationId } = person
  checkActor(person, { userId: input.userId })
  assertEachOnce(input.providers)
  const rows = await context.db.organization(organizationId).loginMethods.listLoginMethods()
  await assertAsRead(context, person, { ...input, rows })
  const prepared: PreparedMethod[] = []
  for (const [index, given] of input.providers.entries()) {
    const row = rows.find(({ providerName }) => providerName === given.providerName)
    assertOwnEchoes({ given, row, organizationId }, `providers[${index}]`)
    const method = await prepare(context, person, { given, row, path: `providers[${index}].config` })
    if (method) prepared.push(method)
  }
  const saved = prepared.map(({ method }) => method)
  const willBeOn =
    saved.some(({ status }) => status === 'enable') ||
    rows.some(({ id, status }) => status === 'enable' && saved.every((method) => method.id !== id))
  await assertWayIn(context, organizationId, { willBeOn })
  const entries = saved.map((method) => {
    const { id, providerName } = method
    const row = rows.find((each) => each.id === id)
    return auditEntry(person, {
      action: 'login-method.saved',
      subject: { kind: 'login-method', id, name: providerName },
      before: row ? toldOf(context, row) : { status: null },
      after: toldOf(context, method),
    })
  })
  const askAgain = stillAllowed(context, person, async (now, still) => {
    await assertHoldsEverywhere(now, still, ['sso:manage'])
    for (const { wish } of prepared) await assertMaySave(now, still, wish)
  })
  const lockedOut = input.administratorsLockedOut
  await context.db.system.signOn.save(saved, entries, { lockedOut, askAgain })
  return { status: 'OK' as const, organizationId }
}

/** What comes back of a method is that method's. @throws RunnelError `invalid_input` */
function assertOwnEchoes(
  {
    given,
    row,
    organizationId,
  }: { given: GivenLoginMethod; row: LoginMethodRow | undefined; organizationId: string },
  path: string,
): void {
  const known = { organizationId, name: given.providerName }
  const stored = row && { ...known, id: row.id, createdDate: isoTime(row.createdAt) }
  const changed = findChangedEchoes(given, stored ?? known, Object.keys(stored ?? known))
  if (changed.length > 0) throw tellFaults(changed, path)
}

/** What somebody read is what stands, where they say what they read. @throws RunnelError `stale_revision`, `invalid_input` */
async function assertAsRead(
  { db }: OperationContext,
  { organizationId }: Person,
  {
    providers,
    expectedRevision,
    rows,
  }: { providers: GivenLoginMethod[]; expectedRevision?: number | undefined; rows: LoginMethodRow[] },
): Promise<void> {
  if (expectedRevision === undefined) return
  const [{ providerName } = { providerName: '' }, other] = providers
  if (other) throw refusalOf('invalid_input', tellWhy('revision_of_several'), { path: 'If-Match' })
  const { revision = 0 } = rows.find((row) => row.providerName === providerName) ?? {}
  if (revision === expectedRevision) return
  throw await db.organization(organizationId).loginMethods.staleLoginMethod(providerName)
}

function assertEachOnce(providers: GivenLoginMethod[]): void {
  const names = providers.map(({ providerName }) => providerName)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined)
    throw refusalOf('invalid_input', tellWhy('login_method_twice', { provider: twice }))
}

/**
 * The settings with the stored secret where none was sent.
 * @param path where the settings stand in the request
 * @throws RunnelError `invalid_input` where the stored secret would go to another provider or client
 */
export function withStoredSecret(
  given: LoginMethodConfig,
  stored: LoginMethodConfig | undefined,
  path: string,
): LoginMethodConfig {
  const { clientSecret } = given
  if (clientSecret && clientSecret !== HIDDEN) return given
  const config = { ...given, clientSecret: stored?.clientSecret ?? '' }
  const change = { before: stored ?? {}, after: config, destinations: DESTINATIONS, given: [] }
  const taken = findTakenAlong({ ...change, hidden: ['clientSecret'] })
  const why = tellWhy('secret_anew', { fields: listMoved(change).join(', ') })
  if (taken.length > 0)
    throw tellFaults(
      taken.map((field) => ({ path: field, ...why })),
      path,
    )
  return config
}

async function prepare(
  context: OperationContext,
  person: Person,
  { given, row, path }: { given: GivenLoginMethod; row: LoginMethodRow | undefined; path: string },
): Promise<PreparedMethod | undefined> {
  const { providerName, status } = given
  const stored = row && openSettings(context, row)
  const config = keepKnown(providerName, withStoredSecret(given.config, stored, path))
  const isInUse = status === 'enable'
  // A page that saves all of its tabs at once sends those that nobody filled in, too.
  if (!row && !isInUse && TRUST_FIELDS.every((field) => !config[field])) return undefined
  const issues = findSettingsFaults(providerName, config, { isInUse, now: context.now() })
  if (issues.length > 0) throw tellFaults(issues, path)
  const isOther =
    stored !== undefined && TRUST_FIELDS.some((field) => (stored[field] ?? '') !== (config[field] ?? ''))
  const wish = { config, path, changesKeys: isOther && providerOf(providerName).isForAdministrators === true }
  await assertMaySave(context, person, wish)
  const id = row?.id ?? randomUUID()
  const method: SavedLoginMethod = {
    id,
    organizationId: person.organizationId,
    providerName,
    status,
    sealed: context.vault.seal(JSON.stringify(config), loginMethodContext(id)),
    replaces: row?.revision,
    roleId: config.autoProvision ? (config.roleId ?? undefined) : undefined,
    by: person.userId,
    endsSessions: isOther || !isInUse,
    isOtherProvider: stored !== undefined && isOtherProvider(stored, config),
  }
  return { method, wish }
}

function tellFaults(issues: ErrorIssue[], path: string): RunnelError {
  const [first] = issues
  return new RunnelError('invalid_input', `${first?.path} ${first?.message}.`, {
    issues: issues.map((issue) => ({ ...issue, path: `${path}.${issue.path}` })),
  })
}

/** Nobody lets people in with more than they hold; keys by which people are known are the administrators' to change. */
async function assertMaySave(
  context: RightsSource,
  person: Person,
  { config, path, changesKeys }: SavingWish,
): Promise<void> {
  await checkProvisioning(context, person, { config, path })
  if (changesKeys && !person.isOrganizationAdmin)
    throw tellFaults([{ path: 'certificate', ...tellWhy('trust_of_administrators') }], path)
}

async function checkProvisioning(
  context: RightsSource,
  person: Person,
  { config, path }: Pick<SavingWish, 'config' | 'path'>,
): Promise<void> {
  const { autoProvision, workspaceId, roleId } = config
  if (!autoProvision) return
  const missing = [
    ...(workspaceId ? [] : [{ path: 'workspaceId', ...tellWhy('new_people_workspace_needed') }]),
    ...(roleId ? [] : [{ path: 'roleId', ...tellWhy('new_people_role_needed') }]),
  ]
  if (!workspaceId || !roleId) throw tellFaults(missing, path)
  const held = await permissionsIn(context, person, workspaceId)
  const role = await getRole(context, person, roleId)
  if (role.builtIn === 'owner')
    throw tellFaults([{ path: 'roleId', ...tellWhy('new_people_role_owner') }], path)
  assertHolds(held, role.permissions)
}
