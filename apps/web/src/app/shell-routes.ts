import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { guardOwnPage } from '../session/page-guard.ts'
import { documentStoreRoutes } from './document-store-routes.ts'
import { guardEntry } from './guard-entry.ts'
import {
  readAuditLogAddress,
  readCredentialListAddress,
  readExecutionListAddress,
  readFlowListAddress,
  readLinkAddress,
  readListAddress,
  readLoginActivityAddress,
  readMarketplaceAddress,
  readOrderedListAddress,
  readPeopleAddress,
  readToolsAddress,
  readVariableListAddress,
} from './list-address.ts'
import { shellRoute } from './shell-route.ts'

const shell = { getParentRoute: () => shellRoute }

/** Pages with sidebar and top bar. */
export const shellRoutes = shellRoute.addChildren([
  createRoute({
    ...shell,
    path: '/chatflows',
    validateSearch: readFlowListAddress,
    beforeLoad: guardEntry('chatflows'),
    component: lazyRouteComponent(() => import('../pages/chatflows-page.tsx'), 'ChatflowsPage'),
  }),
  createRoute({
    ...shell,
    path: '/agentflows',
    validateSearch: readFlowListAddress,
    beforeLoad: guardEntry('agentflows'),
    component: lazyRouteComponent(() => import('../pages/agentflows-page.tsx'), 'AgentflowsPage'),
  }),
  createRoute({
    ...shell,
    path: '/executions',
    validateSearch: readExecutionListAddress,
    beforeLoad: guardEntry('executions'),
    component: lazyRouteComponent(() => import('../pages/executions-page.tsx'), 'ExecutionsPage'),
  }),
  createRoute({
    ...shell,
    path: '/executions/$id',
    beforeLoad: guardEntry('executions'),
    component: lazyRouteComponent(() => import('../pages/execution-page.tsx'), 'ExecutionPage'),
  }),
  createRoute({
    ...shell,
    path: '/marketplaces',
    validateSearch: readMarketplaceAddress,
    beforeLoad: guardEntry('marketplaces'),
    component: lazyRouteComponent(() => import('../pages/marketplaces-page.tsx'), 'MarketplacesPage'),
  }),
  createRoute({
    ...shell,
    path: '/tools',
    validateSearch: readToolsAddress,
    beforeLoad: guardEntry('tools'),
    component: lazyRouteComponent(() => import('../pages/tools-page.tsx'), 'ToolsPage'),
  }),
  createRoute({
    ...shell,
    path: '/credentials',
    validateSearch: readCredentialListAddress,
    beforeLoad: guardEntry('credentials'),
    component: lazyRouteComponent(() => import('../pages/credentials-page.tsx'), 'CredentialsPage'),
  }),
  createRoute({
    ...shell,
    path: '/variables',
    validateSearch: readVariableListAddress,
    beforeLoad: guardEntry('variables'),
    component: lazyRouteComponent(() => import('../pages/variables-page.tsx'), 'VariablesPage'),
  }),
  createRoute({
    ...shell,
    path: '/apikey',
    validateSearch: readListAddress,
    beforeLoad: guardEntry('apikey'),
    component: lazyRouteComponent(() => import('../pages/api-keys-page.tsx'), 'ApiKeysPage'),
  }),
  ...documentStoreRoutes,
  createRoute({
    ...shell,
    path: '/users',
    validateSearch: readPeopleAddress,
    beforeLoad: guardEntry('users'),
    component: lazyRouteComponent(() => import('../pages/users-page.tsx'), 'UsersPage'),
  }),
  createRoute({
    ...shell,
    path: '/sso-config',
    beforeLoad: guardEntry('sso-config'),
    component: lazyRouteComponent(() => import('../pages/sso-config-page.tsx'), 'SsoConfigPage'),
  }),
  createRoute({
    ...shell,
    path: '/roles',
    validateSearch: readOrderedListAddress,
    beforeLoad: guardEntry('roles'),
    component: lazyRouteComponent(() => import('../pages/roles-page.tsx'), 'RolesPage'),
  }),
  createRoute({
    ...shell,
    path: '/workspaces',
    validateSearch: readOrderedListAddress,
    beforeLoad: guardEntry('workspaces'),
    component: lazyRouteComponent(() => import('../pages/workspaces-page.tsx'), 'WorkspacesPage'),
  }),
  createRoute({
    ...shell,
    path: '/workspace-users/$id',
    validateSearch: readPeopleAddress,
    beforeLoad: guardEntry('workspaces'),
    component: lazyRouteComponent(() => import('../pages/workspace-users-page.tsx'), 'WorkspaceUsersPage'),
  }),
  createRoute({
    ...shell,
    path: '/account',
    validateSearch: readLinkAddress,
    beforeLoad: guardEntry('account'),
    component: lazyRouteComponent(() => import('../pages/account-page.tsx'), 'AccountPage'),
  }),
  createRoute({
    ...shell,
    path: '/user-profile',
    beforeLoad: guardOwnPage,
    component: lazyRouteComponent(() => import('../pages/account-page.tsx'), 'AccountPage'),
  }),
  createRoute({
    ...shell,
    path: '/login-activity',
    validateSearch: readLoginActivityAddress,
    beforeLoad: guardEntry('login-activity'),
    component: lazyRouteComponent(() => import('../pages/login-activity-page.tsx'), 'LoginActivityPage'),
  }),
  createRoute({
    ...shell,
    path: '/audit-log',
    validateSearch: readAuditLogAddress,
    beforeLoad: guardEntry('audit-log'),
    component: lazyRouteComponent(() => import('../pages/audit-log-page.tsx'), 'AuditLogPage'),
  }),
])
