import { type CredentialTest, postingJson, testKey } from '@runnel/node-kit'
import { readVoyageAddress } from './voyage-address.ts'

/** Embeds a word: Voyage AI has nothing that can be asked without a model. */
export const testVoyageCredential: CredentialTest = (fields, at) =>
  testKey('apiKey', postingJson(readVoyageAddress(fields), { model: 'voyage-3.5', input: ['test'] }))(
    fields,
    at,
  )
