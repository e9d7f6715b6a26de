export { authorize, can, holds, rightMissing, workspaceOf } from './authorize.ts'
export {
  type DisplayUser,
  decidePage,
  type PageGate,
  type PlatformType,
  passesPermission,
  passesWorkspace,
  type ShownBy,
  showsFeature,
  toPlatformType,
} from './display-rules.ts'
export { grantablePermissions } from './grantable-permissions.ts'
export { holdsAll } from './holds-all.ts'
export { makerOf } from './maker-of.ts'
export type { FeatureFlags, Principal, ProvisioningPrincipal } from './principal.ts'
export { carriesTags, readsTags } from './reads-tags.ts'
