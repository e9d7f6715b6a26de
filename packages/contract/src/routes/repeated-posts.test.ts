import { expect, test } from 'vitest'
import type { RouteDefinition } from '../route.ts'
import { accountRoutes } from './account.ts'
import { accountLifeRoutes } from './account-life.ts'
import { allRoutes } from './all-routes.ts'
import { apiKeyRoutes } from './api-keys.ts'
import { auditRoutes } from './audit.ts'
import { credentialRoutes } from './credentials.ts'
import { loginMethodRoutes } from './login-methods.ts'
import { organizationDomainRoutes } from './organization-domains.ts'
import { passkeyRoutes } from './passkeys.ts'
import { peopleRoutes } from './people.ts'
import { provisioningRoutes } from './provisioning.ts'
import { roleRoutes } from './roles.ts'
import { scimRoutes } from './scim.ts'
import { secondFactorRoutes } from './second-factor.ts'
import { signOnRoutes } from './sign-on.ts'
import { variableRoutes } from './variables.ts'
import { workspaceRoutes } from './workspaces.ts'

/** The routes of the administration. */
const administration: Record<string, RouteDefinition> = {
  ...accountRoutes,
  ...accountLifeRoutes,
  ...apiKeyRoutes,
  ...auditRoutes,
  ...credentialRoutes,
  ...loginMethodRoutes,
  ...organizationDomainRoutes,
  ...passkeyRoutes,
  ...peopleRoutes,
  ...provisioningRoutes,
  ...roleRoutes,
  ...scimRoutes,
  ...secondFactorRoutes,
  ...signOnRoutes,
  ...variableRoutes,
  ...workspaceRoutes,
}

/** Why a `POST` of the administration that is sent again, because its answer was lost, needs no `Idempotency-Key`. */
const withoutKey: Record<string, readonly string[]> = {
  'sets what is to be, so that the second call finds it so': [
    'createLoginMethods',
    'replaceShares',
    'unlinkWorkspaceUsers',
    'linkIdentity',
  ],
  'its caller is nobody yet: strangers of one address would meet under one key': [
    'forgotPassword',
    'resendVerification',
  ],
  'is done by a link or a challenge that works once': [
    'register',
    'verifyAccount',
    'resetPassword',
    'confirmEmailChange',
    'joinByInvitation',
    'addPasskey',
    'confirmSecondFactor',
  ],
  'begins anew: what the first call began opens nothing': [
    'beginPasskey',
    'beginPasskeySignIn',
    'beginSecondFactor',
    'replaceRecoveryCodes',
  ],
  'looks, or asks, once more': ['checkOrganizationDomain'],
  'is named by the provider, for whom another of the name is a conflict': [
    'createScimUser',
    'createScimGroup',
  ],
}

/** The same of all other routes. */
const otherWithoutKey: Record<string, readonly string[]> = {
  'its handler takes the key, which names the run': ['startRun', 'predict', 'predictInternally'],
  'sets what is to be, so that the second call finds it so': [
    'saveVectorConfig',
    'updateVectorStoreConfig',
    'authoriseMcpServer',
  ],
  'works on what is there: done again, it finds what was done, or that it is under way': [
    'processLoader',
    'refreshLoader',
    'insertIntoVectorStore',
    'upsertVectors',
    'upsertInternally',
    'startRetrievalTest',
  ],
  'names what it changes, which is no more after the first call': ['splitChunk', 'mergeChunks'],
  'says after which change it comes': ['appendDraft'],
  'is a file that goes by itself where no question names it': ['createAttachments'],
  'makes nothing that is kept': ['generateSpeech', 'abortSpeech'],
  'begins anew: what the first call began opens nothing': ['authoriseCredential', 'refreshConnection'],
}

const isRead = ({ audit }: RouteDefinition) =>
  typeof audit === 'object' && 'none' in audit && ['reads', 'session'].includes(audit.none)

/** The names of the `POST`s that do something and take no key. */
function barePosts(routes: Record<string, RouteDefinition>): string[] {
  const posts = Object.entries(routes).filter(([, route]) => route.method === 'POST' && !isRead(route))
  return posts.flatMap(([name, { idempotent = false }]) => (idempotent === false ? [name] : [])).toSorted()
}

test('each POST that makes something takes an Idempotency-Key, or is listed with why it needs none', () => {
  expect(barePosts(administration)).toEqual(Object.values(withoutKey).flat().toSorted())
})

test('so does each POST of all that people build and run', () => {
  const others = Object.entries(allRoutes).filter(([name]) => !Object.hasOwn(administration, name))
  expect(barePosts(Object.fromEntries(others))).toEqual(Object.values(otherWithoutKey).flat().toSorted())
})

test('nobody is asked for a key who is nobody: keys are the caller’s own', () => {
  const open = (Object.entries(allRoutes) as [string, RouteDefinition][]).filter(
    ([, { policy, idempotent }]) => Boolean(idempotent) && policy.gate === 'public',
  )
  expect(open.map(([name]) => name)).toEqual([])
})
