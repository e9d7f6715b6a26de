/** A tag of documents: small letters, digits, dots, dashes and underscores, 40 at most. */
export const DOCUMENT_TAG = /^[a-z0-9][a-z0-9._-]{0,39}$/

const PREFIX = 'documentTags:'

/** The permission to read documents that have a tag: roles and API keys hold it beside those of the catalogue. */
export const documentTagPermission = (tag: string): string => `${PREFIX}${tag}`

/** The tag whose documents a permission lets read; undefined for any other permission. */
export function tagOfPermission(permission: string): string | undefined {
  if (!permission.startsWith(PREFIX)) return undefined
  const tag = permission.slice(PREFIX.length)
  return DOCUMENT_TAG.test(tag) ? tag : undefined
}
