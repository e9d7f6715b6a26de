import { z } from 'zod'
import { defineRoute } from '../route.ts'
import { connectionSchema } from './connections.ts'
import {
  dateSchema,
  deletionSchema,
  echoed,
  idParams,
  idSchema,
  listOf,
  orderQuery,
  pagingQuery,
  sharedMark,
  usageQuery,
  usedBySchema,
} from './parts.ts'

/** What the reference shows in place of a stored password; a field equal to it is left as it is on PUT. */
export const BLANK_MARKER = '_FLOWISE_BLANK_07167752-1a71-43b1-bf8f-4f32252165db'

/** The key under which a selected component's settings name their credential in flows of Flowise. */
export const CREDENTIAL_ID_KEY = 'FLOWISE_CREDENTIAL_ID'

const credentialRow = z.object({
  id: idSchema,
  name: z.string(),
  credentialName: z.string(),
  revision: z.number(),
  createdDate: dateSchema,
  updatedDate: dateSchema,
  workspaceId: idSchema,
  ...sharedMark,
  /** Ours, in lists with `view=full`. */
  usedBy: usedBySchema.optional(),
})
export const credentialSchema = credentialRow.extend({
  plainDataObj: z.record(z.string(), z.string()).optional(),
  /** Ours, of a type that is connected by OAuth2. */
  connection: connectionSchema.optional(),
})
/** A credential without its secrets; `plainDataObj` holds blank markers in place of passwords. */
export type Credential = z.infer<typeof credentialSchema>

export const credentialTestSchema = z.object({
  /**
   * `works`: the vendor takes it. `refused`: the vendor answered and does not. `unreachable`: it could not be asked, or has
   * a fault of its own. `untestable`: there is nobody who could be asked.
   */
  outcome: z.enum(['works', 'refused', 'unreachable', 'untestable']),
  /** Who was asked, with the port where it is not the usual one. */
  host: z.string().optional(),
  status: z.number().optional(),
  /** The vendor's own words, or why it was not reached. Never a secret. */
  message: z.string().optional(),
})
/** What came of trying a credential. */
export type CredentialTestResult = z.infer<typeof credentialTestSchema>

const fields = z.record(z.string().max(200), z.string().max(200_000))
const echoedFields = {
  createdDate: echoed,
  updatedDate: echoed,
  workspaceId: echoed,
  revision: echoed,
  usedBy: echoed,
  shared: echoed,
  sharedFrom: echoed,
  encryptedData: echoed,
  connection: echoed,
}
const tag = 'Credentials'

export const credentialRoutes = {
  createCredential: defineRoute({
    method: 'POST',
    path: '/credentials',
    tag,
    summary: 'Create a credential',
    policy: { gate: 'caller', permissions: ['credentials:create'] },
    audit: 'credential.created',
    body: z.strictObject({
      name: z.string().min(1).max(500),
      credentialName: z.string().min(1).max(200),
      plainDataObj: fields,
      id: echoed,
      ...echoedFields,
    }),
    response: credentialRow,
    idempotent: true,
  }),
  listCredentials: defineRoute({
    method: 'GET',
    path: '/credentials',
    tag,
    summary:
      'List credentials of the workspace, and those that others share with it, without secrets; `view=full` tells which flows use them',
    policy: { gate: 'caller', permissions: ['credentials:view'] },
    query: z.strictObject({
      ...pagingQuery,
      ...orderQuery,
      credentialName: z.union([z.string(), z.array(z.string())]).optional(),
      ...usageQuery,
    }),
    response: listOf(credentialRow),
  }),
  getCredential: defineRoute({
    method: 'GET',
    path: '/credentials/:id',
    tag,
    summary:
      'Read a credential; passwords are blanked. Of one that another workspace shares no field is told',
    policy: { gate: 'caller', permissions: ['credentials:create', 'credentials:update'] },
    params: idParams,
    response: credentialSchema,
  }),
  updateCredential: defineRoute({
    method: 'PUT',
    path: '/credentials/:id',
    tag,
    summary: 'Change a credential; blanked fields are kept',
    policy: { gate: 'caller', permissions: ['credentials:update'] },
    audit: 'credential.updated',
    params: idParams,
    body: z.strictObject({
      name: z.string().min(1).max(500).optional(),
      credentialName: z.string().max(200).optional(),
      plainDataObj: fields.optional(),
      id: echoed,
      ...echoedFields,
    }),
    response: credentialRow,
  }),
  testCredential: defineRoute({
    method: 'POST',
    path: '/credentials/:id/test',
    tag,
    summary:
      'Ask the vendor whether it takes a credential; fields that are sent count before those that are stored',
    policy: { gate: 'caller', permissions: ['credentials:update'] },
    audit: { none: 'reads' },
    params: idParams,
    body: z.strictObject({ plainDataObj: fields.optional() }).nullish(),
    response: credentialTestSchema,
  }),
  testNewCredential: defineRoute({
    method: 'POST',
    path: '/credentials/test',
    tag,
    summary: 'Ask the vendor whether it takes a credential that is not stored; nothing of it is kept',
    policy: { gate: 'caller', permissions: ['credentials:create', 'credentials:update'] },
    audit: { none: 'reads' },
    body: z.strictObject({ credentialName: z.string().min(1).max(200), plainDataObj: fields }),
    response: credentialTestSchema,
  }),
  deleteCredential: defineRoute({
    method: 'DELETE',
    path: '/credentials/:id',
    tag,
    summary: 'Delete a credential',
    policy: { gate: 'caller', permissions: ['credentials:delete'] },
    audit: 'credential.deleted',
    params: idParams,
    response: deletionSchema,
  }),
}
