import { type CredentialTest, callForToken } from '@runnel/node-kit'
import { askForToken } from './custom-server.ts'

/** Asks for a token that is for no server in particular. */
export const testOAuthClient: CredentialTest = (fields) => callForToken(askForToken(fields))
