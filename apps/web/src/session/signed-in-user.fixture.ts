import type { SignedInUser } from '@runnel/contract'

/** A member of one workspace as the sign-in answers it. */
export function makeSignedInUser(more: Partial<SignedInUser> = {}): SignedInUser {
  return {
    id: '3f9c0a50-7e9b-4c53-9f3e-0d2c4e1b7a11',
    email: 'ada@example.org',
    name: 'Ada',
    status: 'active',
    role: 'member',
    roleId: null,
    isSSO: false,
    activeOrganizationId: '3f9c0a50-7e9b-4c53-9f3e-0d2c4e1b7a12',
    activeOrganizationSubscriptionId: null,
    activeOrganizationCustomerId: null,
    activeOrganizationProductId: null,
    activeWorkspaceId: '3f9c0a50-7e9b-4c53-9f3e-0d2c4e1b7a13',
    activeWorkspace: 'Default',
    lastLogin: null,
    isOrganizationAdmin: false,
    assignedWorkspaces: [],
    permissions: ['executions:view'],
    features: { 'feat:logs': 'true' },
    token: 'a-handle',
    ...more,
  }
}
