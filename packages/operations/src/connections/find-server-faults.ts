import type { ErrorIssue } from '@runnel/contract'
import { safeAddress } from './ask-for-json.ts'
import { readServerFields } from './discover-client.ts'

/** What is wrong with the fields of a credential whose server says itself where people sign in, each with its path. */
export function findServerFaults(serverField: string, fields: Record<string, string>): ErrorIssue[] {
  const { server, issuer, clientId, clientSecret } = readServerFields(serverField, fields)
  const issues: ErrorIssue[] = []
  const issue = (field: string, message: string) => issues.push({ path: `plainDataObj.${field}`, message })
  const isAddress = (text: string) => safeAddress(text) !== undefined
  if (server !== '' && !isAddress(server)) issue(serverField, 'must be an address that begins with https://')
  if (issuer !== '' && !isAddress(issuer)) issue('issuer', 'must be an address that begins with https://')
  if (clientSecret !== '' && clientId === '') issue('clientId', 'is needed with a client secret')
  if (clientSecret !== '' && issuer === '')
    issue('issuer', 'is needed with a client secret: the secret goes to that sign-in server and nowhere else')
  return issues
}
