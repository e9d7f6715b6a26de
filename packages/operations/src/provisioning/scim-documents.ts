import { MOST_SCIM_RESOURCES, RunnelError, scimSchemas } from '@runnel/contract'
import { presentScimList, type ScimBase } from './present-scim.ts'

interface Attribute {
  name: string
  type?: 'string' | 'boolean' | 'complex' | 'reference'
  description: string
  multiValued?: boolean
  required?: boolean
  caseExact?: boolean
  mutability?: 'readOnly' | 'readWrite' | 'immutable'
  uniqueness?: 'none' | 'server'
  subAttributes?: Attribute[]
}

function describe({ name, description, subAttributes, ...said }: Attribute): object {
  return {
    name,
    type: subAttributes ? 'complex' : 'string',
    multiValued: false,
    description,
    required: false,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    ...said,
    ...(subAttributes ? { subAttributes: subAttributes.map(describe) } : {}),
  }
}

const externalId: Attribute = {
  name: 'externalId',
  description: 'The id that the provider has for it.',
  caseExact: true,
}
const reference = (what: string, mutability: 'readOnly' | 'immutable'): Attribute[] => [
  { name: 'value', description: `The id of the ${what}.`, caseExact: true, mutability },
  { name: '$ref', type: 'reference', description: `The address of the ${what}.`, mutability },
  { name: 'display', description: `What the ${what} is called.`, mutability: 'readOnly' },
  { name: 'type', description: 'The kind of reference.', mutability },
]

const userAttributes: Attribute[] = [
  {
    name: 'userName',
    description: 'Names the person in the organisation.',
    required: true,
    uniqueness: 'server',
  },
  externalId,
  { name: 'displayName', description: 'What people call them.' },
  {
    name: 'name',
    description: 'The parts of the name.',
    subAttributes: [
      { name: 'formatted', description: 'The whole name.' },
      { name: 'familyName', description: 'The family name.' },
      { name: 'givenName', description: 'The given name.' },
    ],
  },
  { name: 'title', description: 'What they are at work.' },
  { name: 'active', type: 'boolean', description: 'Whether they may use the organisation.' },
  {
    name: 'emails',
    description: 'Addresses of e-mail; the account has the primary one, or the first.',
    multiValued: true,
    subAttributes: [
      { name: 'value', description: 'The address.' },
      { name: 'type', description: 'Such as work or home.' },
      { name: 'primary', type: 'boolean', description: 'Whether it is the first to be used.' },
    ],
  },
  {
    name: 'groups',
    description: 'The groups of the person; they are changed in the groups.',
    multiValued: true,
    mutability: 'readOnly',
    subAttributes: reference('group', 'readOnly'),
  },
]

const groupAttributes: Attribute[] = [
  { name: 'displayName', description: 'What the group is called.', required: true, uniqueness: 'server' },
  externalId,
  {
    name: 'members',
    description: 'The people of the group.',
    multiValued: true,
    subAttributes: reference('person', 'immutable'),
  },
]

const schemaDocuments = [
  { id: scimSchemas.user, name: 'User', description: 'A person', attributes: userAttributes },
  { id: scimSchemas.group, name: 'Group', description: 'A group', attributes: groupAttributes },
]

const resourceTypes = [
  { id: 'User', endpoint: '/Users', description: 'People', schema: scimSchemas.user },
  { id: 'Group', endpoint: '/Groups', description: 'Groups', schema: scimSchemas.group },
]

/** The schemas as documents (RFC 7643, 7). */
export function listScimSchemas(base: ScimBase): object[] {
  return schemaDocuments.map(({ attributes, ...schema }) => ({
    schemas: [scimSchemas.schema],
    ...schema,
    attributes: attributes.map(describe),
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${schema.id}` },
  }))
}

/** The kinds of resources as documents (RFC 7643, 6). */
export function listScimResourceTypes(base: ScimBase): object[] {
  return resourceTypes.map((type) => ({
    schemas: [scimSchemas.resourceType],
    name: type.id,
    ...type,
    schemaExtensions: [],
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${type.id}` },
  }))
}

/** All of some documents as a list. */
export const listDocuments = (documents: object[]) =>
  presentScimList(documents, { total: documents.length, startIndex: 1 })

/** One of some documents. @throws RunnelError `not_found` */
export function getDocument(documents: object[], id: string): Record<string, unknown> {
  const found = documents.find((each) => 'id' in each && each.id === id)
  if (found) return { ...found }
  throw new RunnelError('not_found', `${id} not found`)
}

/** What of SCIM is spoken here (RFC 7643, 5). */
export function getScimServiceConfig(base: ScimBase): Record<string, unknown> {
  return {
    schemas: [scimSchemas.serviceProviderConfig],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: MOST_SCIM_RESOURCES },
    changePassword: { supported: false },
    sort: { supported: true },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'A token of the organisation, made on the page SSO Config.',
        specUri: 'https://www.rfc-editor.org/info/rfc6750',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  }
}
