import type { RefusalReason } from '@runnel/contract'
import type { OperationContext } from './context.ts'
import { featuresOf } from './features-of.ts'

/** Of who would make an organisation, what it depends on. */
interface Maker {
  isOrganizationAdmin: boolean
  /** Whose way of signing in it was; null or absent for the own password. */
  signOnOrganizationId?: string | null | undefined
}

/**
 * Why somebody makes no organisation here; undefined where they may. A session by a provider reaches the organisation of that
 * provider, and would not reach the new one.
 */
export function findMakingHindrance(
  context: Pick<OperationContext, 'settings'>,
  { isOrganizationAdmin, signOnOrganizationId }: Maker,
): RefusalReason | undefined {
  const { makersOfOrganizations } = featuresOf(context)
  if (!context.settings.makesOrganizations || makersOfOrganizations === 'nobody')
    return 'organizations_closed'
  if (makersOfOrganizations === 'administrators' && !isOrganizationAdmin) return 'administrator_needed'
  return signOnOrganizationId ? 'organization_by_provider' : undefined
}
