import type { FeatureFlags, PlatformType } from '@runnel/access'
import { standingFeatures } from '@runnel/contract'
import type { OperationContext } from './context.ts'

/** What an organisation may use, and what its platform does otherwise than others. */
interface Features {
  /** The flags that open routes, pages and what stands on them. */
  flags: FeatureFlags
  /** Whether people may sign in by providers of their organisation. */
  offersSignOn: boolean
  /**
   * Whether strangers register, each with an organisation of their own. Then no administrator vouches for an address: no link
   * is shown in place of a mail, and domains are proved.
   */
  isOpenToStrangers: boolean
  /** Who makes another organisation, where the operator allows it. */
  makersOfOrganizations: 'nobody' | 'administrators' | 'everybody'
}

/** On open source there are no features, as the reference has it; elsewhere all, until plans say otherwise. */
const platforms: Readonly<Record<PlatformType, Features>> = {
  enterprise: {
    flags: standingFeatures,
    offersSignOn: true,
    isOpenToStrangers: false,
    makersOfOrganizations: 'administrators',
  },
  'open source': {
    flags: {},
    offersSignOn: false,
    isOpenToStrangers: false,
    makersOfOrganizations: 'nobody',
  },
  cloud: {
    flags: standingFeatures,
    offersSignOn: true,
    isOpenToStrangers: true,
    makersOfOrganizations: 'everybody',
  },
}

/**
 * The one answer to what an organisation may use; without one, what the platform gives to everybody. Whatever depends on the
 * kind of platform, or on a plan, asks here, so that a plan has one place to be read.
 */
export function featuresOf(
  { settings }: Pick<OperationContext, 'settings'>,
  _organizationId?: string | undefined,
): Features {
  return platforms[settings.platformType]
}
