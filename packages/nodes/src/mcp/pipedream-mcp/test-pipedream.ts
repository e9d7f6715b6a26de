import { type CredentialTest, callForToken } from '@runnel/node-kit'
import { askForPipedreamToken } from './pipedream-server.ts'

/** Asks Pipedream for a token, as every call does first. */
export const testPipedream: CredentialTest = (fields) => callForToken(askForPipedreamToken(fields))
