import type { CredentialTest } from '@runnel/node-kit'
import { askForIamToken, holdsToken, TOKEN_ADDRESS } from './watsonx-access.ts'

/** Asks IBM Cloud for a token for the key. A token of one's own can only be tried by a call of a model. */
export const testWatsonxCredential: CredentialTest = (fields) =>
  holdsToken(fields)
    ? undefined
    : { url: TOKEN_ADDRESS, ...askForIamToken(fields.watsonxAIApikey?.trim() ?? '') }
