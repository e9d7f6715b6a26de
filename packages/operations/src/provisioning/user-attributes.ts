import type { ScimColumn } from '@runnel/db'

/** Attributes of people that are kept as one text, by their path in lower case, and the field of the record. */
export const userTexts = {
  username: 'userName',
  externalid: 'externalId',
  displayname: 'displayName',
  'name.formatted': 'formattedName',
  'name.givenname': 'givenName',
  'name.familyname': 'familyName',
  title: 'title',
} as const

/**
 * Attributes of the schemas that are not kept: a provider may send them, and nothing happens. A password above all is
 * none of its business.
 */
const READ_OVER = new Set([
  'addresses',
  'costcenter',
  'department',
  'division',
  'employeenumber',
  'entitlements',
  'groups',
  'ims',
  'locale',
  'manager',
  'meta',
  'nickname',
  'organization',
  'password',
  'phonenumbers',
  'photos',
  'preferredlanguage',
  'profileurl',
  'roles',
  'schemas',
  'timezone',
  // The name of the enterprise schema, where an operation names nothing below it.
  'user',
  'usertype',
  'x509certificates',
])

/** Whether an attribute is one of the schemas that is not kept. */
export const isReadOver = (attribute: string): boolean => READ_OVER.has(attribute)

const exact = (name: string): ScimColumn => ({ name, text: 'exact' })
const lower = (name: string): ScimColumn => ({ name, text: 'lower' })
const key = (name: string): ScimColumn => ({ name, text: 'key' })
const plain = (name: string): ScimColumn => ({ name, text: 'none' })

/** By what people are filtered and sorted. */
export const userColumns: Readonly<Record<string, ScimColumn>> = {
  id: exact('scimUsers.id'),
  username: key('scimUsers.userNameKey'),
  externalid: exact('scimUsers.externalId'),
  displayname: lower('scimUsers.displayName'),
  'name.formatted': lower('scimUsers.formattedName'),
  'name.givenname': lower('scimUsers.givenName'),
  'name.familyname': lower('scimUsers.familyName'),
  title: lower('scimUsers.title'),
  active: plain('scimUsers.isActive'),
  'meta.created': plain('scimUsers.createdAt'),
  'meta.lastmodified': plain('scimUsers.updatedAt'),
}

/** By what groups are filtered and sorted. */
export const groupColumns: Readonly<Record<string, ScimColumn>> = {
  id: exact('scimGroups.id'),
  displayname: key('scimGroups.displayNameKey'),
  externalid: exact('scimGroups.externalId'),
  'meta.created': plain('scimGroups.createdAt'),
  'meta.lastmodified': plain('scimGroups.updatedAt'),
}
