import type { CredentialTest } from '@runnel/node-kit'
import { askByForm } from '../ai-sdk/fetch-with-token.ts'
import { signAssertion } from './sign-assertion.ts'
import { readServiceAccount, VERTEX_TOKEN_ADDRESS } from './vertex-home.ts'

/** Asks Google for a token, as every call does first. */
export const testVertexCredential: CredentialTest = async (fields) => {
  const account = readServiceAccount(fields)
  if (!account) return undefined
  const assertion = await signAssertion(account, VERTEX_TOKEN_ADDRESS)
  return {
    url: VERTEX_TOKEN_ADDRESS,
    ...askByForm({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
  }
}
