import type { Principal } from '@runnel/access'
import {
  isoTime,
  type LoginMethod,
  type SignOnButton,
  type SignOnProvider,
  signOnProviders,
  withoutSecrets,
} from '@runnel/contract'
import type { LoginMethodRow } from '@runnel/db'
import type { OperationContext } from '../context.ts'
import { featuresOf } from '../features-of.ts'
import { assertOwnOrganization, personOf } from '../people-rights.ts'
import type { ApiAddress } from './addresses.ts'
import { openSettings } from './provider-settings.ts'
import { kindOf, providerOf } from './providers/login-providers.ts'

/** The login methods of the caller's organisation without their secrets, and what to register with the providers. */
export async function listLoginMethods(
  context: OperationContext,
  principal: Principal,
  { organizationId: named, api }: { organizationId?: string | undefined; api: ApiAddress },
) {
  const person = personOf(principal)
  assertOwnOrganization(person, named)
  const { organizationId } = person
  const rows = await context.db.organization(organizationId).loginMethods.listLoginMethods()
  const isSole = (await context.db.system.signOn.findSoleOrganization()) !== undefined
  const { requiresSignOn } = await context.db.organization(organizationId).read.get()
  const page = `${new URL(api).origin}/signin`
  return {
    providers: rows.map((row) => present(context, row)),
    callbacks: signOnProviders.map((providerName) => ({
      providerName,
      ...providerOf(providerName).registration(api, organizationId),
    })),
    signInURL: isSole ? page : `${page}?organization=${organizationId}`,
    requiresSignOn,
  }
}

function present(context: OperationContext, row: LoginMethodRow): LoginMethod {
  const config = openSettings(context, row)
  const providerName = kindOf(row)
  return {
    id: row.id,
    organizationId: row.organizationId,
    name: providerName,
    providerName,
    config: withoutSecrets(config),
    hasSecret: Boolean(config.clientSecret),
    status: row.status,
    revision: row.revision,
    createdDate: isoTime(row.createdAt),
    updatedDate: isoTime(row.updatedAt),
  }
}

/**
 * What a visitor may sign in by: the enabled methods of the only organisation, or of the named one. Who names none where
 * there are several is told of none.
 */
export async function listSignOnButtons(
  context: OperationContext,
  named: string | undefined,
): Promise<{ providers?: SignOnProvider[]; buttons?: SignOnButton[] }> {
  if (!featuresOf(context, named).offersSignOn) return {}
  const organizationId = named ?? (await context.db.system.signOn.findSoleOrganization())
  if (organizationId === undefined) return { providers: [], buttons: [] }
  const rows = await context.db.organization(organizationId).loginMethods.listLoginMethods()
  const buttons = rows.filter(({ status }) => status === 'enable').map((row) => toButton(context, row))
  const ordered = buttons.toSorted(
    (a, b) => signOnProviders.indexOf(a.providerName) - signOnProviders.indexOf(b.providerName),
  )
  return { providers: ordered.map(({ providerName }) => providerName), buttons: ordered }
}

/** What the button of a login method says. */
export function toButton(context: OperationContext, row: LoginMethodRow): SignOnButton {
  const { label } = openSettings(context, row)
  return { providerName: kindOf(row), ...(label ? { label } : {}) }
}
