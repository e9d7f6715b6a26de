export { authorize, type KnownPrincipal } from './authorize.ts'
export { can } from './can.ts'
export {
  type DisplayUser,
  guardPage,
  type PageGate,
  type PlatformType,
  passesPermission,
  passesWorkspace,
  showsFeature,
} from './display-rules.ts'
export { grantablePermissions } from './grantable-permissions.ts'
export type {
  AnonymousPrincipal,
  ApiKeyPrincipal,
  FeatureFlags,
  Principal,
  SystemPrincipal,
  UserPrincipal,
} from './principal.ts'
