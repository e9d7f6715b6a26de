import { allPermissions } from '@runnel/contract'
import type { AskAgain } from '@runnel/db'
import {
  administratorNeeded,
  assertHoldsEverywhere,
  forbidden,
  type Person,
  type RightsSource,
} from './people-rights.ts'

/**
 * Has an act asked for once more inside of its transaction, where nobody changes rights any more: who acts may have been
 * lowered, barred or removed, and a role may have grown, since it was asked at the beginning. That first look stays: it
 * refuses without holding anybody up.
 * @param ask judges by what is so now; throws what the first look throws
 */
export function stillAllowed<Context extends RightsSource>(
  context: Context,
  person: Person,
  ask: (now: Omit<Context, 'db'> & RightsSource, person: Person) => Promise<unknown>,
): AskAgain {
  return async (rights) => {
    const { read } = rights
    const standing = await read.findStanding(person.userId)
    if (standing?.status !== 'active') throw forbidden()
    const isOrganizationAdmin = person.isOrganizationAdmin && standing.isAdmin
    const place = isOrganizationAdmin ? undefined : await read.findPlace(person.userId, person.workspaceId)
    const permissions = isOrganizationAdmin ? [...allPermissions] : (place?.permissions ?? [])
    const now = { ...context, db: { organization: () => rights } }
    await ask(now, { ...person, isOrganizationAdmin, permissions })
  }
}

/** As `stillAllowed`, for what is the administrators' alone: `ask` judges what else there is to judge. */
export function stillAdministrator<Context extends RightsSource>(
  context: Context,
  person: Person,
  ask?: Parameters<typeof stillAllowed<Context>>[2],
): AskAgain {
  return stillAllowed(context, person, async (now, still) => {
    if (!still.isOrganizationAdmin) throw administratorNeeded()
    await ask?.(now, still)
  })
}

/** As `stillAllowed`, for how people sign in to the whole organisation. */
export function stillManagesSignOn(context: RightsSource, person: Person): AskAgain {
  return stillAllowed(context, person, (now, still) => assertHoldsEverywhere(now, still, ['sso:manage']))
}
